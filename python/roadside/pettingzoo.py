"""The games as turn-by-turn (AEC) environments of PettingZoo: the ground of `roadside.zone_stalker_v0` and its like."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from roadside._native import Game, State, load_game
from roadside._render import RENDER_MODES
from roadside._render import checked as _checked

Observation: TypeAlias = dict[str, NDArray[Any]]
AgentId: TypeAlias = str
Env: TypeAlias = "AECEnv[AgentId, Observation, int]"


class RoadsideAEC(AECEnv[AgentId, Observation, int]):
    """One game, asked seat by seat; the agents are `player_0`, `player_1` and so on in turn order.

    - Observation: a dictionary with `observation` (float32, what the seat may know) and `action_mask` (int8; all 1 where the
      seat has nothing to choose).
    - Reward: what a seat got since its own last decision; the sum over an episode is the game's payoff. A seat whose payoff
      is settled before the game is over terminates with it at once.
    - An action that is not legal is a ValueError, and nothing moves.

    Args:
        render_mode: "ansi" (text) or "rgb_array" (the drawing), as the seat to act sees it.
        config: The game's settings, such as `players=3`.
    """

    game_name: ClassVar[str]
    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2, "is_parallelizable": False}

    def __init__(self, *, render_mode: str | None = None, **config: Any) -> None:
        super().__init__()
        self.render_mode = _checked(render_mode)
        self.game: Game = load_game(self.game_name, **config)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.game.num_distinct_actions()
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.float32(0), self.game.observation_bounds),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.agents: list[AgentId] = []
        self._seed: int | None = None
        self._episode = 0

    def observation_space(self, agent: AgentId) -> spaces.Dict:
        """What `agent` sees."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: AgentId) -> spaces.Discrete:
        """What `agent` may choose from; the mask says what of it is legal."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: AgentId) -> int:
        try:
            return self._seat_of[agent]
        except (KeyError, TypeError):
            raise KeyError(f"agent = {agent!r}: legal is one of {self.possible_agents}") from None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode: the first of `seed`, or without one the next of the seed in force; the first reset of all
        without one draws a seed."""
        number = self._episode
        if seed is None:
            seed = secrets.randbits(63) if self._seed is None else self._seed
        else:
            number = 0
        state = self.game.new_initial_state(seed, episode=number)
        (self._seed, self._episode) = (seed, number + 1)
        self._state: State = state
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentId, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._settle(state.returns())

    def step(self, action: int | None) -> None:
        """Carries out the action of `agent_selection`, or None for one that has terminated."""
        if not self.agents:
            raise RuntimeError("no episode is under way: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"action = None: {agent} has not terminated; give an action")
        self._state.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        self._settle(self._state.rewards())

    def _settle(self, rewards: list[float]) -> None:
        """Hands out rewards, and ends what is over."""
        for agent in self.agents:
            seat = self._seat_of[agent]
            self.rewards[agent] = rewards[seat]
            self.terminations[agent] = self._state.is_done(seat)
        if not self._state.is_terminal():
            self.agent_selection = self.possible_agents[self._state.current_player()]
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: AgentId) -> Observation:
        """What `agent` sees, and what it may do."""
        seat = self._seat(agent)
        self._require_begun()
        return {
            "observation": self._state.observation_tensor(seat),
            "action_mask": self._state.legal_actions_mask(seat).view(np.int8),
        }

    def _require_begun(self) -> None:
        if self._seed is None:
            raise RuntimeError("no episode has begun: call reset first")

    def render(self) -> Any:
        """The table as `agent_selection` sees it: text, or the drawing as a uint8 array of height x width x 3."""
        if self.render_mode is None:
            return None
        self._require_begun()
        return self._state.render(self._seat_of[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Nothing is held that must be given back."""


def wrapped(raw_env: Callable[..., RoadsideAEC]) -> Callable[..., Env]:
    """The function `env`, which wraps `raw_env` as PettingZoo's own classic games are: an action that is not legal ends the
    game for all, with a last reward of the game's lowest payoff for who chose it and 0 for the others."""

    def env(**kwargs: Any) -> Env:
        raw = raw_env(**kwargs)
        env: Env = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.game.min_utility())
        env = wrappers.AssertOutOfBoundsWrapper(env)
        return wrappers.OrderEnforcingWrapper(env)

    env.__doc__ = wrapped.__doc__
    return env
