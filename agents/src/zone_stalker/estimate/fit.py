#!/usr/bin/env python3
"""Fits the estimate of Zone Stalker to positions written by the example `zone_stalker_positions`, and writes weights.rs.

usage: fit.py OUT SEATS:FILE...    (needs NumPy)
"""

import sys

import numpy as np

FEATURES, UNITS = 42, 16
EPOCHS, BATCH, DECAY = 9, 1024, 1e-5


def load(spec):
    seats, path = spec.split(":", 1)
    rows = np.fromfile(path, dtype="<f4").reshape(-1, int(seats), FEATURES + 2)
    return rows[..., :FEATURES], rows[..., FEATURES], rows[..., FEATURES + 1]


def forward(p, x, alive):
    hidden = x @ p["input"] + p["hidden"]
    active = np.maximum(hidden, 0)
    logits = active @ p["output"] + np.where(alive > 0, 0, -1e9)
    logits -= logits.max(axis=1, keepdims=True)
    shares = np.exp(logits)
    return active, shares / shares.sum(axis=1, keepdims=True)


def loss(p, x, alive, y):
    return -(y * np.log(forward(p, x, alive)[1] + 1e-12)).sum(axis=1).mean()


def gradients(p, x, alive, y):
    active, shares = forward(p, x, alive)
    d = (shares - y) / len(x)
    back = d[..., None] * p["output"] * (active > 0)
    return {
        "input": np.einsum("bsf,bsu->fu", x, back, optimize=True),
        "hidden": back.sum(axis=(0, 1)),
        "output": np.einsum("bsu,bs->u", active, d, optimize=True),
    }


def fit(sets, rng):
    p = {
        "input": rng.normal(0, 0.3, (FEATURES, UNITS)).astype("f4"),
        "hidden": np.zeros(UNITS, "f4"),
        "output": rng.normal(0, 0.3, UNITS).astype("f4"),
    }
    held, train = [], []
    for x, alive, y in sets:
        cut = len(x) * 19 // 20
        train.append((x[:cut], alive[:cut], y[:cut]))
        held.append((x[cut:], alive[cut:], y[cut:]))
    batches = [(which, start) for which, (x, *_) in enumerate(train) for start in range(0, len(x) - BATCH + 1, BATCH)]
    orders = [rng.permutation(len(x)) for x, *_ in train]
    first = {k: np.zeros_like(v) for k, v in p.items()}
    second = {k: np.zeros_like(v) for k, v in p.items()}
    step, total = 0, EPOCHS * len(batches)
    for epoch in range(EPOCHS):
        for which, start in [batches[i] for i in rng.permutation(len(batches))]:
            chosen = orders[which][start : start + BATCH]
            g = gradients(p, *(part[chosen] for part in train[which]))
            step += 1
            rate = 0.01 * (1 - step / total)
            for k in p:
                first[k] = 0.9 * first[k] + 0.1 * g[k]
                second[k] = 0.999 * second[k] + 0.001 * g[k] ** 2
                p[k] -= rate * (first[k] / (1 - 0.9**step)) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8) + rate * DECAY * p[k]
        print(epoch, *(f"{loss(p, *one):.4f}" for one in held), file=sys.stderr, flush=True)
    return p


def write(p, out):
    def text(values):
        return "[" + ", ".join(f"{v:.3f}" for v in values) + "]"

    rows = "\n".join(f"    {text(row)}," for row in p["input"])
    out.write(
        "//! The numbers of the estimate, written by fit.py.\n"
        '#![allow(clippy::approx_constant, reason = "some come near one")]\n\n'
        "use super::{FEATURES, UNITS};\n\n"
        "/// What each number of a seat adds to each unit.\n#[rustfmt::skip]\n"
        f"pub(super) static INPUT: [[f32; UNITS]; FEATURES] = [\n{rows}\n];\n"
        "/// Where the units begin.\n#[rustfmt::skip]\n"
        f"pub(super) static HIDDEN: [f32; UNITS] = {text(p['hidden'])};\n"
        "/// What each unit adds to the estimate.\n#[rustfmt::skip]\n"
        f"pub(super) static OUTPUT: [f32; UNITS] = {text(p['output'])};\n"
    )


def main():
    out, *specs = sys.argv[1:]
    with open(out, "w", encoding="utf-8") as file:
        write(fit([load(spec) for spec in specs], np.random.default_rng(1)), file)


if __name__ == "__main__":
    main()
