//! The rule laboratory: a game under different rules, and what comes of them.
//!
//! One parameter of the rules takes several values. For each of them the same games are played: game i has the same chance
//! under all rules and with all players, as far as the rules let it (common random numbers). So differences between rules
//! are seen with far fewer games than by games of their own.
//!
//! - *First seat*: the strong player sits at all seats; the share of the win of seat 0 less the even share.
//! - *Skill against luck*: one strong player among weak ones, at each seat in turn. `edge` is its share of the win less the
//!   even share; `skill` is the edge as a part of what there is to gain, 1 less the even share: 0 where who plays does not
//!   matter, 1 where the strong player always wins. What is missing to 1 is luck, for these two players. Alone at the
//!   table the edge is the strong player's score less the weak one's, in the game's unit, and there is no such part.
//! - *Best simple rule*: of a list of simple stopping rules the one that does best against strong players, by successive
//!   halving (Karnin, Koren and Somekh 2013): all play a few games, the better half plays twice as many, and so on. The
//!   last four play all games anew, so the figure of the best is only little too high for having been chosen among them.

mod best;
mod deck;
mod laboratory;

use std::collections::BTreeMap;

use serde::Serialize;
use thiserror::Error;

use roadside_env::{ConfigError, Settings, Statistic, Stop, nearest};

use super::games::{Ending, GamesError, Table};
use super::{Estimate, PlayoutError, gained, what_is_gained};
use crate::arena::NoContest;
use crate::double::first_double;
use crate::{Playable, make};

pub use best::BestRule;
pub use laboratory::Laboratory;

/// What is varied, and how it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesOptions {
    /// The parameter: a configuration key of the game, or what its [`Laboratory`] has beside them.
    pub vary: String,
    /// Its values, as in settings.
    pub values: Vec<String>,
    /// How many games are played for each figure, from [`MIN_GAMES`](Self::MIN_GAMES), and two for each seat, to
    /// 10,000,000.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The number of threads; `None`: one per core.
    pub threads: Option<usize>,
    /// The strong player; `None`: the one of the game.
    pub strong: Option<String>,
    /// The weak player; `None`: the one of the game.
    pub weak: Option<String>,
    /// The simple rules that are tried; `None`: those of the game. Empty for none.
    pub candidates: Option<Vec<String>>,
}

impl RulesOptions {
    /// The fewest games.
    pub const MIN_GAMES: u64 = 16;
    /// The most games.
    pub const MAX_GAMES: u64 = 10_000_000;
    /// The most values.
    pub const MAX_VALUES: usize = 50;
}

