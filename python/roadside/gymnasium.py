"""The environments of Gymnasium: `import roadside.gymnasium`, then `gymnasium.make("roadside/ZoneStalker-v0")`.

One seat learns, the others are played inside, in Rust. What may be done stands in `info["action_mask"]`, and in
`env.unwrapped.action_masks()`, where sb3-contrib looks for it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any, Literal, SupportsIndex, TypeAlias, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from roadside._batch import Batch
from roadside._native import Agent, Game, SingleEnv, Solution, VecEnv, _solve, load_game
from roadside._render import RENDER_MODES
from roadside._render import checked as _checked

__all__ = ["ENVIRONMENTS", "RoadsideEnv", "RoadsideVectorEnv", "register"]

Observation: TypeAlias = NDArray[np.float32]
Info: TypeAlias = dict[str, Any]
Player: TypeAlias = str | Agent | Callable[[Observation, NDArray[np.bool_], Info], int]

#: The environments: the id behind "roadside/", and what is made where nothing else is said.
ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "ZoneStalker-v0": {"game": "zone_stalker"},
    "Pig-v0": {"game": "pig"},
    "Kuhn-v0": {"game": "kuhn"},
    "Expedition-v0": {"game": "expedition", "players": 2},
}

#: The MiB that a solution for `regret=True` may take.
REGRET_MEMORY = 1024


class RoadsideEnv(gymnasium.Env[Observation, np.int64]):
    """One game in which one seat learns.

    - Observation: `Box(0, bound, (n,), float32)`, what the seat may know; `game.observation_spec` explains the numbers.
    - Action: `Discrete(n)`; `game.action_labels` names them.
    - Reward: what the seat got since its last decision; the sum over an episode is the game's payoff.
    - Info: `action_mask` (bool, one flag for each action; all true where there is nothing to choose) and `seat`;
      `illegal_action` where one ended the episode; with `regret` also `regret`. The seed, which fixes all that is hidden, is not among it: it is
      `np_random_seed`, as in every environment.
    - A game that ends before the learner's first decision is not skipped: `reset` shows it, and the next step hands over
      the reward and the end, whatever its action.

    Args:
        game: The game's name, or a `Game`.
        opponents: The players of the other seats in turn order, dealt around if they are fewer: names, `Agent` objects
            or functions of (observation, mask, info). By default the game's own choice.
        seat: Where the learner sits, or "random": drawn for each episode.
        on_illegal: What becomes of an action that is in range but not legal: "terminate" ends the episode with the lowest
            return, "raise" is a ValueError and moves nothing.
        max_steps: The most steps of an episode; the last one is truncated.
        render_mode: "ansi" (text) or "rgb_array" (the drawing).
        regret: True to have `info["regret"]` after each step: the exact loss of the last action under best play by all, at
            least 0, in units of the game's utility; 0 where there was nothing to choose, and for an illegal action that
            ended the episode all that there was to win. The game is solved when the first environment is made, within 1
            GiB; environments and copies of one process share the solution. Or a `Solution` of the same game, as
            `roadside.analysis.solve` makes it, for other objectives and more memory.
        config: The game's settings, such as `players=3`.

    Raises:
        ValueError, TypeError: For an argument that cannot be, naming it and what is legal; with `regret` for a game that
            cannot be solved, saying why.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str | Game = "zone_stalker",
        *,
        opponents: Player | Sequence[Player] | None = None,
        seat: int | Literal["random"] = 0,
        on_illegal: Literal["terminate", "raise"] = "terminate",
        max_steps: int | None = None,
        render_mode: str | None = None,
        regret: bool | Solution = False,
        **config: Any,
    ) -> None:
        self.render_mode = _checked(render_mode)
        self.game = _loaded(game, config)
        self._env = SingleEnv(
            self.game,
            opponents=_seated(self.game, opponents),
            seat=seat,
            on_illegal=on_illegal,
            max_steps=max_steps,
            solution=_solution(self.game, regret),
        )
        self._begun = False
        self.observation_space = spaces.Box(np.float32(0), self.game.observation_bounds)
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begins an episode: the first of `seed`, or without one the next of the seed in force. The first reset of all
        without one draws a seed. `options` has nothing that could be set."""
        _options(options, ())
        begins = secrets.randbits(63) if seed is None and not self._begun else seed
        seen = self._env.reset(seed=begins)
        self._begun = True
        if begins is not None:
            super().reset(seed=index(begins))  # behind the core, which refuses what is no seed
        return seen

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Carries out `action` and plays on until the learner is to act again, or done."""
        return self._env.step(action)

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do now, one flag for each action; all true where there is nothing to choose."""
        return self._env.action_masks()

    def render(self) -> Any:
        """The table as the learner sees it: text, or the drawing as a uint8 array of height x width x 3."""
        return None if self.render_mode is None else self._env.render(self.render_mode)


class RoadsideVectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games stepped by one call of the native core; row i of `reset(seed=s)` plays exactly as a `RoadsideEnv` of
    seed s + i.

    Args, beside those of `RoadsideEnv`:
        num_envs: The number of rows.
        autoreset_mode: What becomes of a row whose episode has ended; `metadata["autoreset_mode"]` tells it.
        threads: How many threads share the rows; no result depends on it. By default as many as are worth it.
        copy: With False each call writes the same arrays, so what they hold is valid until the next call.
    """

    metadata: dict[str, Any] = {
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str | Game = "zone_stalker",
        num_envs: int = 1,
        *,
        opponents: Player | Sequence[Player] | None = None,
        seat: int | Literal["random"] = 0,
        on_illegal: Literal["terminate", "raise"] = "terminate",
        max_steps: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        regret: bool | Solution = False,
        **config: Any,
    ) -> None:
        self.render_mode = _checked(render_mode)
        self.game = _loaded(game, config)
        mode = _mode(autoreset_mode)
        num_envs = _number("num_envs", num_envs, 1 << 20)
        if max_steps is None and max_episode_steps is not None:
            max_steps = _number("max_episode_steps", max_episode_steps, (1 << 32) - 1)
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self._env = VecEnv(
            self.game,
            num_envs,
            opponents=_seated(self.game, opponents),
            seat=seat,
            autoreset=mode.name.lower(),
            on_illegal=on_illegal,
            max_steps=max_steps,
            threads=threads,
            copy=copy,
            solution=(solution := _solution(self.game, regret)),
        )
        self._tells_regret = solution is not None
        self._begun = False
        self._same_step = mode is AutoresetMode.SAME_STEP
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(np.float32(0), self.game.observation_bounds)
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Begins an episode in every row, or in those of `options["reset_mask"]`, a bool array.

        `seed` gives row i the seed `seed + i`, from 2**64 on beginning with 0 again, and a list names each. Without one each row begins the next episode of its
        seed; the first reset of all draws one, which `np_random_seed` tells.
        """
        mask = _options(options, ("reset_mask",)).get("reset_mask")
        begins = secrets.randbits(62) if seed is None and not self._begun else seed
        batch = self._env.reset(seed=begins, mask=mask)
        self._begun = True
        if isinstance(begins, SupportsIndex) and np.ndim(begins) == 0:
            super().reset(seed=index(begins))
        return _floats(batch.observations), self._infos(batch)

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Carries out one action for each row."""
        batch = self._env.step(actions)
        infos = self._infos(batch)
        ended = batch.terminated | batch.truncated
        if ended.any():
            self._add_endings(infos, batch, ended)
        if self._tells_regret:
            self._add_regrets(infos, ended)
        return _floats(batch.observations), batch.rewards, batch.terminated, batch.truncated, infos

    def _infos(self, batch: Batch) -> Info:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": batch.masks,
            "_action_mask": everywhere,
            "seat": batch.seats,
            "_seat": everywhere.copy(),
        }

    def _add_endings(self, infos: Info, batch: Batch, ended: NDArray[np.bool_]) -> None:
        """What is told of episodes that have just ended, as Gymnasium's own vector environments tell it."""
        actions = self._env.illegal_actions()
        illegal = ended & (actions >= 0)
        last = infos
        if batch.final_observations is not None:
            final = np.full(self.num_envs, None, object)
            for row, seen in zip(np.flatnonzero(ended), batch.final_observations, strict=True):
                final[row] = seen
            last = {
                "action_mask": np.ones_like(batch.masks),
                "_action_mask": ended,
                "seat": self._env.ended_seats(),
                "_seat": ended,
            }
            infos |= {"final_obs": final, "_final_obs": ended, "final_info": last, "_final_info": ended}
        if illegal.any():
            last |= {"illegal_action": np.where(illegal, actions, 0), "_illegal_action": illegal}

    def _add_regrets(self, infos: Info, ended: NDArray[np.bool_]) -> None:
        """What the last actions cost; of episodes that ended and were followed by others at once, in their last infos."""
        regrets = self._env.regrets()
        chosen = ~np.isnan(regrets)
        regrets[~chosen] = 0.0
        infos |= {"regret": regrets, "_regret": chosen & ~ended if self._same_step else chosen}
        if "final_info" in infos:
            infos["final_info"] |= {"regret": regrets, "_regret": chosen & ended}

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now: rows x actions."""
        return self._env.action_masks()

    def render(self) -> tuple[Any, ...] | None:
        """The table of each row, as `RoadsideEnv.render` shows one."""
        if self.render_mode is None:
            return None
        return tuple(self._env.render(row, self.render_mode) for row in range(self.num_envs))


def _floats(observations: NDArray[np.float32] | NDArray[np.uint8]) -> Observation:
    """The observations, which are of this type unless another was asked for."""
    return cast(Observation, observations)


def _options(options: dict[str, Any] | None, known: Sequence[str]) -> dict[str, Any]:
    """The options of a reset, which may have these keys."""
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options = {options!r}: legal is None or a dictionary with {list(known)}")
    for key in options or {}:
        if key not in known:
            raise ValueError(f"options has the key {key!r}: legal are {list(known)}")
    return options or {}


def _number(name: str, value: SupportsIndex, most: int) -> int:
    """The whole number from 1 to `most`, under the name that the caller knows."""
    try:
        number = index(value)
    except TypeError as error:
        raise TypeError(f"{name} = {value!r}: legal is a whole number from 1 to {most}") from error
    if not 1 <= number <= most:
        raise ValueError(f"{name} = {number}: legal is a whole number from 1 to {most}")
    return number


def _mode(autoreset_mode: AutoresetMode | str) -> AutoresetMode:
    for mode in AutoresetMode:
        if autoreset_mode is mode or (isinstance(autoreset_mode, str) and autoreset_mode in (mode.value, mode.name.lower())):
            return mode
    legal = [mode.value for mode in AutoresetMode]
    raise ValueError(f"autoreset_mode = {autoreset_mode!r}: legal is an AutoresetMode or one of {legal}")


def _loaded(game: str | Game, config: dict[str, Any]) -> Game:
    if isinstance(game, str):
        return load_game(game, **config)
    if not isinstance(game, Game):
        raise TypeError(f"game = {game!r}: give a Game or the name of one")
    if config:
        raise ValueError(f"settings {sorted(config)} are given beside a Game, which has its own; give its name instead")
    return game


def _solution(game: Game, regret: bool | Solution) -> Solution | None:
    """What actions are judged by, if they are."""
    if isinstance(regret, Solution):
        return regret
    if not isinstance(regret, bool):
        kind = type(regret).__name__
        raise TypeError(f"regret is of type {kind}: legal is True, False, or a Solution as roadside.analysis.solve makes it")
    if not regret:
        return None
    try:
        return _solve(game, "utility", memory=REGRET_MEMORY, shared=True)
    except ValueError as error:
        raise ValueError(f"regret = True: {error}") from error


def _seated(game: Game, opponents: Player | Iterable[Player] | None) -> Player | Iterable[Player]:
    """The opponents, by default the game's own choice; alone at the table there are none."""
    if opponents is not None:
        return opponents
    return [game.default_opponent] if game.num_players() > 1 else []


def register() -> None:
    """Registers the environments, where they are not yet. Importing this module does it."""
    for name, kwargs in ENVIRONMENTS.items():
        if f"roadside/{name}" in gymnasium.registry:
            continue
        gymnasium.register(
            f"roadside/{name}",
            entry_point="roadside.gymnasium:RoadsideEnv",
            vector_entry_point="roadside.gymnasium:RoadsideVectorEnv",
            # The native core refuses a step before the reset itself.
            order_enforce=False,
            kwargs=kwargs,
        )


register()
