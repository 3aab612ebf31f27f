"""Many games at once for Stable-Baselines3 and sb3-contrib, stepped by one call of the native core.

```python
from roadside.sb3 import VecEnv
from sb3_contrib import MaskablePPO

env = VecEnv("zone_stalker", 64, opponents="cautious:4", seat="random")
MaskablePPO("MlpPolicy", env, gamma=1.0).learn(100_000)
```
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from roadside._native import Game
from roadside.gymnasium import Player, RoadsideVectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv as BaseVecEnv
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn
except ImportError as error:
    raise ImportError("Stable-Baselines3 is missing: pip install 'roadside[train]'") from error

__all__ = ["VecEnv"]


class VecEnv(BaseVecEnv):
    """The rows of a `roadside.gymnasium.RoadsideVectorEnv`, which knows the arguments, as Stable-Baselines3 wants them:
    what its `DummyVecEnv` makes of so many `RoadsideEnv`, in a fraction of the time.

    - Row i of `seed(s)`, `reset()` plays exactly as a `RoadsideEnv` of seed s + i.
    - Where an episode ended, the observation is the first of the next one, and the infos of the row hold
      `terminal_observation`, `TimeLimit.truncated` and, where an illegal action ended it, `illegal_action`.
    - `env_method("action_masks")` is what sb3-contrib asks for the masks.
    - For the returns and lengths of episodes wrap it in Stable-Baselines3's `VecMonitor`.

    Raises:
        ValueError, TypeError: For an argument that cannot be, naming it and what is legal.
        AttributeError: Where an attribute or method is asked for that the rows do not have.
    """

    def __init__(
        self,
        game: str | Game = "zone_stalker",
        num_envs: int = 1,
        *,
        opponents: Player | Sequence[Player] | None = None,
        seat: int | Literal["random"] = 0,
        on_illegal: Literal["terminate", "raise"] = "terminate",
        max_steps: int | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
        **config: Any,
    ) -> None:
        self.env = RoadsideVectorEnv(
            game,
            num_envs,
            opponents=opponents,
            seat=seat,
            on_illegal=on_illegal,
            max_steps=max_steps,
            autoreset_mode=AutoresetMode.SAME_STEP,
            threads=threads,
            render_mode=render_mode,
            **config,
        )
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)

    def reset(self) -> NDArray[np.float32]:
        """Begins an episode in every row: the first of the seeds given by `seed`, or else the next."""
        seeds = [seed for seed in self._seeds if seed is not None]
        observations, _ = self.env.reset(seed=seeds or None)
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keeps the actions, one for each row, for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Observations (rows x numbers, float32), rewards (float32), dones (bool) and a dictionary for each row."""
        observations, rewards, terminated, truncated, told = self.env.step(self._actions)
        dones = terminated | truncated
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": cut} for cut in (truncated & ~terminated).tolist()]
        for row in np.flatnonzero(dones):
            infos[row]["terminal_observation"] = told["final_obs"][row]
            self.reset_infos[row] = {}
            last = told["final_info"]
            if "illegal_action" in last and last["_illegal_action"][row]:
                infos[row]["illegal_action"] = int(last["illegal_action"][row])
        return observations, rewards.astype(np.float32), dones, infos

    def close(self) -> None:
        """Nothing is held that must be given back."""

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of the environment below, which the rows share, for each row."""
        value = getattr(self.env, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Is an error: the rows have nothing of their own that could be set."""
        raise AttributeError(f"{attr_name} cannot be set: the rows are one native object; give settings when making it")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """For each row what `action_masks` or `render` gives."""
        if method_name not in ("action_masks", "render"):
            raise AttributeError(f"no method {method_name!r} of a row: there are 'action_masks' and 'render'")
        of_all = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [None if of_all is None else of_all[row] for row in self._get_indices(indices)]

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: VecEnvIndices = None
    ) -> list[bool]:
        """False for each row."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The drawing of each row, or None without `render_mode="rgb_array"`."""
        drawn = self.env.render() if self.render_mode == "rgb_array" else None
        return drawn or [None] * self.num_envs