/// A sweep was refused, or could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// There is no such parameter.
    #[error("there is no parameter \"{name}\"{nearest}; {game} has{}",
        if known.is_empty() { " none that can be varied".to_owned() } else { format!(": {}", known.join(", ")) })]
    Parameter {
        /// What was given.
        name: String,
        /// The nearest names, in words; may be empty.
        nearest: String,
        /// The game.
        game: &'static str,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// A value is refused.
    #[error(transparent)]
    Value(#[from] ConfigError),
    /// A share is none.
    #[error("{name} = {found}: legal is a whole number from {least} to {most}, in percent of the cards")]
    Share {
        /// The parameter.
        name: &'static str,
        /// What was given.
        found: String,
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// In the game all seats get the same.
    #[error(transparent)]
    NoContest(#[from] NoContest),
    /// A value or a simple rule is named twice.
    #[error("{what} \"{found}\" is named twice; name each once")]
    Twice {
        /// What it is.
        what: String,
        /// Which one.
        found: String,
    },
    /// There are no values, or too many.
    #[error("{vary}: give 1 to {most} values, with commas between them")]
    Values {
        /// The parameter.
        vary: String,
        /// How many there may be.
        most: usize,
    },
    /// An option is out of its range.
    #[error("{name} = {found}: legal is a whole number from {least} to {most}")]
    Option {
        /// Which one.
        name: &'static str,
        /// What was given.
        found: u64,
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// Players are refused, or break the rules.
    #[error(transparent)]
    Players(#[from] PlayoutError),
    /// It was stopped.
    #[error("stopped before all games were played")]
    Stopped,
    /// The system gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(String),
}

impl From<GamesError> for RulesError {
    fn from(error: GamesError) -> Self {
        match error {
            GamesError::Players(error) => Self::Players(error),
            GamesError::Stopped => Self::Stopped,
            GamesError::Thread(error) => Self::Thread(error),
        }
    }
}

/// What came of each value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RulesReport {
    /// The game.
    pub game: &'static str,
    /// How many seats play.
    pub players: usize,
    /// The parameter.
    pub vary: String,
    /// The games for each figure.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The strong player.
    pub strong: String,
    /// The weak player.
    pub weak: String,
    /// What simple rules are judged by: `win_share`, or alone at the table `score`.
    pub value: &'static str,
    /// One for each value, in the order given.
    pub outcomes: Vec<RulesOutcome>,
}

/// What came of one value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RulesOutcome {
    /// The value.
    pub value: String,
    /// The share of the win of seat 0 less the even share, strong players at all seats; `None` alone.
    pub first_seat: Option<Estimate>,
    /// By how much that is more than with the first value, by the same games.
    pub first_seat_change: Option<Estimate>,
    /// What is counted in a game between strong players, such as turns and decisions.
    pub per_game: BTreeMap<&'static str, Estimate>,
    /// The share of strong players that die; `None` where nobody can.
    pub deaths: Option<Estimate>,
    /// The mean score of strong players; `None` where there is none.
    pub score: Option<Estimate>,
    /// By how much one strong player does better among weak ones than one of them would.
    pub edge: Option<Estimate>,
    /// The edge as a part of what there is to gain; `None` alone.
    pub skill: Option<Estimate>,
    /// The best simple stopping rule; `None` if none was tried.
    pub best_rule: Option<BestRule>,
}

/// Plays the sweep from the settings of `game`. `watch` hears how many games are over, of [`planned_games`]; `stop` ends
/// it early.
///
/// The same settings, options and seed give the same report on any number of threads.
///
/// # Errors
/// [`RulesError`] for parameters, values and players that are refused, or if it was stopped.
pub fn rules<G: Laboratory>(
    game: &G,
    options: &RulesOptions,
    watch: &(impl Fn() + Sync),
    stop: &Stop,
) -> Result<RulesReport, RulesError> {
    let games = variants(game, options)?;
    let (usual_strong, usual_weak) = G::skilled();
    let named = |name: &Option<String>, usual: &str| full_name::<G>(name.as_deref().unwrap_or(usual));
    let (strong, weak) = (named(&options.strong, usual_strong)?, named(&options.weak, usual_weak)?);
    let table = Table { seed: options.seed, threads: options.threads, stop, watch };
    let mut outcomes = Vec::new();
    let mut first_shares: Option<Vec<f64>> = None;
    for (value, game) in options.values.iter().zip(&games) {
        let lab = Experiment { game, options, table: &table, strong: &strong, weak: &weak };
        let (mut outcome, shares) = lab.between_strong(value)?;
        let first = first_shares.get_or_insert_with(|| shares.clone());
        if !outcomes.is_empty() {
            outcome.first_seat_change = outcome.first_seat.and_then(|_| Estimate::of_pairs(&shares, first));
        }
        (outcome.edge, outcome.skill) = lab.skill()?;
        outcome.best_rule = lab.best_rule()?;
        outcomes.push(outcome);
    }
    Ok(RulesReport {
        game: G::NAME,
        players: game.facts().seats,
        vary: options.vary.clone(),
        games: options.games,
        seed: options.seed,
        strong,
        weak,
        value: what_is_gained(game.facts().seats),
        outcomes,
    })
}

/// How many games a sweep plays.
///
/// # Errors
/// As [`rules`], for parameters, values and candidates.
pub fn planned_games<G: Laboratory>(game: &G, options: &RulesOptions) -> Result<u64, RulesError> {
    let games = variants(game, options)?;
    let seats = game.facts().seats as u64;
    let skill = if seats == 1 { 2 * options.games } else { options.games / seats * seats };
    let one = |game: &G| {
        options.games + skill + best::planned(candidates(game, options).len(), options.games, seats)
    };
    Ok(games.iter().map(one).sum())
}

fn candidates<G: Laboratory>(game: &G, options: &RulesOptions) -> Vec<String> {
    options.candidates.clone().unwrap_or_else(|| game.candidates())
}

fn full_name<G: Playable>(name: &str) -> Result<String, PlayoutError> {
    Ok(make::<G>(name).map_err(crate::LineupError::from)?.name())
}

/// The game with each value.
fn variants<G: Laboratory>(game: &G, options: &RulesOptions) -> Result<Vec<G>, RulesError> {
    let RulesOptions { vary, values, games, .. } = options;
    // A spread takes two games at each seat.
    let least = RulesOptions::MIN_GAMES.max(2 * game.facts().seats as u64);
    let most = RulesOptions::MAX_GAMES;
    if !(least..=most).contains(games) {
        return Err(RulesError::Option { name: "games", found: *games, least, most });
    }
    let known = parameters::<G>();
    if !known.contains(&vary.as_str()) {
        let nearest = nearest(vary, &known);
        return Err(RulesError::Parameter { name: vary.clone(), nearest, game: G::NAME, known });
    }
    // Numbers are the same however they are written.
    let plain =
        |value: &String| value.parse::<i64>().map_or_else(|_| value.clone(), |number| number.to_string());
    require_once(&format!("{vary} ="), &values.iter().map(plain).collect::<Vec<_>>())?;
    if values.is_empty() || values.len() > RulesOptions::MAX_VALUES {
        return Err(RulesError::Values { vary: vary.clone(), most: RulesOptions::MAX_VALUES });
    }
    let games = values.iter().map(|value| variant(game, vary, value)).collect::<Result<Vec<_>, _>>()?;
    games.iter().try_for_each(NoContest::require_rivals)?;
    let names = options.candidates.iter().flatten().map(|name| full_name::<G>(name));
    require_once("the simple rule", &names.collect::<Result<Vec<_>, _>>()?)?;
    Ok(games)
}

/// Nothing is named twice.
fn require_once(what: &str, all: &[String]) -> Result<(), RulesError> {
    first_double(all)
        .map_or(Ok(()), |found| Err(RulesError::Twice { what: what.to_owned(), found: found.clone() }))
}

/// What can be varied: the keys of the game but those that make it another one, and what it has beside them.
fn parameters<G: Laboratory>() -> Vec<&'static str> {
    let keys = G::keys().iter().map(|key| key.name);
    keys.filter(|name| !matches!(*name, "players" | "preset" | "characters"))
        .chain(G::more_parameters().iter().copied())
        .collect()
}

fn variant<G: Laboratory>(game: &G, vary: &str, value: &str) -> Result<G, RulesError> {
    if G::more_parameters().contains(&vary) {
        return Ok(G::from_settings(&game.varied(vary, value)?)?);
    }
    let settings: Settings = game.settings();
    let settings = match value.parse::<i64>() {
        Ok(number) => settings.with(vary, number),
        Err(_) => settings.with(vary, value),
    };
    Ok(G::from_settings(&settings)?)
}

/// One value of the parameter.
struct Experiment<'a, G, W> {
    game: &'a G,
    options: &'a RulesOptions,
    table: &'a Table<'a, W>,
    strong: &'a str,
    weak: &'a str,
}

impl<G: Laboratory, W: Fn() + Sync> Experiment<'_, G, W> {
    /// Games between strong players, with the share of seat 0 in each.
    fn between_strong(&self, value: &str) -> Result<(RulesOutcome, Vec<f64>), RulesError> {
        let endings = self.table.play(self.game, &[self.strong], 0, self.options.games)?;
        let seats = self.game.facts().seats;
        let shares: Vec<f64> =
            endings.iter().map(|ending| ending.seats[0].win_share.unwrap_or(0.0)).collect();
        let even = 1.0 / seats as f64;
        let mut per_game: BTreeMap<&'static str, Estimate> = BTreeMap::new();
        let decisions = Estimate::of(endings.iter().map(|ending| f64::from(ending.decisions)));
        per_game.extend(decisions.map(|decisions| ("decisions", decisions)));
        for statistic in G::STATISTICS {
            if let Statistic::PerGame { name, tally } = *statistic {
                let count = Estimate::of(endings.iter().map(|ending| f64::from(ending.tallies[tally])));
                per_game.extend(count.map(|count| (name, count)));
            }
        }
        let outcome = RulesOutcome {
            value: value.to_owned(),
            first_seat: Estimate::of(shares.iter().map(|share| share - even)).filter(|_| seats > 1),
            first_seat_change: None,
            per_game,
            deaths: over_seats(&endings, |standing| standing.dead.map(|dead| f64::from(u8::from(dead)))),
            score: over_seats(&endings, |standing| standing.score),
            edge: None,
            skill: None,
            best_rule: None,
        };
        Ok((outcome, shares))
    }

    /// The edge of one strong player, and that as a part of what there is to gain.
    fn skill(&self) -> Result<(Option<Estimate>, Option<Estimate>), RulesError> {
        let seats = self.game.facts().seats;
        if seats == 1 {
            let [strong, weak] =
                [self.strong, self.weak].map(|name| self.values_of(name, name, (0, self.options.games)));
            return Ok((Estimate::of_pairs(&strong?, &weak?), None));
        }
        let shares = self.values_of(self.strong, self.weak, (0, self.options.games / seats as u64))?;
        let even = 1.0 / seats as f64;
        let edge = Estimate::of(shares.into_iter().map(|share| share - even));
        Ok((edge, edge.map(|edge| edge.times(1.0 / (1.0 - even)))))
    }

    fn best_rule(&self) -> Result<Option<BestRule>, RulesError> {
        let names = candidates(self.game, self.options);
        let names = names.iter().map(|name| full_name::<G>(name)).collect::<Result<Vec<_>, _>>()?;
        let seats = self.game.facts().seats as u64;
        best::best(names, self.options.games, seats, |name, games| self.values_of(name, self.strong, games))
    }

    /// What `name` gets among `others` in each game from a number on, as many as said: the mean over the seats, each of
    /// which it has once with the same chance, so that games are independent. The share of the win, or alone at the table
    /// the score.
    fn values_of(
        &self,
        name: &str,
        others: &str,
        (first, count): (u64, u64),
    ) -> Result<Vec<f64>, RulesError> {
        let seats = self.game.facts().seats;
        let mut values = vec![0.0; count as usize];
        for seat in 0..seats {
            let names: Vec<&str> = (0..seats).map(|at| if at == seat { name } else { others }).collect();
            let endings = self.table.play(self.game, &names, first, count)?;
            for (value, ending) in values.iter_mut().zip(endings) {
                *value += gained(&ending.seats[seat], seats) / seats as f64;
            }
        }
        Ok(values)
    }
}

