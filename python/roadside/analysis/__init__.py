"""What can be worked out about a game: exact values, equilibria, searches, when to stop, and what decisions cost.

The work is done in Rust without the interpreter's lock, and Ctrl-C ends it within two seconds. Reports hold
dictionaries and
NumPy arrays; `to_frame` needs pandas and `plot` needs matplotlib, both of the extra `analysis`.

```python
solution = roadside.analysis.solve("pig", objective="win")
print(solution.value, solution.action_values(state))
roadside.analysis.stopping("pig").plot().savefig("pig.png")
```
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, SupportsIndex, TypeAlias

from roadside import _native
from roadside._native import Agent, Equilibrium, Game, Solution, State, load_game
from roadside.analysis import _arguments as _read
from roadside.analysis._maps import PigMap, StoppingMap, ZoneMap
from roadside.analysis._reports import ArenaReport, FlipReport, Report, Review, RulesReport, SearchReport

__all__ = [
    "ArenaReport",
    "Equilibrium",
    "FlipReport",
    "PigMap",
    "Report",
    "Review",
    "RulesReport",
    "SearchReport",
    "Solution",
    "StoppingMap",
    "ZoneMap",
    "arena",
    "equilibrium",
    "flip",
    "nash_conv",
    "review",
    "rules",
    "search",
    "solve",
    "stopping",
]

_Number: TypeAlias = SupportsIndex | None
_Player: TypeAlias = str | Agent


def solve(
    game: Game | str,
    *,
    objective: Literal["utility", "win", "score"] | None = None,
    against: _Player | Iterable[_Player] | None = None,
    position: State | str | None = None,
    until: Literal["game", "turn"] = "game",
    memory: _Number = None,
    threads: _Number = None,
) -> Solution:
    """Solves a game exactly: what each position is worth when every seat plays as well as it can.

    Args:
        game: A `Game`, or the name of one.
        objective: What each seat makes as large as it can: "utility" (its return), "win" (its share of the win, 0 to
            1) or
            "score" (in the game's unit, dead = 0). By default the score alone, the win with others, else the utility.
        against: Players of the other seats, dealt in turn, whose choices are no secret: seat 0 plays its best against
            them.
        position: Where to begin: a `State` of the game, or its line. By default before any chance.
        until: "turn" ends with the turn, where the score counts as it stands.
        memory: MiB that positions may take, 1 to 1048576; 4096 by default.
        threads: 1 to 1024, by default one per core. Values do not depend on it.

    Raises:
        ValueError: For games with hidden information or beyond the memory, saying what else can be done, and for
            arguments that cannot be. KeyboardInterrupt soon after Ctrl-C.
    """
    return _native._solve(game, objective, against, position, until, memory, threads)


def equilibrium(
    game: Game | str,
    *,
    objective: Literal["utility", "win", "score"] | None = None,
    tolerance: float | None = None,
    iterations: _Number = None,
    memory: _Number = None,
) -> Equilibrium:
    """An equilibrium of a small game of two seats whose interests are opposed, by CFR+: `values` by seat with `lower`
    and
    `upper` bounds that best responses prove, and `policy(state)`.

    Args:
        game: A `Game`, or the name of one.
        objective: As for `solve`; by default the utility.
        tolerance: The `nash_conv` at which it ends, above 0; 1e-9 by default.
        iterations: The most iterations, from 1; 1000000 by default.
        memory: MiB that the tree of all plays may take, 1 to 1048576; 4096 by default.

    Raises:
        ValueError: For games of another number of seats, without a bounded length, or beyond the memory.
    """
    return _native._equilibrium(game, objective, tolerance, iterations, memory)


def nash_conv(game: Game | str, agent: _Player, *, samples: _Number = None, seed: _Number = None) -> dict[str, Any]:
    """What the seats could gain against a player at all of them, each by itself; 0 in an equilibrium.

    Returns a dictionary: `nash_conv`, in utility; `exact`, whether the player told how it chooses; `stderr` and
    `bias` of the
    figure, None where it is exact; `views`, in how many views it was asked; `seats`, each with `value` and
    `best_response`.

    Args:
        game: A small `Game` of bounded length, or the name of one.
        agent: The name of a player, or an `Agent`.
        samples: How often a player that does not tell is asked in each view, 1 to 1000000; 1000 by default.
        seed: The seed of what it draws, 0 to 2**64 - 1.

    Raises:
        ValueError: For games that are too large or unbounded, and players that do not exist.
    """
    return _native._nash_conv(game, agent, samples, seed)


def flip(
    state: State | None = None,
    *,
    hand: str | None = None,
    character: str | None = None,
    discard: str | None = None,
    injuries: _Number = None,
    permanent: _Number = None,
    site: str | None = None,
    swag: str | None = None,
    found: str | None = None,
    gone: str | None = None,
    left: str | None = None,
    sp: Iterable[SupportsIndex] | None = None,
    used: bool | None = None,
    flipped: bool | None = None,
    game: Game | None = None,
    depth: _Number = None,
    situations: _Number = None,
    injury_cost: float | None = None,
) -> FlipReport:
    """What the next flip of Zone Stalker may bring, and whether to dare it: exact chances and values of the flip, and
    bounds of the whole turn's value. Only the Swag Points at the end of this turn count: not the win, nor the rest of the
    game, of which `solve(position=...)` tells alone, and `stopping(position=...)` with more seats.

    Give a `state`, looked at as its seat to act sees it, or tell a position by hand, before a choice to stop or to
    flip.

    Args:
        state: A state of zone_stalker in a turn of the seat that is to act.
        hand: The own hand by kind, such as "3/0,2/1,0/3x2": 3/0, 2/1, 1/2, 0/3, 0/2-martyr, 2/0-martyr, 1/1-retry,
            1/1-aid.
        character: Who it is; by default Four Eyes, who has no ability in a flip.
        discard: The Stalker cards that are discarded, by kind.
        injuries: The own injuries, the permanent ones included.
        permanent: Those of them that are permanent.
        site: What the last Location does: plain, safe, dangerous, rich or rich-dangerous.
        swag: The artifacts that were found before this turn; by default some that are worth the SP.
        found: The artifacts that were found in this turn.
        gone: What is out of the Zone deck; artifacts in swags are anyway.
        left: What is left in the Zone deck, instead of what is gone.
        sp: The Swag Points of all seats, the own first; so many seats play.
        used: Whether the ability that works once a turn is used up.
        flipped: Whether a card has been flipped this turn; `site`, `found` and `used` say it too.
        game: The game of a position by hand; by default zone_stalker for as many seats as `sp` has.
        depth: How many flips the turn's value sums in full, 1 to 30; 3 by default.
        situations: How many situations it looks at, from 1; with fewer its bounds are wider.
        injury_cost: What an injury costs in SP for the value of the next flip, 0 to 1000; 3 by default.

    Raises:
        ValueError, TypeError: For a position that cannot be, saying what is wrong.
    """
    given = {"hand": hand, "character": character, "discard": discard, "site": site, "swag": swag, "found": found,
             "gone": gone, "left": left}  # fmt: skip
    told: dict[str, Any] = {name: _read.text(name, value) for name, value in given.items() if value is not None}
    for name, number in {"injuries": injuries, "permanent": permanent}.items():
        if number is not None:
            told[name] = _read.whole(name, number, 0, 255)
    if sp is not None:
        told["sp"] = [_read.whole("sp", points, 0, 2**32 - 1) for points in _listed("sp", sp, 6)]
    for name, switch in {"used": used, "flipped": flipped}.items():
        if switch is not None:
            told[name] = _read.switch(name, switch)
    if state is not None:
        if told or game is not None:
            raise ValueError(
                f"state is given, and {[*told, *(['game'] if game is not None else [])]} beside it: give one or the other"
            )
        return FlipReport(_native._flip_of_state(state, depth, situations, injury_cost))
    if "hand" not in told:
        raise ValueError("hand: give a state, or a position by hand with at least the hand")
    if "gone" in told and "left" in told:
        raise ValueError("gone and left are both given: say what is gone, or what is left")
    table = load_game("zone_stalker", players=max(1, len(told.get("sp", [])))) if game is None else game
    return FlipReport(_native._flip_by_hand(table, json.dumps(told), depth, situations, injury_cost))


def stopping(
    game: Game | str,
    *,
    x: str | None = None,
    y: str | None = None,
    set: Mapping[str, SupportsIndex] | None = None,
    position: State | str | None = None,
    flipped: bool | None = None,
    agents: _Player | Iterable[_Player] | None = None,
    samples: _Number = None,
    rounds: Iterable[SupportsIndex] | None = None,
    at: Iterable[SupportsIndex] | None = None,
    seed: _Number = None,
    memory: _Number = None,
    threads: _Number = None,
) -> PigMap | ZoneMap:
    """A map of when to stop.

    Of pig: the turn total at which to hold for all scores, exact, a `PigMap`; `at`, `memory` and `threads` are for it.

    Of zone_stalker: the value of flipping less that of stopping over two axes, a `ZoneMap`: estimates under the
    continuation by
    `agents`, the same hidden cards and chance for both choices in all cells, never exact.

    Args:
        game: A `Game`, or the name of one: pig or zone_stalker.
        x: The columns, as "hand", "hand=1..10", "lead=-10..20:5" or "hand=1,2,4": hand, injuries, lead, score, cards,
            hazards,
            quiet, their_hand or their_injuries. By default quiet; alone hand.
        y: The rows, written alike; by default lead, alone score.
        set: What all cells have beside that, by the names of axes.
        position: Where all cells begin: a `State`, or its line; by default the beginning of a game.
        flipped: Whether a card has been flipped this turn.
        agents: The players that play on; veteran:4:15 by default.
        samples: How often each choice is tried in each cell, 2 to 1000000; 1000 by default.
        rounds: The values of `stalemate_rounds` that are compared, 1 to 10; by default 2, 3 and 5 with opponents.
        at: Of pig: the opponents' points at which there is a section through all turn totals.
        seed: The seed, 0 to 2**64 - 1.
        memory: Of pig: MiB for the solver.
        threads: 1 to 1024, by default one per core; no number depends on it.

    Raises:
        ValueError, TypeError: For what cannot be, naming it.
    """
    table = load_game(_read.text("game", game)) if isinstance(game, str) else game
    zone_only = {"x": x, "y": y, "set": set, "position": position, "flipped": flipped, "agents": agents,
                 "samples": samples, "rounds": rounds, "seed": seed}  # fmt: skip
    if isinstance(table, Game) and table.name == "pig":
        for name, value in zone_only.items():
            if value is not None:
                raise ValueError(
                    f"{name} = {_read.shown(value)} is for zone_stalker; the map of pig is exact and goes over all scores"
                )
        return PigMap(_native._pig_map(table, at, memory, threads))
    for name, value in {"at": at, "memory": memory}.items():
        if value is not None:
            raise ValueError(f"{name} = {_read.shown(value)} is for pig; of zone_stalker name axes by x and y")
    line = position.position() if isinstance(position, State) else position
    data = _native._zone_map(
        table, None if x is None else _read.text("x", x), None if y is None else _read.text("y", y), _read.pairs("set", set),
        line, None if flipped is None else _read.switch("flipped", flipped), agents, samples, rounds, seed, threads,
    )  # fmt: skip
    return ZoneMap(data)


def review(
    replay: str | os.PathLike[str],
    seat: SupportsIndex = 0,
    *,
    by: str = "search:1000",
    seed: _Number = None,
    threads: _Number = None,
) -> Review:
    """What each decision of one seat in a replay cost, blunders first. The seat is judged by what it knew.

    Args:
        replay: The replay's path, or its text, as `roadside watch --save` writes it.
        seat: The seat, from 0.
        by: "solver" (exact), "search:N", or "playouts:N@PLAYER"; N from 2. Where an estimating
            judge finds that another action looks best than the one that was played, it measures the two anew, so that
            the loss is not too high for having been picked out. Estimated losses are those of who plays on as the
            judge does.
        seed: The seed of what is estimated, 0 to 2**64 - 1.
        threads: 1 to 1024, by default one per core; no number depends on it.

    Raises:
        ValueError: For a replay that cannot be read, a seat that decides nothing, or a judge that does not exist or
            cannot.
    """
    return Review(_native._review(_replay(replay), seat, by, seed, threads))


def rules(
    game: Game | str,
    vary: str,
    values: Iterable[int | str],
    *,
    games: _Number = None,
    strong: _Player | None = None,
    weak: _Player | None = None,
    candidates: Iterable[_Player] | None = None,
    seed: _Number = None,
    threads: _Number = None,
) -> RulesReport:
    """A game under different rules, game i with the same chance under all of them: the first seat's advantage,
    length, deaths,
    the share of skill, and the best simple stopping rule.

    Args:
        game: A `Game`, or the name of one.
        vary: The setting that is varied; of zone_stalker also "hazards", the share of Hazards in the Zone deck in
            percent.
        values: Its values, 1 to 50.
        games: How many games for each figure, 16 to 10000000; 1000 by default.
        strong: The strong player; by default the game's.
        weak: The weak player; random by default.
        candidates: The simple rules that are tried, [] for none; by default the game's.
        seed: The seed, 0 to 2**64 - 1.
        threads: 1 to 1024, by default one per core; no number depends on it.

    Raises:
        ValueError: For a setting, values or players that do not exist.
    """
    return RulesReport(_native._rules(game, vary, values, games, seed, threads, strong, weak, candidates))


def search(state: State, simulations: _Number = None, *, name: str | None = None, seed: _Number = None) -> SearchReport:
    """What a search finds out about the decision at hand, by what the seat to act knows.

    Only the value of the action that is played is well known: the others were tried little, and their `stderr` does not
    tell of that.

    Args:
        state: A `State` in which somebody is to act.
        simulations: How many simulations, 1 to 1000000; 1000 by default.
        name: Instead of them the search in full, such as "search:1000@root=puct@rollout=cautious:4" or "search:2s".
        seed: The seed of what it draws, 0 to 2**64 - 1.

    Raises:
        ValueError: If the game is over, or for a search that cannot be.
    """
    if name is not None and simulations is not None:
        raise ValueError(
            f"simulations = {_read.shown(simulations)} is given beside name = {_read.shown(name)}: give one of them"
        )
    if name is None:
        name = f"search:{1000 if simulations is None else _read.whole('simulations', simulations, 1, 1_000_000)}"
    return SearchReport(_native._search(state, name, seed))


def arena(
    game: Game | str,
    agents: Iterable[_Player],
    *,
    games: _Number = None,
    gauntlet: bool = False,
    luck_paths: _Number = None,
    seed: _Number = None,
    threads: _Number = None,
) -> ArenaReport:
    """Duplicate matches between the pairs of several players: shares of the win, or of the stakes where the game pays by
    something else, with intervals, and two ratings.

    Args:
        game: A `Game` of at least two seats, or the name of one.
        agents: At least two players, each once.
        games: How many games of each pair, 1 to 10000000; 1000 by default.
        gauntlet: Whether only the first player meets the others, as the one among them; without ratings.
        luck_paths: Luck is told apart in events of chance with at most so many paths, 0 to 1000000; 100 by default.
        seed: The seed, 0 to 2**64 - 1; deal i is episode i of it.
        threads: 1 to 1024, by default one per core; no number depends on it.

    Raises:
        ValueError: For players that do not exist, or fewer than two.
    """
    return ArenaReport(_native._arena(game, agents, games, seed, threads, luck_paths, gauntlet))


def _listed(name: str, value: Iterable[Any], most: int) -> list[Any]:
    """The items of what is or makes a list."""
    wrong = TypeError(f"{name} = {_read.shown(value)} is of type {type(value).__name__}: give a list")
    if isinstance(value, str | bytes | Mapping):
        raise wrong
    try:
        iterator = iter(value)
    except TypeError:
        raise wrong from None
    items: list[Any] = []
    for item in iterator:
        if len(items) == most:
            raise ValueError(f"{name} = {_read.shown(value)} has more than {most} items")
        items.append(item)
    return items


def _replay(replay: str | os.PathLike[str]) -> str:
    """The text of a replay, which may be told by its path."""
    if not isinstance(replay, str | os.PathLike):
        raise TypeError(
            f"replay = {_read.shown(replay)} is of type {type(replay).__name__}: give a path, or the text of a replay"
        )
    if isinstance(replay, str) and replay.startswith("roadside-replay"):
        return replay
    try:
        return Path(replay).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ValueError(f"replay = {_read.shown(replay)}: {error}") from error
