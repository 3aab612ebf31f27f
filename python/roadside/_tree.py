"""The tree of a game with explicit chance: decisions and single events of chance, as OpenSpiel walks them."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

from roadside._native import Game, State

#: Who acts at an event of chance, in the numbers of OpenSpiel.
CHANCE = -1


class Memory(NamedTuple):
    """What a seat saw and did, and what it saw last, as digests."""

    digest: bytes
    last: bytes

    def then(self, state: State, seat: int, did: int | None) -> Memory:
        """After the seat did this, or nothing, and came to see `state`. Where nothing changes for it, it does not know
        that others were asked."""
        seen = _digest(state.observation_tensor(seat).tobytes())
        if did is None and seen == self.last:
            return self
        return Memory(_digest(b"%b %d %b" % (self.digest, -1 if did is None else did, seen)), seen)


def _digest(told: bytes) -> bytes:
    return blake2b(told, digest_size=16).digest()


class Place:
    """Where a play stands; it never changes, so that copies of a state share it."""

    __slots__ = ()
    player: int

    def after(self, action: int) -> Place:
        """Where `action`, of a player or of chance, leads to."""
        raise NotImplementedError

    def last_decision(self) -> Decision | None:
        """The last decision up to here."""
        raise NotImplementedError

    def __deepcopy__(self, _memo: dict[int, Any]) -> Place:
        return self


class Decision(Place):
    """A player is to act, or the game is over."""

    __slots__ = ("_before", "_did", "_memories", "player", "state")

    def __init__(
        self,
        state: State,
        before: Decision | None = None,
        did: int | None = None,
        memories: tuple[Memory, ...] | None = None,
    ) -> None:
        self.state = state
        self.player: int = state.current_player()
        #: The decision before and what was done there, until the memories are made of it.
        self._before = before
        self._did = did
        self._memories = memories

    @classmethod
    def redrawn(cls, state: State, seat: int, memory: Memory) -> Decision:
        """A decision that `seat` remembers so, and the others begin with."""
        fresh = [memory if other == seat else _first(other).then(state, other, None) for other in _seats(state)]
        return cls(state, memories=tuple(fresh))

    def after(self, action: int) -> Place:
        return reached(self, self.state._node(action, ()), action)

    def last_decision(self) -> Decision:
        return self

    def memories(self) -> tuple[Memory, ...]:
        """What each seat saw and did. It is found when it is asked for, for all places since; playouts never ask."""
        since: list[Decision] = []
        at: Decision | None = self
        while at is not None and at._memories is None:
            since.append(at)
            at = at._before
        memories = tuple(map(_first, _seats(self.state))) if at is None else at._memories or ()
        for at in reversed(since):
            actor = None if at._before is None else at._before.player
            memories = tuple(
                memory.then(at.state, seat, at._did if seat == actor else None) for seat, memory in enumerate(memories)
            )
            (at._memories, at._before) = (memories, None)
        return memories

    def __reduce__(self) -> tuple[Any, ...]:
        return (Decision, (self.state, None, None, self.memories()))

    def __str__(self) -> str:
        return self.state.position()


class Event(Place):
    """Chance is to decide: in the set-up of a game, or behind a decision and what was done there."""

    __slots__ = ("action", "items", "outcomes", "player", "source")

    def __init__(
        self, source: Game | Decision, action: int, outcomes: tuple[int, ...], items: dict[int, tuple[float, str]]
    ) -> None:
        self.player: int = CHANCE
        self.source = source
        self.action = action
        #: The events since then.
        self.outcomes = outcomes
        #: What this event can bring, each with its probability and label.
        self.items = items

    def after(self, action: int) -> Place:
        outcomes = (*self.outcomes, action)
        if isinstance(self.source, Game):
            return reached(self.source, self.source._opening_node(outcomes), self.action, outcomes)
        return reached(self.source, self.source.state._node(self.action, outcomes), self.action, outcomes)

    def last_decision(self) -> Decision | None:
        return self.source if isinstance(self.source, Decision) else None

    def __reduce__(self) -> tuple[Any, ...]:
        return (Event, (self.source, self.action, self.outcomes, self.items))

    def __str__(self) -> str:
        if isinstance(self.source, Game):
            return f"set-up {list(self.outcomes)}"
        return f"{self.source} then {self.source.state.action_to_string(self.action)} {list(self.outcomes)}"


def reached(
    source: Game | Decision,
    node: State | list[tuple[int, float, str]],
    action: int = -1,
    outcomes: tuple[int, ...] = (),
) -> Place:
    if not isinstance(node, State):
        return Event(source, action, outcomes, {item: (share, label) for item, share, label in node})
    return Decision(node, source, action) if isinstance(source, Decision) else Decision(node)


def _first(seat: int) -> Memory:
    """What a seat knows before it has seen anything: who it is."""
    return Memory(bytes([seat]), b"")


def _seats(state: State) -> range:
    return range(len(state.returns()))
