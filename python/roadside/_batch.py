"""What a step of many games brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Batch(NamedTuple):
    """The arrays that `VecEnv.reset` and `VecEnv.step` return, a row for each game."""

    observations: NDArray[np.float32] | NDArray[np.uint8]
    """What the seat of the row sees, rows x `observation_tensor_shape()`."""
    masks: NDArray[np.bool_]
    """What it may do, rows x `num_distinct_actions()`; all true where there is nothing to choose."""
    seats: NDArray[np.int8]
    """The seat that is to act, or that learns; -1 when the game is over and the caller plays all seats."""
    rewards: NDArray[np.float64]
    """What was got by this step: rows x seats, or rows where one seat learns."""
    terminated: NDArray[np.bool_]
    """Whether the row's episode is over."""
    truncated: NDArray[np.bool_]
    """Whether it was cut off by `max_steps`."""
    final_observations: NDArray[np.float32] | NDArray[np.uint8] | None
    """Under "same_step" autoreset the last observations of the rows whose episode ended in this step, in their order;
    else None."""
