//! Arenas as a whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::{HOLD, Pig};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Action, Agent, Game, Play, Sampled, Settings, Stream, View};

use super::digest::Digest;
use super::share::Shares;
use super::table::Match;
use super::*;
use serde_json::json;

use crate::{Options as SimulateOptions, simulate};

fn pig(seats: usize) -> Pig {
    Pig::from_settings(&Settings::default().with("players", seats).with("target", 30)).unwrap()
}

fn zone(seats: usize) -> ZoneStalker<6> {
    ZoneStalker::from_settings(&Settings::default().with("players", seats)).unwrap()
}

fn options(games: u64) -> Options {
    Options { games, seed: 5, ..Options::default() }
}

fn held<G: Playable>(game: &G, names: &[&str], options: &Options) -> Result<Report, ArenaError> {
    run(game, names, options, &|_, _| {}, &Stop::default())
}

fn refusal<G: Playable>(game: &G, names: &[&str], options: &Options) -> String {
    held(game, names, options).unwrap_err().to_string()
}

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("roadside-arena-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn matches_of(path: &Path) -> Vec<Match> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Plays the game of a match by hand.
fn play_by_hand<G: Playable>(game: &G, names: &[&str], seed: u64, deal: u64) -> (Vec<f64>, u64) {
    let mut players: Vec<_> = names.iter().map(|name| make::<G>(name).unwrap()).collect();
    let mut play = Play::new(std::sync::Arc::new(game.clone()), Sampled::new(seed, deal));
    let mut streams: Vec<_> = (0..names.len()).map(|seat| Stream::for_player(seed, deal, seat)).collect();
    let mut decisions = 0;
    while let Some(view) = play.view_to_act() {
        let seat = view.seat();
        let action = players[seat].act(&view, &mut streams[seat]);
        play.apply_action(action).unwrap();
        decisions += 1;
    }
    (play.returns(), decisions)
}

#[test]
fn every_game_is_the_one_of_its_deal_from_every_seat() {
    let folder = folder("deals");
    for luck_paths in [0, 1000] {
        let out = folder.join(format!("{luck_paths}.jsonl"));
        let game = zone(3);
        let options = Options { luck_paths, out: Some(out.clone()), ..options(6) };
        let report = held(&game, &["cautious:4", "random"], &options).unwrap();
        assert_eq!((report.games, report.deals, report.pairs.len()), (6, 2, 2));
        let matches = matches_of(&out);
        assert_eq!(matches.len(), 4);
        for (at, played) in matches.iter().enumerate() {
            assert_eq!(played.deal, at as u64 / 2);
            for (seat, game_played) in played.games.iter().enumerate() {
                let mut names = [played.other.as_str(); 3];
                names[seat] = &played.one;
                let expected = play_by_hand(&game, &names, 5, played.deal);
                assert_eq!(
                    (game_played.returns.clone(), game_played.decisions),
                    expected,
                    "luck {luck_paths}"
                );
                assert_eq!(game_played.luck.is_some(), luck_paths > 0);
            }
        }
    }
}

#[test]
fn a_deal_has_the_same_set_up_and_dice_whoever_sits_where() {
    let game = zone(2);
    let characters = |deal| {
        let state = game.new_initial_state(&mut Sampled::new(5, deal));
        [0, 1].map(|seat| game.group_of(&state, seat))
    };
    // The rotation changes players, not seats: what is dealt to a seat is the deal's alone.
    assert_eq!(characters(3), characters(3));
    assert!((0..20).any(|deal| characters(deal) != characters(deal + 1)));
    // Two equal players of different names have the same games from either side.
    let make = |at: usize| {
        let inner = crate::make::<ZoneStalker<6>>("cautious:4")?;
        Ok(Box::new(Named(["a", "b"][at], inner)) as Box<dyn Agent<_>>)
    };
    let report = run_with(&game, 2, &make, &options(60), &|_, _| {}, &Stop::default()).unwrap();
    let share = report.pairs[0].share;
    assert_eq!((share.mean, report.pairs[0].margin.unwrap().mean), (0.5, 0.0));
    // Of 60 independent games it would be 0.065.
    assert!(share.stderr < 0.02, "pairing leaves no spread: {share:?}");
    assert!(report.pairs[0].p_value > 0.999);
}

/// A player under another name.
struct Named<G: Game>(&'static str, Box<dyn Agent<G>>);

impl<G: Game> Agent<G> for Named<G> {
    fn name(&self) -> String {
        self.0.to_owned()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        self.1.act(view, rng)
    }
}

#[test]
fn shares_agree_with_those_of_a_simulation() {
    let game = pig(2);
    let report = held(&game, &["hold:10", "random"], &options(4000)).unwrap();
    let simulated = |names: &[&str]| {
        let options = SimulateOptions { games: 20_000, seed: 77, ..SimulateOptions::default() };
        simulate(&game, names, &options, &|_| {}, &Stop::default()).unwrap().seats
    };
    let first = simulated(&["hold:10", "random"])[0].win_share.unwrap();
    let second = simulated(&["random", "hold:10"])[1].win_share.unwrap();
    let found = report.pairs[0].share;
    let error = (found.stderr.powi(2) + (first.stderr.powi(2) + second.stderr.powi(2)) / 4.0).sqrt();
    assert!((found.mean - f64::midpoint(first.mean, second.mean)).abs() < 4.0 * error, "{found:?}");
    assert!(report.pairs[0].p_holm < 0.001);
    assert_eq!(report.matrix, [[None, Some(found.mean)], [Some(report.pairs[1].share.mean), None]]);
    assert!((found.mean + report.pairs[1].share.mean - 1.0).abs() < 1e-12);
}

#[test]
fn threads_change_nothing() {
    let folder = folder("threads");
    let names = ["hold:10", "hold:20", "random"];
    let with = |threads| {
        let out = folder.join(format!("{threads}.jsonl"));
        let options = Options { threads: Some(threads), out: Some(out.clone()), ..options(61) };
        let report = held(&pig(3), &names, &options).unwrap();
        (report, fs::read(out).unwrap())
    };
    let expected = with(1);
    assert_eq!(expected.0.games, 63, "rounded up to whole deals");
    for threads in [2, 8] {
        assert!(with(threads) == expected, "{threads} threads");
    }
}

/// Pitfall: an evaluation that counts what ends first. Wherever the file was cut, the same games stand in it in the end.
#[test]
fn wherever_it_is_killed_it_goes_on_as_if_it_had_not_been() {
    let folder = folder("killed");
    let (whole, cut) = (folder.join("whole.jsonl"), folder.join("cut.jsonl"));
    let names = ["hold:10", "hold:20"];
    let with = |out: &Path| Options { out: Some(out.to_owned()), threads: Some(2), ..options(10) };
    let expected = held(&pig(2), &names, &with(&whole)).unwrap();
    let bytes = fs::read(&whole).unwrap();
    let is_end = |&at: &usize| bytes[at] == b'\n';
    let ends: Vec<usize> = (0..bytes.len()).filter(is_end).collect();
    let near_an_end = |at: usize| ends.iter().any(|end| end.abs_diff(at) < 3);
    for length in (0..=bytes.len()).filter(|&at| at % 97 == 0 || near_an_end(at)) {
        fs::write(&cut, &bytes[..length]).unwrap();
        let first_heard = AtomicU64::new(u64::MAX);
        let watch = |games, all| {
            assert_eq!(all, 10);
            first_heard.fetch_min(games, Ordering::Relaxed);
        };
        let report = run(&pig(2), &names, &with(&cut), &watch, &Stop::default()).unwrap();
        assert!(report == expected && fs::read(&cut).unwrap() == bytes, "cut at {length}");
        let whole_lines = ends.iter().filter(|&&end| end < length).count();
        assert_eq!(
            first_heard.into_inner(),
            2 * whole_lines.saturating_sub(1) as u64,
            "no deal is played twice"
        );
    }
}

#[test]
fn results_of_other_settings_are_refused_and_stay() {
    let folder = folder("others");
    let out = folder.join("results.jsonl");
    let kept = Options { out: Some(out.clone()), ..options(10) };
    held(&pig(2), &["hold:10", "random"], &kept).unwrap();
    let before = fs::read(&out).unwrap();
    let game = Pig::from_settings(&Settings::default().with("target", 40)).unwrap();
    let path = out.display();
    assert_eq!(
        refusal(&game, &["hold:10", "random"], &kept),
        format!(
            "{path} has results of other settings: settings.target is 30 there and 40 here; \
             name another file, or the same settings"
        )
    );
    let other = Options { seed: 6, luck_paths: 7, gauntlet: true, ..kept.clone() };
    let told = refusal(&pig(2), &["hold:11", "random"], &other);
    for difference in [
        "agents is [\"hold:10\",\"random\"] there and [\"hold:11\",\"random\"] here",
        "seed is 5 there and 6 here",
        "luck_paths is 100 there and 7 here",
        "gauntlet is false there and true here",
    ] {
        assert!(told.contains(difference), "{told}");
    }
    let fewer = Options { games: 8, ..kept.clone() };
    assert_eq!(
        refusal(&pig(2), &["hold:10", "random"], &fewer),
        format!(
            "{path} has more than the 8 games a pair that are asked for; ask for as many as it has, or name another file"
        )
    );
    let other_game = Kuhn::from_settings(&Settings::default()).unwrap();
    let told = refusal(&other_game, &["random", "random:1"], &kept);
    assert!(told.contains("too many parameters"), "{told}");
    assert_eq!(fs::read(&out).unwrap(), before);
}

#[test]
fn more_games_go_on_behind_those_that_are_there() {
    let folder = folder("more");
    let (grown, whole) = (folder.join("grown.jsonl"), folder.join("whole.jsonl"));
    let names = ["hold:10", "random"];
    let with = |out: &Path, games| Options { out: Some(out.to_owned()), ..options(games) };
    held(&pig(2), &names, &with(&grown, 6)).unwrap();
    let more = held(&pig(2), &names, &with(&grown, 10)).unwrap();
    assert_eq!(more, held(&pig(2), &names, &with(&whole, 10)).unwrap());
    assert_eq!(fs::read(&grown).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn results_of_an_older_form_are_refused_and_stay() {
    let folder = folder("older");
    let out = folder.join("results.jsonl");
    let kept = Options { out: Some(out.clone()), ..options(4) };
    held(&pig(2), &["hold:10", "random"], &kept).unwrap();
    let older = fs::read_to_string(&out).unwrap().replacen("\"roadside_arena\":2", "\"roadside_arena\":1", 1);
    fs::write(&out, &older).unwrap();
    let told = refusal(&pig(2), &["hold:10", "random"], &kept);
    assert!(told.contains("roadside_arena is 1 there and 2 here"), "{told}");
    assert_eq!(fs::read_to_string(&out).unwrap(), older);
}

#[test]
fn empty_lines_at_the_end_are_cut_off() {
    let folder = folder("empty-lines");
    let out = folder.join("results.jsonl");
    let names = ["hold:10", "random"];
    let with = |games| Options { out: Some(out.clone()), ..options(games) };
    let expected = held(&pig(2), &names, &with(10)).unwrap();
    let text = fs::read_to_string(&out).unwrap();
    for more in ["\n", "\n \r\n", "\n{\"deal\":"] {
        fs::write(&out, format!("{text}{more}")).unwrap();
        assert!(held(&pig(2), &names, &with(10)).unwrap() == expected, "{more:?}");
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
    }
}

#[test]
fn files_of_something_else_are_refused_and_stay() {
    let folder = folder("something-else");
    let out = folder.join("notes.txt");
    let kept = Options { out: Some(out.clone()), ..options(4) };
    let names = ["hold:10", "random"];
    for text in ["my notes", "my notes\n", "{\"a\":1}\n", "{\"roadside_arenas\":"] {
        fs::write(&out, text).unwrap();
        assert!(refusal(&pig(2), &names, &kept).contains("is not a file of results"), "{text}");
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
    }
    fs::remove_file(&out).unwrap();
    held(&pig(2), &names, &kept).unwrap();
    let text = fs::read_to_string(&out).unwrap();
    let swapped = text.replacen("\"one\":\"hold:10\"", "\"one\":\"hold:11\"", 1);
    let mut lines: Vec<&str> = text.lines().collect();
    let first = lines.remove(1);
    let gap = lines.join("\n") + "\n";
    let more = format!("{text}{first}\n");
    let holed = text.replacen('\n', "\n\n", 1);
    for (text, line) in [(swapped, 2), (gap, 2), (text.clone() + "no line\n", 4), (more, 4), (holed, 2)] {
        fs::write(&out, &text).unwrap();
        let told = refusal(&pig(2), &names, &kept);
        assert!(told.contains(&format!("line {line}: ")), "{told}");
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
    }
    let nowhere = Options { out: Some(folder.join("none/x")), ..options(4) };
    assert!(refusal(&pig(2), &names, &nowhere).contains("none/x: "));
}

#[test]
fn stopped_it_reports_the_deals_that_all_pairs_played() {
    let folder = folder("stopped");
    let (stopped, whole) = (folder.join("stopped.jsonl"), folder.join("whole.jsonl"));
    let names = ["hold:10", "hold:20", "random"];
    for now in [false, true] {
        let _ = fs::remove_file(&stopped);
        let stop = Stop::default();
        let watch = |games, _| {
            if games >= 40 {
                if now { stop.now() } else { stop.soon() }
            }
        };
        let long = Options { out: Some(stopped.clone()), threads: Some(2), ..options(1_000_000) };
        let report = run(&pig(2), &names, &long, &watch, &stop).unwrap();
        assert!((6..100).contains(&report.deals), "{}", report.deals);
        let short = Options { out: Some(whole.clone()), ..options(report.games) };
        let _ = fs::remove_file(&whole);
        assert_eq!(held(&pig(2), &names, &short).unwrap(), report);
        // The lines are those of an arena that was not stopped.
        let (found, expected) = (matches_of(&stopped), matches_of(&whole));
        assert_eq!(found[..expected.len()], expected);
        assert!(found.len() < expected.len() + 3);
    }
    let stop = Stop::default();
    stop.now();
    let none = run(&pig(2), &names, &options(10), &|_, _| {}, &stop).unwrap_err();
    assert!(none.to_string().starts_with("stopped before"), "{none}");
}

#[test]
fn luck_has_the_mean_0_and_takes_most_of_the_spread() {
    let folder = folder("luck");
    let out = folder.join("pig.jsonl");
    let game = Pig::from_settings(&Settings::default()).unwrap();
    // Neither player is what the estimates suppose.
    let report =
        held(&game, &["hold:12", "hold:20"], &Options { out: Some(out.clone()), ..options(3000) }).unwrap();
    let luck: Vec<f64> = matches_of(&out)
        .iter()
        .map(|played| Digest::of(played, &Shares::in_game(&game)).luck.unwrap())
        .collect();
    let mean = Estimate::of_mean(&luck).unwrap();
    assert!(mean.mean.abs() < 4.0 * mean.stderr, "{mean:?}");
    let (pair, adjusted) = (&report.pairs[0], report.pairs[0].luck_adjusted.unwrap());
    assert!(adjusted.margin_variance_factor > 4.0, "{adjusted:?}");
    assert!(adjusted.share_variance_factor > 4.0, "{adjusted:?}");
    let raw = pair.margin.unwrap();
    assert!((raw.mean - adjusted.margin.mean).abs() < 4.0 * raw.stderr, "{raw:?} {adjusted:?}");
    assert!(adjusted.margin.stderr < raw.stderr / 2.0);
}

#[test]
fn luck_is_fair_with_hidden_cards_and_cuts_in_between() {
    let folder = folder("zone-luck");
    let out = folder.join("zone.jsonl");
    let kept = Options { out: Some(out.clone()), luck_paths: 100, ..options(200) };
    let report = held(&zone(2), &["cautious:4", "veteran"], &kept).unwrap();
    assert!(report.pairs[0].luck_adjusted.unwrap().margin_variance_factor > 1.5, "{report:?}");
    let of_seat = |seat: usize| -> Vec<f64> {
        let games = matches_of(&out).into_iter().flat_map(|played| played.games);
        games.map(|game| game.luck.unwrap()[seat]).collect()
    };
    for seat in [0, 1] {
        let luck = Estimate::of_mean(&of_seat(seat)).unwrap();
        assert!(luck.mean.abs() < 4.0 * luck.stderr && luck.stderr > 0.0, "{luck:?}");
    }
}

#[test]
fn who_loses_to_all_is_last_and_counts_for_nothing() {
    let report = held(&pig(2), &["hold:10", "hold:20", "random"], &options(200)).unwrap();
    let random = &report.ratings[2];
    assert!(random.nash_weight.value < 1e-12);
    assert!(random.elo.high < report.ratings[0].elo.low);
    assert!(random.nash_elo.high < 0.0 && random.nash_share.high < 0.5);
    for rating in &report.ratings {
        for interval in [rating.elo, rating.nash_weight, rating.nash_elo, rating.nash_share] {
            assert!(interval.low <= interval.value && interval.value <= interval.high, "{rating:?}");
        }
    }
    assert!((report.ratings.iter().map(|rating| rating.elo.value).sum::<f64>()).abs() < 1e-6);
}

#[test]
fn who_never_loses_has_a_bounded_rating_that_says_so() {
    let game = Pig::from_settings(&Settings::default().with("target", 100)).unwrap();
    let report = held(&game, &["hold:20", "hold:10000"], &options(40)).unwrap();
    assert!(report.bounded == Some(false) && report.ratings[0].elo.value.is_finite(), "{report:?}");
    assert!(report.ratings[0].elo.low > 100.0, "{report:?}");
    let json = report.to_json(0.0, 0);
    let finite = |value: &serde_json::Value| !value.is_null();
    assert!(json["ratings"][0]["elo"].as_object().unwrap().values().all(finite));
}

/// Pitfall: who wins many small pots and loses the large ones is no good player.
#[test]
fn where_the_win_is_not_what_counts_ratings_go_by_the_utility() {
    let kuhn = Kuhn::from_settings(&Settings::default()).unwrap();
    let report = held(&kuhn, &["solver", "random"], &options(4000)).unwrap();
    let pair = &report.pairs[0];
    assert_eq!((report.share_of, json!(report.share_of)), (ShareOf::Stakes, json!("stakes")));
    // The margin is what one has more, and 4 lie between the least and the most.
    assert!((pair.share.mean - (0.5 + pair.margin.unwrap().mean / 8.0)).abs() < 1e-12, "{pair:?}");
    assert!(pair.share.low > 0.5 && pair.p_holm < 0.05, "{pair:?}");
    assert!(report.ratings[0].elo.value > 0.0 && report.ratings[0].nash_weight.value > 0.99, "{report:?}");
    let points = Settings::default().with("players", 2).with("utility", "points");
    let points = ZoneStalker::<2>::from_settings(&points).unwrap();
    let report = held(&points, &["greedy", "random"], &options(20)).unwrap();
    let pair = &report.pairs[0];
    assert_eq!(report.share_of, ShareOf::Stakes);
    let reach = points.facts().max_utility - points.facts().min_utility;
    assert!((pair.share.mean - (0.5 + pair.margin.unwrap().mean / (2.0 * reach))).abs() < 1e-12, "{pair:?}");
    assert_eq!(held(&pig(2), &["hold:10", "random"], &options(4)).unwrap().share_of, ShareOf::Win);
}

/// With two deals Student's interval would reach beyond all that can be paid.
#[test]
fn an_interval_ends_where_no_more_can_be_paid() {
    let kuhn = Kuhn::from_settings(&Settings::default()).unwrap();
    for seed in 0..20 {
        let report = held(&kuhn, &["solver", "random"], &Options { seed, ..options(4) }).unwrap();
        let pair = &report.pairs[0];
        for margin in [pair.margin.unwrap(), pair.luck_adjusted.unwrap().margin] {
            assert!(-4.0 <= margin.low && margin.high <= 4.0, "{pair:?}");
        }
    }
}

#[test]
fn all_games_with_a_contest_have_an_arena() {
    let kuhn = Kuhn::from_settings(&Settings::default()).unwrap();
    let make = |at: usize| {
        let inner = crate::make::<Kuhn>("random")?;
        Ok(Box::new(Named(["a", "b"][at], inner)) as Box<dyn Agent<_>>)
    };
    let report = run_with(&kuhn, 2, &make, &options(100), &|_, _| {}, &Stop::default()).unwrap();
    assert!(report.pairs[0].luck_adjusted.is_some());
    let team = Expedition::from_settings(&Settings::default().with("team", "on")).unwrap();
    assert!(refusal(&team, &["random", "x"], &options(4)).contains("gives all seats the same"));
    assert!(refusal(&zone(1), &["random", "skip"], &options(4)).contains("has one seat"));
}

#[test]
fn wrong_options_and_names_are_told() {
    let game = pig(2);
    let told = |options: Options| refusal(&game, &["random", "hold"], &options);
    assert_eq!(told(options(0)), "games = 0: legal is a whole number from 1 to 10000000");
    assert_eq!(
        told(Options { luck_paths: 2_000_000, ..options(2) }),
        "luck_paths = 2000000: legal is a whole number from 0 to 1000000"
    );
    assert!(told(Options { threads: Some(0), ..options(2) }).starts_with("threads = 0"));
    assert_eq!(
        refusal(&game, &["random", "hold", "hold:20"], &options(2)),
        "player \"hold:20\" is named twice; name each player once"
    );
    let unknown = refusal(&game, &["rnadom", "hold"], &options(2));
    assert!(unknown.starts_with("unknown player \"rnadom\" (did you mean random?)"), "{unknown}");
    assert_eq!(refusal(&game, &["hold"], &options(2)), "1 player is named; an arena needs at least 2");
}

/// A player that breaks off in some way.
struct Broken(bool);

impl Agent<Pig> for Broken {
    fn name(&self) -> String {
        "broken".to_owned()
    }

    fn act(&mut self, view: &View<'_, Pig>, _rng: &mut Stream) -> Action {
        match (view.turn_total() > 5, self.0) {
            (false, _) => roadside_env::games::pig::ROLL,
            (true, false) => Action(7),
            (true, true) if view.banked(1 - view.seat()) == u16::MAX => HOLD,
            (true, true) => panic!("lost my dice"),
        }
    }
}

#[test]
fn a_player_that_breaks_off_is_named_with_its_game() {
    let folder = folder("broken");
    for panics in [false, true] {
        let make = move |at: usize| match at {
            0 => crate::make("hold:10"),
            _ => Ok(Box::new(Broken(panics)) as Box<dyn Agent<Pig>>),
        };
        let out = folder.join(format!("{panics}.jsonl"));
        let options = Options { out: Some(out.clone()), threads: Some(2), ..options(100) };
        let error = run_with(&pig(2), 2, &make, &options, &|_, _| {}, &Stop::default()).unwrap_err();
        let told = error.to_string();
        assert!(told.starts_with("player broken at seat "), "{told}");
        assert!(told.contains(" of pig, seed 5, deal "), "{told}");
        let why = if panics { "panicked: lost my dice" } else { "broke the rules: action 7 does not exist" };
        assert!(told.contains(why), "{told}");
        assert!(fs::read_to_string(&out).unwrap().ends_with('\n'));
    }
}

#[cfg(feature = "files")]
#[test]
fn replays_of_all_games_are_kept_and_fit_the_results() {
    let folder = folder("replays");
    let (out, replays) = (folder.join("results.jsonl"), folder.join("new/replays"));
    let game = zone(2);
    let kept = Options { out: Some(out.clone()), replays: Some(replays.clone()), ..options(4) };
    let report = held(&game, &["cautious:4", "skip", "random"], &kept).unwrap();
    assert_eq!(fs::read_dir(&replays).unwrap().count(), 12);
    let plain = Options { out: None, replays: None, ..kept };
    assert_eq!(held(&game, &["cautious:4", "skip", "random"], &plain).unwrap(), report);
    for played in matches_of(&out) {
        let place = |name: &str| report.agents.iter().position(|agent| agent == name).unwrap();
        for (seat, result) in played.games.iter().enumerate() {
            let name = format!(
                "deal{}-player{}-at{seat}-others{}.replay",
                played.deal,
                place(&played.one),
                place(&played.other)
            );
            let replay = roadside_env::Replay::load(&replays.join(name)).unwrap();
            replay.run(&game, None, |_| {}).unwrap();
            assert_eq!(replay.players[seat], played.one);
            assert_eq!(replay.returns.as_ref(), Some(&result.returns));
            assert_eq!(replay.steps.len() as u64, result.decisions);
        }
    }
}
