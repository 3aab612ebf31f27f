//! Tells a game so that a person can follow it and check each roll.

use std::io::{self, Write};
use std::time::Duration;

use roadside_env::{Game, Seat, Settings, State, View};

use crate::table::{Table, counted};

/// Tells a game, moment by moment.
pub struct Teller<'a, G: Game> {
    pub game: &'a G,
    pub out: &'a mut dyn Write,
    /// Whose knowledge it tells, with the table at each of its decisions; `None`: everything, with the table as
    /// the seat to act sees it.
    pub viewer: Option<Seat>,
    /// Whether the position line is told too.
    pub positions: bool,
    /// How long it waits after each action.
    pub delay: Duration,
    /// The seat to act when the table was last drawn.
    pub shown: Option<Seat>,
}

impl<'a, G: Game> Teller<'a, G> {
    /// Tells everything, without a pause.
    pub fn new(game: &'a G, out: &'a mut dyn Write) -> Self {
        Self { game, out, viewer: None, positions: false, delay: Duration::ZERO, shown: None }
    }

    /// What is played and how it is set up.
    pub fn opening(&mut self, seed: Option<u64>, players: &[String]) -> io::Result<()> {
        write!(self.out, "{}, {}", G::NAME, counted(self.game.facts().seats, "seat"))?;
        if let Some(seed) = seed {
            write!(self.out, ", seed {seed}")?;
        }
        writeln!(self.out)?;
        for (key, value) in changed_settings(self.game) {
            writeln!(self.out, "  {key} = {value}")?;
        }
        for (seat, player) in players.iter().enumerate() {
            writeln!(self.out, "  seat {seat}: {player}")?;
        }
        Ok(())
    }

    /// What happened.
    pub fn hear(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| writeln!(self.out, "  {line}"))
    }

    /// What came of the set-up, or of the action that led to `state`.
    pub fn moment(
        &mut self,
        state: &G::State,
        action: Option<(Seat, &str)>,
        lines: &[String],
    ) -> io::Result<()> {
        self.hear(lines)?;
        if let Some((seat, label)) = action {
            // An action that nobody tells of may be secret.
            if lines.is_empty() && self.viewer.is_none_or(|viewer| viewer == seat) {
                writeln!(self.out, "  {}: {label}", self.game.seat_name(state, seat))?;
            }
        }
        if self.positions {
            writeln!(self.out, "  position: {}", state.position(self.game))?;
        }
        if action.is_some() && !self.delay.is_zero() {
            self.out.flush()?;
            std::thread::sleep(self.delay);
        }
        self.table(state)
    }

    /// The table, if another seat is to act than when it was last drawn. A viewer sees it only when asked, and
    /// then always: to be asked is no event, and a table drawn in between would tell that others were.
    fn table(&mut self, state: &G::State) -> io::Result<()> {
        let to_act = state.current_player();
        let due = if self.viewer.is_some() { to_act == self.viewer } else { to_act != self.shown };
        if let Some(seat) = to_act.filter(|_| due) {
            let view = View::new(self.game, state, seat);
            writeln!(self.out, "\n{}\n", view.text().trim_end())?;
        }
        self.shown = to_act;
        Ok(())
    }

    /// How it ended, seat by seat.
    pub fn ending(&mut self, state: &G::State, players: &[String]) -> io::Result<()> {
        if !state.is_terminal() {
            return writeln!(self.out, "\nThe game was left unfinished.");
        }
        let mut table = Table::new(5);
        for seat in 0..self.game.facts().seats {
            let standing = state.standing(self.game, seat);
            let player = players.get(seat).map_or("-", String::as_str);
            table.row([
                self.game.seat_name(state, seat),
                player.to_owned(),
                standing.win_share.map_or_else(String::new, won),
                standing.score.map_or_else(String::new, |score| format!("score {score}")),
                standing.dead.map_or("", |dead| if dead { "dead" } else { "alive" }).to_owned(),
                format!("return {}", rounded(state.player_return(self.game, seat))),
            ]);
        }
        write!(self.out, "\nThe game is over.\n{table}")
    }
}

fn won(share: f64) -> String {
    match share {
        1.0 => "wins".to_owned(),
        0.0 => "loses".to_owned(),
        _ => format!("shares the win ({})", rounded(share)),
    }
}

/// To at most four digits behind the point.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The settings that are not the default ones.
fn changed_settings<G: Game>(game: &G) -> Vec<(String, String)> {
    let default =
        G::from_settings(&Settings::default()).map_or_else(|_| Settings::default(), |g| g.settings());
    let settings = game.settings();
    let changed = settings.iter().filter(|&(key, value)| default.get(key) != Some(value));
    changed.map(|(key, value)| (key.to_owned(), setting_text(value))).collect()
}

/// A value as it is written behind `--config key=`.
fn setting_text(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => items.iter().map(setting_text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
