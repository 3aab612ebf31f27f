"""What a step of many games brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Batch(NamedTuple):
    """The arrays that `VecEnv.reset` and `VecEnv.step` return, a row for each game.

    - observations: what the seat of the row sees, rows x `observation_tensor_shape()`, float32 or uint8.
    - masks: what it may do, rows x `num_distinct_actions()`, bool; all true where there is nothing to choose.
    - seats: the seat that is to act, or that learns, rows, int8; -1 when the game is over and the caller plays all seats.
    - rewards: what was got by this step, float64: rows x seats, or rows where one seat learns.
    - terminated: whether the row's episode is over, rows, bool.
    - truncated: whether it was cut off by `max_steps`, rows, bool.
    - final_observations: under "same_step" autoreset the last observations of the rows whose episode ended in this step,
      in their order; else None.
    """

    observations: NDArray[np.float32] | NDArray[np.uint8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    final_observations: NDArray[np.float32] | NDArray[np.uint8] | None
