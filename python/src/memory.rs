//! Whether what is asked for fits into the memory.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use roadside_env::Game;

/// About how many bytes a row of a `VecEnv` has beside its position: streams, a mask, what is told of it.
pub const OF_A_ROW: usize = 512;
/// The same of a game in a simulation, which keeps more.
pub const OF_A_GAME: usize = 1024;

/// Refuses so many rows of `G` if there is no room for them: running out of it later would end the process.
pub fn require_rows<G: Game>(rows: usize, beside: usize) -> PyResult<()> {
    let bytes = rows.saturating_mul(size_of::<G::State>() + beside);
    let room: Result<(), _> = Vec::<u8>::new().try_reserve_exact(bytes);
    room.map_err(|_| PyMemoryError::new_err(format!("rows = {rows}: they need about {} MiB", bytes >> 20)))
}