/// The mean over seats and games of something that all seats have; games are independent, seats are not.
fn over_seats(endings: &[Ending], of: impl Fn(&roadside_env::Standing) -> Option<f64>) -> Option<Estimate> {
    let mean = |ending: &Ending| {
        let sum: Option<f64> = ending.seats.iter().map(&of).sum();
        sum.map(|sum| sum / ending.seats.len() as f64)
    };
    let means: Option<Vec<f64>> = endings.iter().map(mean).collect();
    Estimate::of(means?)
}

#[cfg(test)]
mod tests {
    use roadside_env::Game as _;
    use roadside_env::games::expedition::Expedition;
    use roadside_env::games::kuhn::Kuhn;
    use roadside_env::games::pig::Pig;
    use roadside_env::games::zone_stalker::ZoneStalker;

    use super::*;

    fn options(vary: &str, values: &[&str]) -> RulesOptions {
        RulesOptions {
            vary: vary.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
            games: 60,
            seed: 2,
            threads: None,
            strong: None,
            weak: None,
            candidates: Some(Vec::new()),
        }
    }

    fn pig() -> Pig {
        Pig::from_settings(&Settings::default().with("target", 30)).unwrap()
    }

    fn zone() -> ZoneStalker<2> {
        ZoneStalker::from_settings(&Settings::default()).unwrap()
    }

