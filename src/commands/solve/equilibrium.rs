//! Equilibria of games for two in which something is hidden.

use std::io::Write;

use serde_json::json;

use roadside_agents::Playable;
use roadside_agents::equilibrium::{
    Equilibrium, EquilibriumError, EquilibriumOptions, Progress as Stage, TreeOptions, equilibrium,
};

use super::Args;
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::progress::Progress;
use crate::table::{Table, counted};

pub fn run<G: Playable>(game: &G, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let tree = TreeOptions { objective: args.objective.unwrap_or_default(), memory: args.memory << 20 };
    let options = EquilibriumOptions { tree, ..EquilibriumOptions::default() };
    let stop = stop_at_ctrl_c("leaving off")?;
    let progress = Progress::counting("steps");
    let show = |stage| match stage {
        Stage::Positions(done) | Stage::Views(done) | Stage::Iterations(done, _) => progress.show(done),
    };
    let found = equilibrium(game, &options, &show, &stop);
    let seconds = progress.finish();
    let found = found.map_err(|error| failure(game, &error))?;
    if args.json {
        let report = json!({
            "value": found.value(0),
            "exact": false,
            "lower": found.lower(0),
            "upper": found.upper(0),
            "states": found.tree().positions(),
            "seconds": seconds,
            "decision": null,
        });
        writeln!(out, "{report}")?;
    } else {
        write_tables(game, &found, seconds, out)?;
    }
    if stop.is_soon() {
        out.flush()?;
        return Err(Failure::Interrupted(format!("interrupted after {} iterations", found.iterations())));
    }
    Ok(())
}

fn write_tables<G: Playable>(
    game: &G,
    found: &Equilibrium<G>,
    seconds: f64,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let tree = found.tree();
    writeln!(out, "{}, {}, an equilibrium for the {}\n", G::NAME, counted(2, "seat"), tree.objective())?;
    let mut table = Table::new(1);
    table.row(["seat", "value", "at least", "at most", "information sets"]);
    for seat in 0..game.facts().seats {
        let values = [found.value(seat), found.lower(seat), found.upper(seat)];
        let cells = values.map(|value| format!("{value:.9}")).into_iter();
        let sets = tree.information_sets(seat).to_string();
        table.row(std::iter::once(seat.to_string()).chain(cells).chain([sets]));
    }
    write!(out, "{table}")?;
    let (positions, iterations) =
        (counted(tree.positions(), "position"), counted(found.iterations(), "iteration"));
    writeln!(out, "\n{positions}, {iterations}, {seconds:.2} seconds")
}

/// The failure, and what else could be done where the game is too large or of another kind.
fn failure<G: Playable>(game: &G, error: &EquilibriumError) -> Failure {
    let bounds = if G::MARKS_TURNS {
        "; of the whole game there are only bounds, and `roadside analyze flip` gives those of a turn"
            .to_owned()
    } else {
        let (game, seats) = (G::NAME, game.facts().seats);
        format!(
            "; the player `search:1000` goes by estimates, as in `roadside watch --game {game} --players {seats} --agents search:1000`"
        )
    };
    match error {
        EquilibriumError::TooLarge { .. } => Failure::Failed(format!(
            "seats know what others do not, so no position has a value of its own, and {error}: `--memory` takes MiB{bounds}"
        )),
        EquilibriumError::Stopped => Failure::Interrupted(error.to_string()),
        EquilibriumError::Unbounded { .. }
        | EquilibriumError::Seats { .. }
        | EquilibriumError::NotOpposed { .. }
        | EquilibriumError::NoObjective { .. } => Failure::wrong_use(format!("{error}{bounds}")),
        _ => Failure::Failed(error.to_string()),
    }
}
