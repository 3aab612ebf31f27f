"""Pgx's side: its Kuhn poker on the CPU, many steps in one compiled call, random legal actions drawn in it."""

import jax
import pgx
from clock import measure, report, seconds
from pgx.experimental import auto_reset

DECISIONS_AT_ONCE = 1 << 18

env = pgx.make("kuhn_poker")
reset = jax.vmap(env.init)
step = jax.vmap(auto_reset(env.step, env.init))


def compiled(rows, steps):
    def one_step(_, carry):
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(choice, logits, axis=-1)
        return step(state, action, jax.random.split(chance, rows)), key

    return jax.jit(lambda carry: jax.lax.fori_loop(0, steps, one_step, carry))


def kuhn(rows, limit):
    steps = DECISIONS_AT_ONCE // rows
    many_steps = compiled(rows, steps)
    key = jax.random.PRNGKey(1)
    carry = jax.block_until_ready(many_steps((reset(jax.random.split(key, rows)), key)))  # compiles
    calls = 0

    def call():
        nonlocal carry, calls
        carry = jax.block_until_ready(many_steps(carry))
        calls += 1

    used = measure(limit, call)
    report(f"kuhn_{rows}", "pgx", calls * steps * rows, used)


limit = seconds()
for rows in [1024, 16384]:
    kuhn(rows, limit)
