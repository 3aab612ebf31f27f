//! Roadside for Python: the native part of the package `roadside`.

#![expect(clippy::doc_markdown, reason = "docstrings are read in Python, as they stand")]
#![expect(clippy::needless_pass_by_value, reason = "arguments are handed over by value")]

mod agent;
mod analysis;
mod argument;
mod arrays;
mod batch;
mod error;
mod exclusive;
mod game;
mod integers;
mod memory;
mod picture;
mod play;
mod player;
mod rows;
mod signals;
mod simulate;
mod single_env;
mod spec;
mod state;
mod table;
mod vec_env;

/// The native part of the package `roadside`; its names are meant to be reached through that.
#[pyo3::pymodule]
mod _native {
    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// What `State.current_player` is when the game is over.
    #[pymodule_export]
    const TERMINAL: i64 = super::state::TERMINAL;

    #[pymodule_export]
    use super::agent::{Agent, agent_from_json, make_agent};
    #[pymodule_export]
    use super::analysis::{
        Equilibrium, Solution, arena, find_equilibrium, flip_by_hand, flip_of_state, nash_conv, pig_map,
        review, rules, search, solve, zone_map,
    };
    #[pymodule_export]
    use super::game::{Game, game_from_json, game_names, load_game};
    #[pymodule_export]
    use super::simulate::simulate;
    #[pymodule_export]
    use super::single_env::SingleEnv;
    #[pymodule_export]
    use super::spec::{Slice, slice_from_json};
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::vec_env::VecEnv;
}
