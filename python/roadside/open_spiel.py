"""The games as games of OpenSpiel: `roadside.open_spiel.register()`, then `pyspiel.load_game("roadside_kuhn")`.

`roadside_pig`, `roadside_kuhn`, `roadside_expedition` and `roadside_zone_stalker` take the settings of the game as
parameters, as in `pyspiel.load_game("roadside_zone_stalker(players=3,utility=win)")`. A number that is -1 and a text
that is empty stand for what the game takes by itself. The names of a list are separated by `;`, in a dictionary also by `,`.

- Players' actions have the game's numbers. Chance is explicit, one event a node; its actions are the event's items.
- A play is paid at its end: before, all returns are 0, also of seats whose payoff is settled.
- The information state of a seat is what it saw and did so far: in full for games of perfect recall, for the others as
  a digest of its actions and of its observations wherever they changed. What others do unseen leaves no trace in it.
- `State.resample_from_infostate` draws anew what is hidden from the seat to act, as search needs it.
- OpenSpiel wants a bound on the length of a play. Pig has none and is said to have 2**30 - 1 decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roadside._native import Game, State, load_game
from roadside._tree import Decision, Event, Place, reached

try:
    import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]  # it has no types
except ImportError as error:
    raise ImportError("OpenSpiel is missing: pip install 'roadside[open-spiel]'") from error

__all__ = ["RoadsideGame", "RoadsideState", "register"]

_Parameters: TypeAlias = dict[str, Any]

#: What stands for a setting that is not given: OpenSpiel hands over the default of each parameter as if it were given.
_ABSENT = (-1, "")
#: Where a play has no bound: the most decisions that, with as many events of chance, OpenSpiel's `int` can count.
_ENDLESS = 2**30 - 1


class _Kind(NamedTuple):
    """What OpenSpiel wants to know of a game beside its facts."""

    title: str
    seats: tuple[int, int]
    #: The most items of an event of chance.
    items: Callable[[Game], int]
    #: The most events of chance in the set-up, and behind one decision.
    events: tuple[int, int]


def _labelled(part: str) -> Callable[[Game], int]:
    """How many things that part of an observation counts."""
    return lambda game: next(slice_.len for slice_ in game.observation_spec if slice_.name == part)


_KINDS = {
    "pig": _Kind("Pig", (2, 10), lambda game: int(game.settings["die"]), (0, 1)),
    "kuhn": _Kind("Kuhn Poker", (2, 2), _labelled("own_card"), (2, 0)),
    # A hazard that strikes, and the first card of the next round.
    "expedition": _Kind("Expedition", (1, 6), _labelled("path"), (1, 2)),
    # With room to spare: a turn begins with a draw of at most 32 cards; before it one Zone card is resolved, by a card
    # played and four rolls, each of which may cost a card and tell its copy or cost an artifact, and by a death.
    "zone_stalker": _Kind("Zone Stalker", (1, 6), _labelled("zone"), (128, 128)),
}

_UTILITIES = {
    "zero_sum": pyspiel.GameType.Utility.ZERO_SUM,
    "constant_sum": pyspiel.GameType.Utility.CONSTANT_SUM,
    "general_sum": pyspiel.GameType.Utility.GENERAL_SUM,
    "identical": pyspiel.GameType.Utility.IDENTICAL,
}


def register() -> None:
    """Makes the games known to `pyspiel.load_game`. Calling it again does nothing."""
    known = pyspiel.registered_names()
    for made in (Pig, Kuhn, Expedition, ZoneStalker):
        if _short_name(made.name) not in known:
            pyspiel.register_game(_game_type(load_game(made.name)), made)


class RoadsideGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of OpenSpiel. `native` is the `roadside.Game` behind it.

    Raises:
        ValueError: For a setting that cannot be, naming it and what is legal.
    """

    name: ClassVar[str]

    def __init__(self, params: _Parameters | None = None) -> None:
        given = {key: value for key, value in (params or {}).items() if value not in _ABSENT}
        native = load_game(self.name, **{key: _listed(value, ";", ",") for key, value in given.items()})
        # In the text of a game a comma ends a parameter.
        written = {key: _listed(value, ",", ";") for key, value in given.items()}
        super().__init__(_game_type(native), _game_info(native), written)
        self.native: Game = native
        self._opening = reached(native, native._opening_node(()))

    def new_initial_state(self) -> RoadsideState:
        """A play before its first event."""
        return RoadsideState(self, self._opening)

    def max_chance_nodes_in_history(self) -> int:
        """No play has more events of chance than this."""
        (set_up, behind) = _KINDS[self.native.name].events
        return set_up + behind * self.max_game_length()  # type: ignore[no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_loaded, (str(self),))

    def make_py_observer(
        self, iig_obs_type: Any = None, params: _Parameters | None = None
    ) -> RoadsideObserver:
        """Shows states to players; see `RoadsideObserver`."""
        return RoadsideObserver(self.native, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


# OpenSpiel keeps what makes a game until after the end of Python, where only a class can stay.
class Pig(RoadsideGame):
    """`roadside_pig`."""

    name = "pig"


class Kuhn(RoadsideGame):
    """`roadside_kuhn`."""

    name = "kuhn"


class Expedition(RoadsideGame):
    """`roadside_expedition`."""

    name = "expedition"


class ZoneStalker(RoadsideGame):
    """`roadside_zone_stalker`."""

    name = "zone_stalker"


class RoadsideState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A node of a play: a decision, an event of chance, or the end."""

    def __init__(self, game: RoadsideGame, place: Place) -> None:
        super().__init__(game)
        # All that is copied with a state is this one reference: a place never changes.
        self._place = place

    @property
    def native(self) -> State | None:
        """The `roadside.State` at this decision, or at the last one before this event; None in the set-up."""
        decision = self._place.last_decision()
        return None if decision is None else decision.state

    def current_player(self) -> int:
        """The seat that is to act, or one of OpenSpiel's numbers for chance and the end."""
        return self._place.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._place.player == pyspiel.PlayerId.TERMINAL  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return self._decision().state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The items of the event, each with its probability."""
        if not isinstance(self._place, Event):
            raise ValueError("no event of chance is due here")
        return [(item, share) for item, (share, _) in self._place.items.items()]

    def _apply_action(self, action: int) -> None:
        self._place = self._place.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.get_game().native.action_to_string(action)  # type: ignore[no-any-return]
        items = self._place.items if isinstance(self._place, Event) else {}
        return items[action][1] if action in items else f"item {action}"

    def returns(self) -> list[float]:
        """What each seat got; zeros before the end."""
        return self._decision().state.returns() if self.is_terminal() else [0.0] * self.num_players()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> RoadsideState:
        """A state that `player_id`, which is to act, cannot tell from this one: what is hidden is drawn anew.

        Its history is empty, as that of this state would tell what was hidden; the others remember nothing of before.

        Raises ValueError for a seat that is not to act.
        """
        if player_id < 0 or player_id != self.current_player():
            actor = self.current_player()
            raise ValueError(f"player_id = {player_id}: only the seat to act can draw anew, here {actor}")
        decision = self._decision()
        redrawn = decision.state.resample(int(probability_sampler() * 2**53))
        return RoadsideState(self.get_game(), Decision.redrawn(redrawn, player_id, decision.memories()[player_id]))

    def memory(self, player: int) -> str:
        """What `player` saw and did up to the last decision, in 32 hexadecimal digits; "set-up" before the first."""
        decision = self._place.last_decision()
        return "set-up" if decision is None else decision.memories()[player].digest.hex()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (pyspiel.serialize_game_and_state(self.get_game(), self),))

    def _decision(self) -> Decision:
        if not isinstance(self._place, Decision):
            raise ValueError("nobody is to act here")
        return self._place

    def __str__(self) -> str:
        return str(self._place)


class RoadsideObserver:
    """What a seat may know of states, in the form that OpenSpiel asks for.

    Without perfect recall: the observation of the last decision, as `tensor` (float32, `observation_tensor_shape()`)
    and as a text of all numbers that are not 0. With perfect recall: the information state, as a text, and for games of
    perfect recall as `tensor`; else that is None.

    Raises:
        ValueError: For a type of observation other than all that one player may know.
    """

    def __init__(self, game: Game, iig_obs_type: Any, params: _Parameters | None = None) -> None:
        if params:
            raise ValueError(f"params = {params}: observations have none")
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("iig_obs_type: legal is what is public together with what a single player knows")
        self._recalls: bool = iig_obs_type.perfect_recall
        self._game_recalls: bool = game.facts["perfect_recall"]
        self._names, self._units = _numbers(game)
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._game_recalls or not self._recalls:
            self.tensor = np.zeros(game.observation_tensor_shape(), np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: RoadsideState, player: int) -> None:
        """Writes what `player` sees into `tensor`; zeros in the set-up."""
        if self.tensor is not None:
            native = state.native
            self.tensor[:] = 0 if native is None else native.observation_tensor(player)

    def string_from(self, state: RoadsideState, player: int) -> str:
        """What `player` sees, as text."""
        native = state.native
        if self._recalls and not self._game_recalls:
            return state.memory(player)
        if native is None:
            return "set-up"
        if self._recalls:
            return native.information_state_string(player)
        numbers = native.observation_tensor(player) * self._units
        return " ".join(f"{self._names[at]}={numbers[at]:.0f}" for at in np.flatnonzero(numbers))


def _loaded(text: str) -> Any:
    """The game of a pickle, which may be read where nothing is registered yet."""
    register()
    return pyspiel.load_game(text)


def _restored(text: str) -> Any:
    """The state of a pickle."""
    register()
    return pyspiel.deserialize_game_and_state(text)[1]


def _numbers(game: Game) -> tuple[list[str], NDArray[np.float32]]:
    """The names of the numbers of an observation, and what each of them is counted in."""
    names, units = [], []
    for part in game.observation_spec:
        labels = part.labels or (range(part.len) if part.len > 1 else [])
        names += [f"{part.name}:{label}".replace(" ", "_") for label in labels] or [part.name]
        units += [part.unit] * part.len
    return names, np.array(units, np.float32)


def _short_name(name: str) -> str:
    return f"roadside_{name}"


def _listed(value: Any, old: str, new: str) -> Any:
    return value.replace(old, new) if isinstance(value, str) else value


def _game_type(game: Game) -> Any:
    """A `pyspiel.GameType`: of all configurations, and what the facts tell of this one."""
    kind, facts, enum = _KINDS[game.name], game.facts, pyspiel.GameType
    is_number = {key: isinstance(value, int) and not isinstance(value, bool) for key, value in game.settings.items()}
    return enum(
        short_name=_short_name(game.name),
        long_name=f"{kind.title} of Roadside",
        dynamics=enum.Dynamics.SEQUENTIAL,
        chance_mode=enum.ChanceMode.EXPLICIT_STOCHASTIC,
        information=enum.Information.IMPERFECT_INFORMATION
        if facts["hidden_information"]
        else enum.Information.PERFECT_INFORMATION,
        utility=_UTILITIES[facts["utility"]],
        reward_model=enum.RewardModel.TERMINAL,
        min_num_players=kind.seats[0],
        max_num_players=kind.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=facts["perfect_recall"],
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={key: _ABSENT[0] if number else _ABSENT[1] for key, number in is_number.items()},
    )


def _game_info(game: Game) -> Any:
    # A win that is shared out adds up to 1, the most that a seat can get.
    sums = {"zero_sum": 0.0, "constant_sum": game.max_utility()}
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=_KINDS[game.name].items(game),
        num_players=game.num_players(),
        min_utility=game.min_utility(),
        max_utility=game.max_utility(),
        utility_sum=sums.get(game.facts["utility"]),
        max_game_length=game.max_game_length() or _ENDLESS,
    )
