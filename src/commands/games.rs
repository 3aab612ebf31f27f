//! `roadside games`.

use std::io::Write;

use serde_json::{Value, json};

use roadside_agents::{Description, Parameter, Playable, describe};
use roadside_env::games::AnyGame;
use roadside_env::{Facts, Key, Settings, Utility, with_game};

use crate::args::SetupArgs;
use crate::failure::Failure;
use crate::table::{Table, counted};

/// Tell what games there are: shapes, settings and players
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  roadside games pig\n  roadside games zone_stalker --players 4 --json")]
pub struct Args {
    /// Tell of this game alone, with what its observation means and the list of its actions
    name: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Print JSON: an object for one game, else a list
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        if !args.setup.is_empty() {
            return Err(Failure::wrong_use(
                "--players and --config set up one game: name it, as in `roadside games pig --players 3`",
            ));
        }
        let games = AnyGame::names().into_iter().map(|name| AnyGame::load(name, &Settings::default()));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        return if args.json { write_list(&games, out) } else { tell_list(&games, out) };
    };
    let game = args.setup.load(name)?;
    with_game!(&game, game => if args.json { write_game(game, out) } else { tell_game(game, out) })
}

fn write_list(games: &[AnyGame], out: &mut dyn Write) -> Result<(), Failure> {
    let list: Vec<Value> = games.iter().map(|game| with_game!(game, game => summary(game))).collect();
    Ok(writeln!(out, "{}", json!(list))?)
}

fn write_game<G: Playable>(game: &G, out: &mut dyn Write) -> Result<(), Failure> {
    let mut json = summary(game);
    json["observation"] = json!(game.observation_spec().slices());
    json["actions"] = json!(game.action_labels());
    Ok(writeln!(out, "{json}")?)
}

fn summary<G: Playable>(game: &G) -> Value {
    json!({
        "name": G::NAME,
        "facts": game.facts(),
        "settings": G::keys(),
        "players": describe::<G>(),
    })
}

fn tell_list(games: &[AnyGame], out: &mut dyn Write) -> Result<(), Failure> {
    for (place, game) in games.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        with_game!(game, game => tell_summary(game, out))?;
    }
    Ok(writeln!(
        out,
        "\n`roadside games GAME` tells of one game what its observation means and what can be done."
    )?)
}

fn tell_game<G: Playable>(game: &G, out: &mut dyn Write) -> Result<(), Failure> {
    tell_summary(game, out)?;
    writeln!(out, "\nobservation\n{}", observation_table(game))?;
    writeln!(out, "numbers by label")?;
    for (names, labels) in game.observation_spec().labels() {
        writeln!(out, "  {}\n    {}", names.join(", "), labels.join(", "))?;
    }
    writeln!(out)?;
    writeln!(out, "actions")?;
    for (number, label) in game.action_labels().iter().enumerate() {
        writeln!(out, "  {number} {label}")?;
    }
    Ok(())
}

fn tell_summary<G: Playable>(game: &G, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}\n  {}", G::NAME, in_words(game.facts()))?;
    writeln!(out, "\n  settings\n{}", setting_table(G::keys()))?;
    write!(out, "  players\n{}", player_table(&describe::<G>()))?;
    Ok(())
}

/// The facts of a game, in one line.
fn in_words(facts: &Facts) -> String {
    let utility = match facts.utility {
        Utility::ZeroSum => "zero-sum",
        Utility::ConstantSum => "constant sum",
        Utility::GeneralSum => "everybody for himself",
        Utility::Identical => "all win or lose together",
    };
    let longest = facts
        .max_game_length
        .map_or("no longest game".to_owned(), |most| format!("at most {most} decisions"));
    [
        counted(facts.seats, "seat"),
        format!("{} actions", facts.actions),
        format!("{} observation numbers", facts.observation_len),
        if facts.hidden_information { "hidden information" } else { "nothing hidden" }.to_owned(),
        if facts.simultaneous { "secret simultaneous choices" } else { "one acts at a time" }.to_owned(),
        utility.to_owned(),
        format!("returns {:.4} to {:.4}", facts.min_utility, facts.max_utility),
        longest,
        format!("rules version {}", facts.rules_version),
    ]
    .join(", ")
}

fn setting_table(keys: &[Key]) -> Table {
    let mut table = Table::new(4);
    for key in keys {
        let default = format!("default {}", key.default);
        table.row([format!("  {}", key.name), key.values.to_string(), default, key.meaning.to_owned()]);
    }
    table
}

fn player_table(players: &[Description]) -> Table {
    let mut table = Table::new(2);
    for player in players {
        let parameter =
            |given: &Parameter| format!("; {} is {given}, by default {}", given.name, given.default);
        let parameters = player.parameters.iter().map(parameter).collect::<String>();
        table.row([format!("  {}", player.usage), format!("{}{parameters}", player.meaning)]);
        for Key { name, values, default, meaning } in player.options {
            table.row([String::new(), format!("  @{name}= {meaning}: {values}, by default {default}")]);
        }
    }
    table
}

fn observation_table<G: Playable>(game: &G) -> Table {
    let mut table = Table::new(4);
    for slice in game.observation_spec().slices() {
        table.row([
            slice.name.clone(),
            slice.places(),
            format!("0 to {}, unit {}", slice.most, slice.unit),
            slice.meaning.clone(),
        ]);
    }
    table
}