    fn run<G: Laboratory>(game: &G, options: &RulesOptions) -> Result<RulesReport, RulesError> {
        rules(game, options, &|| {}, &Stop::default())
    }

    #[test]
    fn the_same_report_comes_out_on_any_number_of_threads() {
        let with = |threads| {
            let candidates = Some(["hold:1", "hold:2", "hold:12"].map(str::to_owned).to_vec());
            run(&pig(), &RulesOptions { threads: Some(threads), candidates, ..options("die", &["4", "6"]) })
                .unwrap()
        };
        let expected = with(1);
        assert_eq!(with(2), expected);
        assert_eq!(expected.outcomes.len(), 2);
        let best = expected.outcomes[1].best_rule.as_ref().unwrap();
        assert_eq!((best.player.as_str(), best.tried), ("hold:12", 3));
    }

    #[test]
    fn as_many_games_are_played_as_were_planned() {
        let candidates = Some((1..=11).map(|k| format!("hold:{k}")).collect());
        let options = RulesOptions { candidates, ..options("target", &["10", "20", "30"]) };
        let played = std::sync::atomic::AtomicU64::new(0);
        let count = || {
            played.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        rules(&pig(), &options, &count, &Stop::default()).unwrap();
        assert_eq!(played.into_inner(), planned_games(&pig(), &options).unwrap());
    }

    #[test]
    fn longer_races_take_longer_and_leave_less_to_the_first_seat() {
        let report = run(&pig(), &RulesOptions { games: 400, ..options("target", &["2", "60"]) }).unwrap();
        let [short, long] = &report.outcomes[..] else { panic!("two outcomes") };
        // To 2 who begins wins 6 of 7 games.
        let first = short.first_seat.unwrap();
        assert!(first.low < 6.0 / 7.0 - 0.5 && 6.0 / 7.0 - 0.5 < first.high, "{first:?}");
        assert!(long.first_seat_change.unwrap().high < 0.0);
        assert!(long.per_game["turns"].low > short.per_game["turns"].high);
        let (edge, skill) = (long.edge.unwrap(), long.skill.unwrap());
        assert!((skill.mean - 2.0 * edge.mean).abs() < 1e-12 && skill.low > 0.0);
        assert_eq!(long.deaths, None);
    }

    #[test]
    fn more_hazards_kill_more() {
        let report = run(&zone(), &RulesOptions { games: 120, ..options("hazards", &["10", "60"]) }).unwrap();
        let [few, many] = [0, 1].map(|at| report.outcomes[at].deaths.unwrap());
        assert!(few.high < many.low, "{few:?} {many:?}");
    }

    #[test]
    fn alone_the_edge_is_one_in_score() {
        let game = ZoneStalker::<2>::from_settings(&Settings::default().with("players", 1)).unwrap();
        let report = run(&game, &options("fatal_injuries", &["3"])).unwrap();
        let outcome = &report.outcomes[0];
        assert_eq!((outcome.first_seat, outcome.skill, report.value), (None, None, "score"));
        assert!(outcome.edge.unwrap().low > 0.0);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refusal = |options: RulesOptions| run(&zone(), &options).unwrap_err().to_string();
        assert!(refusal(options("hand_traget", &["6"])).contains("did you mean hand_target"));
        assert!(refusal(options("players", &["2"])).starts_with("there is no parameter \"players\""));
        assert_eq!(
            refusal(options("hand_target", &["6", "99"])),
            "hand_target = 99: legal is a whole number from 1 to 30"
        );
        assert_eq!(
            refusal(options("hazards", &["150"])),
            "hazards = 150: legal is a whole number from 0 to 90, in percent of the cards"
        );
        assert_eq!(
            refusal(options("hand_target", &["6", "7", "06"])),
            "hand_target = \"6\" is named twice; name each once"
        );
        assert!(refusal(options("hand_target", &[])).contains("give 1 to 50 values"));
        let candidates = Some(["skip", "veteran", "veteran:4"].map(str::to_owned).to_vec());
        let double = RulesOptions { candidates, ..options("hand_target", &["6"]) };
        assert_eq!(refusal(double), "the simple rule \"veteran:4:15\" is named twice; name each once");
        let few = RulesOptions { games: 3, ..options("hand_target", &["6"]) };
        assert_eq!(refusal(few), "games = 3: legal is a whole number from 16 to 10000000");
        let ten = Pig::from_settings(&Settings::default().with("players", 10)).unwrap();
        let few = run(&ten, &RulesOptions { games: 19, ..options("die", &["6"]) }).unwrap_err();
        assert_eq!(few.to_string(), "games = 19: legal is a whole number from 20 to 10000000");
        let strong = RulesOptions { strong: Some("vetran".to_owned()), ..options("hand_target", &["6"]) };
        assert!(refusal(strong).contains("did you mean veteran"));
        let stop = Stop::default();
        stop.now();
        let stopped = rules(&pig(), &options("die", &["6"]), &|| {}, &stop);
        assert_eq!(stopped.unwrap_err(), RulesError::Stopped);
        let team = Expedition::from_settings(&Settings::default().with("team", "on")).unwrap();
        let refused = planned_games(&team, &options("team", &["on"])).unwrap_err();
        let why = "gives all seats the same";
        assert_eq!(refused, RulesError::NoContest(NoContest { game: "expedition", why }));
        let kuhn = Kuhn::from_settings(&Settings::default()).unwrap();
        assert_eq!(
            run(&kuhn, &options("players", &["2"])).unwrap_err().to_string(),
            "there is no parameter \"players\"; kuhn has none that can be varied"
        );
    }
}
