//! What a search must get right, on games whose answers are known.

use std::collections::HashMap;

use roadside_agents::search::{
    Belief, Budget, RolloutOptions, Rollouts, RootRule, Search, SearchOptions, SearchReport, search_by_name,
};
use roadside_agents::solver::{SolveOptions, Watch, solve};
use roadside_agents::{Playable, make};
use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::{BET, Kuhn, PASS};
use roadside_env::games::pig::{HOLD, Pig, ROLL};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{
    Action, Actions as _, Agent as _, Game, Knowledge as _, Sampled, Settings, State, Stream, View,
};

fn game<G: Game>(settings: impl std::borrow::Borrow<Settings>) -> G {
    G::from_settings(settings.borrow()).unwrap()
}

fn options(simulations: u64) -> SearchOptions {
    SearchOptions { budget: Budget::Simulations(simulations), ..SearchOptions::default() }
}

fn search<G: Playable>(
    player: &str,
    depth: Option<u32>,
    trees: usize,
    options: SearchOptions,
) -> Search<G, Rollouts<G>> {
    let rollouts = || Rollouts::new(make(player).unwrap(), depth, 0.0);
    Search::new((0..trees).map(|_| rollouts()).collect(), options)
}

fn run<G: Playable>(
    search: &mut Search<G, Rollouts<G>>,
    game: &G,
    state: &G::State,
    seed: u64,
) -> SearchReport {
    let view = View::new(game, state, state.current_player().unwrap());
    search.run(&view, &mut Stream::for_agent(seed)).unwrap()
}

fn visits(report: &SearchReport) -> Vec<(Action, u64)> {
    report.actions.iter().map(|action| (action.action, action.visits)).collect()
}

fn of(report: &SearchReport, action: Action) -> &roadside_agents::search::ActionReport {
    report.actions.iter().find(|row| row.action == action).unwrap()
}

#[test]
fn a_sure_win_gets_nearly_all_visits_whoever_moves() {
    for root in [RootRule::GUMBEL, RootRule::Puct] {
        for seats in [2, 3, 5] {
            let pig: Pig = game(Settings::default().with("players", seats));
            for mover in 0..seats {
                let mut banked = vec!["60"; seats];
                banked[mover] = "80";
                let position = format!("banked={} turn=20 act={mover}", banked.join(","));
                let state = pig.parse_position(&position).unwrap();
                let mut search = search("hold:20", Some(0), 1, SearchOptions { root, ..options(2000) });
                let report = run(&mut search, &pig, &state, 1);
                assert_eq!(report.chosen, HOLD, "{position}");
                assert!(of(&report, HOLD).visits > 1900, "{position}: {:?}", visits(&report));
                assert!(of(&report, HOLD).value.unwrap() > 0.999_999);
                assert!(of(&report, ROLL).value.unwrap() < of(&report, HOLD).value.unwrap());
            }
        }
    }
}

#[test]
fn a_gate_leaves_the_base_only_where_another_is_surely_better() {
    let pig: Pig = game(Settings::default());
    let ask = |position: &str, doubt| {
        let options = SearchOptions { root: RootRule::Gate { doubt }, ..options(400) };
        let base = Rollouts::new(make("hold:5").unwrap(), None, 0.98);
        run(&mut Search::new(vec![base], options), &pig, &pig.parse_position(position).unwrap(), 1)
    };
    // Holding leaves the other, who needs one point, nearly always the next roll; any roll but a 1 wins at once.
    let errs = ask("banked=90,99 turn=8 act=0", 200);
    assert_eq!(errs.chosen, ROLL);
    let (roll, hold) = (of(&errs, ROLL), of(&errs, HOLD));
    let (ahead, stderr) = (roll.ahead.unwrap(), roll.ahead_stderr.unwrap());
    assert!((roll.value.unwrap() - hold.value.unwrap() - ahead).abs() < 0.02, "{ahead}");
    assert!(ahead > 10.0 * stderr && stderr > 0.0, "{ahead} +- {stderr}");
    assert_eq!(hold.ahead, Some(0.0));
    assert_eq!(ask("banked=90,99 turn=8 act=0", 1_000_000).chosen, HOLD);
    // Where the base wins, the other is soon given up.
    let right = ask("banked=92,99 turn=8 act=0", 200);
    assert_eq!(right.chosen, HOLD);
    assert!(of(&right, ROLL).visits < 120, "{:?}", visits(&right));
}

#[test]
fn a_seat_that_moves_again_keeps_its_sign() {
    let pig: Pig = game(Settings::default());
    let mut search = search("hold:20", Some(0), 1, options(3000));
    // Rolling is 5 times in 6 a win two decisions of the same seat later; the opponent is far behind or about to win.
    let ahead = run(&mut search, &pig, &pig.parse_position("banked=98,0 turn=0 act=0").unwrap(), 3);
    assert_eq!(ahead.chosen, ROLL);
    assert!(of(&ahead, ROLL).value.unwrap() > 0.9, "{ahead:?}");
    // And the mirror: whatever it does, the opponent wins soon.
    let behind = run(&mut search, &pig, &pig.parse_position("banked=98,0 turn=0 act=1").unwrap(), 3);
    assert!(behind.actions.iter().all(|row| row.value.unwrap() < -0.5), "{behind:?}");
    assert_eq!(behind.chosen, ROLL);
}

#[test]
fn calls_that_win_or_lose_for_certain_are_worth_that() {
    let kuhn: Kuhn = game(Settings::default());
    let even = SearchOptions { belief: Belief::Even, ..options(400) };
    let mut search = search("random", None, 1, even);
    for (cards, value) in [("K,J", -2.0), ("Q,K", 2.0)] {
        let state = kuhn.parse_position(&format!("cards={cards} moves=b")).unwrap();
        let report = run(&mut search, &kuhn, &state, 5);
        assert_eq!(of(&report, BET).value, Some(value), "{cards}");
        assert_eq!(of(&report, PASS).value, Some(-1.0), "{cards}");
        assert_eq!(report.chosen, if value > 0.0 { BET } else { PASS }, "{cards}");
    }
}

#[test]
fn values_agree_with_enumeration_and_visits_add_up() {
    // To 2 points, each roll that is no 1 wins: p = 5/6 + 1/6 (1 - p) for the seat that begins.
    let pig: Pig = game(Settings::default().with("target", 2));
    let state = pig.parse_position("banked=0,0 turn=0 act=0").unwrap();
    for root in [RootRule::GUMBEL, RootRule::Puct] {
        let rollouts = Rollouts::new(make("hold:20").unwrap(), None, 0.999);
        let mut search = Search::new(vec![rollouts], SearchOptions { root, ..options(20_000) });
        let report = run(&mut search, &pig, &state, 8);
        let roll = of(&report, ROLL);
        let error = (roll.win_share.unwrap() - 6.0 / 7.0) / roll.win_share_stderr.unwrap();
        assert!(error.abs() < 3.0, "{error} standard errors");
        assert_eq!(report.actions.iter().map(|row| row.visits).sum::<u64>(), 20_000);
        assert_eq!((report.simulations, report.reused), (20_000, 0));
    }
    // Which of two cards the other holds: a call wins with one and loses with the other.
    let kuhn: Kuhn = game(Settings::default());
    let state = kuhn.parse_position("cards=J,Q moves=b").unwrap();
    let even = SearchOptions { belief: Belief::Even, root: RootRule::Puct, ..options(20_000) };
    let report = run(&mut search("random", None, 1, even), &kuhn, &state, 9);
    let call = of(&report, BET);
    assert!((call.value.unwrap() / call.stderr.unwrap()).abs() < 3.0, "{call:?}");
}

/// Positions that a seat may be at, from random play.
fn positions<G: Game>(game: &G, count: usize, seed: u64) -> Vec<G::State> {
    let (mut found, mut random) = (Vec::new(), Stream::for_agent(seed));
    for episode in 0.. {
        let mut chance = Sampled::new(seed, episode);
        let mut state = game.new_initial_state(&mut chance);
        while let Some(action) = state.legal_actions(game).choose(&mut random) {
            if random.below(25) == 0 {
                found.push(state.clone());
            }
            state.apply_legal(game, action, &mut chance);
        }
        if found.len() >= count {
            break;
        }
    }
    found.truncate(count);
    found
}

/// Searches positions that differ only in what the mover cannot see. How many did differ.
fn blind_to_what_is_hidden<G: Playable>(game: &G, pairs: usize, simulations: u64) -> usize {
    let RolloutOptions { player, depth, .. } = game.rollouts();
    let mut different = 0;
    for (number, state) in positions(game, pairs, 4).into_iter().enumerate() {
        let seat = state.current_player().unwrap();
        let knowledge = state.knowledge(game, seat);
        let [one, other] =
            [1, 2].map(|seed| knowledge.determinize(game, &mut Stream::for_redraw(seed)).unwrap());
        different += usize::from(one != other);
        let mut reports = [one, other].map(|state| {
            let mut search = search(player, depth, 1, options(simulations));
            run(&mut search, game, &state, number as u64)
        });
        for report in &mut reports {
            report.seconds = 0.0;
        }
        assert_eq!(reports[0], reports[1]);
    }
    different
}

#[test]
fn positions_that_differ_in_what_is_hidden_are_searched_alike() {
    let zone: ZoneStalker<2> = game(Settings::default());
    assert!(blind_to_what_is_hidden(&zone, 30, 100) > 20);
    let expedition: Expedition = game(Settings::default());
    blind_to_what_is_hidden(&expedition, 30, 100);
}

#[test]
#[ignore = "long: 200 pairs of 800 simulations"]
fn two_hundred_pairs_that_differ_in_what_is_hidden_are_searched_alike() {
    assert!(blind_to_what_is_hidden(&game::<ZoneStalker<2>>(Settings::default()), 200, 800) > 100);
    blind_to_what_is_hidden(&game::<ZoneStalker<6>>(Settings::default().with("players", 4)), 200, 800);
}

#[test]
fn the_same_seed_gives_the_same_search_with_any_number_of_trees() {
    let zone: ZoneStalker<2> = game(Settings::default());
    let RolloutOptions { player, depth, .. } = zone.rollouts();
    let rules = [RootRule::GUMBEL, RootRule::Gate { doubt: 100 }];
    for (state, root) in positions(&zone, 6, 2).into_iter().flat_map(|state| rules.map(|root| (state, root)))
    {
        let options = SearchOptions { root, ..options(301) };
        for trees in [1, 3] {
            let mut reports =
                [0, 1].map(|_| run(&mut search(player, depth, trees, options), &zone, &state, 7));
            for report in &mut reports {
                report.seconds = 0.0;
            }
            assert_eq!(reports[0], reports[1]);
            assert_eq!(reports[0].actions.iter().map(|row| row.visits).sum::<u64>(), 301);
            // What only has to be decided is decided alike.
            let mut search = search(player, depth, trees, options);
            let view = View::new(&zone, &state, state.current_player().unwrap());
            let chosen = search.choose(&view, &mut Stream::for_agent(7)).unwrap();
            assert_eq!(chosen, reports[0].chosen);
        }
    }
}

#[test]
fn a_tree_is_kept_only_within_its_play() {
    let pig: Pig = game(Settings::default());
    let mut search = search("hold:20", Some(0), 1, SearchOptions { reuse: true, ..options(500) });
    let mut random = Stream::for_agent(1);
    let first = pig.parse_position("banked=0,0 turn=0 act=0").unwrap();
    let next = pig.parse_position("banked=0,0 turn=4 act=0").unwrap();
    assert_eq!(search.run(&View::new(&pig, &first, 0), &mut random).unwrap().reused, 0);
    let report = search.run(&View::new(&pig, &next, 0), &mut random).unwrap();
    assert!(report.reused > 0 && report.simulations == 500, "{report:?}");
    // Another stream is another play.
    assert_eq!(search.run(&View::new(&pig, &next, 0), &mut Stream::for_agent(2)).unwrap().reused, 0);
}

#[test]
fn a_gate_compares_in_the_worlds_of_its_own_search() {
    let pig: Pig = game(Settings::default());
    let root = RootRule::Gate { doubt: 200 };
    let base = Rollouts::new(make("hold:5").unwrap(), None, 0.98);
    let mut search = Search::new(vec![base], SearchOptions { root, reuse: true, ..options(400) });
    // The base wins, so the other is soon given up, and has far fewer visits.
    let state = pig.parse_position("banked=92,99 turn=8 act=0").unwrap();
    let (view, mut random) = (View::new(&pig, &state, 0), Stream::for_agent(1));
    search.run(&view, &mut random).unwrap();
    let again = search.run(&view, &mut random).unwrap();
    assert_eq!((again.reused, again.chosen), (400, HOLD));
    assert!(of(&again, ROLL).ahead.unwrap() < 0.0, "{again:?}");
}

#[test]
fn a_time_is_an_end_too() {
    let pig: Pig = game(Settings::default());
    let state = pig.parse_position("banked=0,0 turn=10 act=0").unwrap();
    let view = View::new(&pig, &state, 0);
    assert!(make::<Pig>("search:5ms").unwrap().act(&view, &mut Stream::for_agent(1)).index() < 2);
    let time = SearchOptions { budget: Budget::Time(std::time::Duration::from_millis(5)), ..options(1) };
    let report = run(&mut search("hold:20", Some(0), 2, time), &pig, &state, 1);
    assert_eq!(report.actions.iter().map(|row| row.visits).sum::<u64>(), report.simulations);
}

#[test]
fn who_is_not_to_act_is_told_so() {
    let pig: Pig = game(Settings::default());
    let state = pig.parse_position("banked=0,0 turn=10 act=0").unwrap();
    let mut search = search("hold:20", Some(0), 1, options(10));
    assert!(search.run(&View::new(&pig, &state, 1), &mut Stream::for_agent(1)).is_err());
    assert!(search.choose(&View::new(&pig, &state, 1), &mut Stream::for_agent(1)).is_err());
}

#[test]
fn names_that_are_wrong_are_refused_with_what_is_right() {
    let refusal = |name: &str| make::<Pig>(name).err().expect("it is refused").to_string();
    assert!(
        refusal("search:0")
            .contains("legal is a whole number from 1 to 1000000, or a time from 1ms to 3600s, such as 2s")
    );
    assert!(refusal("search:99999999999").contains("from 1 to 1000000"));
    assert!(refusal("search@rot=puct").contains("did you mean root?"));
    assert!(refusal("search@root=pcut").contains("gumbel or puct"));
    assert!(refusal("search@depth=-1").contains("a whole number from 0 to 1000, or none"));
    assert!(refusal("search@c=1001").contains("from 0 to 1000"));
    assert_eq!(
        refusal("search@rollout=hodl:20"),
        "player search: rollout: unknown player \"hodl\" (did you mean hold:k?); pig has: random, search:n, solver, hold:k"
    );
    for slow in ["search@rollout=solver", "search@base=search:5"] {
        let words =
            "thinks for long at each choice, and would make thousands; name a quick player, such as hold:20";
        assert!(refusal(slow).ends_with(words), "{}", refusal(slow));
    }
    for name in ["search:7", "search:250ms", "search:1000@rollout=hold:20@root=puct", "search:9@trees=2"] {
        assert_eq!(make::<Pig>(name).unwrap().name(), name);
    }
}

#[test]
fn it_plays_every_game_to_its_end() {
    plays_to_the_end(&game::<Pig>(Settings::default().with("players", 3).with("target", 30)));
    plays_to_the_end(&game::<Kuhn>(Settings::default()));
    plays_to_the_end(&game::<Expedition>(Settings::default()));
    plays_to_the_end(&game::<ZoneStalker<6>>(Settings::default().with("players", 3)));
    plays_to_the_end(&game::<ZoneStalker<2>>(Settings::default().with("players", 1)));
}

fn plays_to_the_end<G: Playable>(game: &G) {
    let mut player = make::<G>("search:30").unwrap();
    let (mut chance, mut random) = (Sampled::new(1, 0), Stream::for_agent(1));
    let mut state = game.new_initial_state(&mut chance);
    while let Some(seat) = state.current_player() {
        let action = player.act(&View::new(game, &state, seat), &mut random);
        state.apply(game, action, &mut chance).unwrap();
    }
}

/// How likely `kuhn` is bet by who holds which card after which moves, over many searches.
fn kuhn_policy(simulations: u64, searches: u64) -> HashMap<(char, &'static str), f64> {
    let kuhn: Kuhn = game(Settings::default());
    let mut search = search("random", None, 1, options(simulations));
    let mut policy = HashMap::new();
    for (mover, moves) in [(0, ""), (0, "pb"), (1, "p"), (1, "b")] {
        for own in ['J', 'Q', 'K'] {
            let other = if own == 'Q' { 'K' } else { 'Q' };
            let cards = if mover == 0 { [own, other] } else { [other, own] };
            let moves_of = if moves.is_empty() { "-" } else { moves };
            let state =
                kuhn.parse_position(&format!("cards={},{} moves={moves_of}", cards[0], cards[1])).unwrap();
            let bets: u64 =
                (0..searches).map(|seed| of(&run(&mut search, &kuhn, &state, seed), BET).visits).sum();
            policy.insert((own, moves), bets as f64 / (searches * simulations) as f64);
        }
    }
    policy
}

/// What each seat could gain by knowing the other's policy, summed: 0 in an equilibrium.
fn kuhn_nash_conv(policy: &HashMap<(char, &'static str), f64>) -> f64 {
    let cards = ['J', 'Q', 'K'];
    let wins = |own: char, other: char| {
        if cards.iter().position(|&c| c == own) > cards.iter().position(|&c| c == other) { 1.0 } else { -1.0 }
    };
    let (mut first, mut second) = (0.0, 0.0);
    for own in cards {
        let others: Vec<char> = cards.into_iter().filter(|&card| card != own).collect();
        // Seat 0 best responds: bet, or pass and then fold or call.
        let bet: f64 = others
            .iter()
            .map(|&o| {
                let c = policy[&(o, "b")];
                c * 2.0 * wins(own, o) + (1.0 - c)
            })
            .sum();
        let shown: f64 = others.iter().map(|&o| (1.0 - policy[&(o, "p")]) * wins(own, o)).sum();
        let fold: f64 = others.iter().map(|&o| -policy[&(o, "p")]).sum();
        let call: f64 = others.iter().map(|&o| policy[&(o, "p")] * 2.0 * wins(own, o)).sum();
        first += bet.max(shown + fold.max(call)) / 6.0;
        // Seat 1 best responds to a bet and to a pass.
        let folds: f64 = others.iter().map(|&o| -policy[&(o, "")]).sum();
        let calls: f64 = others.iter().map(|&o| policy[&(o, "")] * 2.0 * wins(own, o)).sum();
        let passes: f64 = others.iter().map(|&o| (1.0 - policy[&(o, "")]) * wins(own, o)).sum();
        let bets: f64 = others
            .iter()
            .map(|&o| {
                let c = policy[&(o, "pb")];
                (1.0 - policy[&(o, "")]) * (c * 2.0 * wins(own, o) + (1.0 - c))
            })
            .sum();
        second += (folds.max(calls) + passes.max(bets)) / 6.0;
    }
    first + second
}

#[test]
fn kuhn_is_played_near_its_equilibrium() {
    let alpha = 1.0 / 3.0;
    let exact: HashMap<_, _> = [
        (('J', ""), alpha),
        (('Q', ""), 0.0),
        (('K', ""), 3.0 * alpha),
        (('J', "pb"), 0.0),
        (('Q', "pb"), alpha + 1.0 / 3.0),
        (('K', "pb"), 1.0),
        (('J', "b"), 0.0),
        (('Q', "b"), 1.0 / 3.0),
        (('K', "b"), 1.0),
        (('J', "p"), 1.0 / 3.0),
        (('Q', "p"), 0.0),
        (('K', "p"), 1.0),
    ]
    .into_iter()
    .collect();
    assert!(kuhn_nash_conv(&exact).abs() < 1e-9, "{}", kuhn_nash_conv(&exact));
    let found = kuhn_nash_conv(&kuhn_policy(10_000, 3));
    assert!(found < 0.05, "NashConv {found}");
}

/// Pig with two seats, solved: who is to act wins with `at(own, other, turn)`.
struct Solved {
    target: usize,
    values: Vec<f64>,
}

impl Solved {
    fn new(target: usize) -> Self {
        let mut solved = Self { target, values: vec![0.5; target * target * target] };
        for _ in 0..2000 {
            let mut change: f64 = 0.0;
            for own in (0..target).rev() {
                for other in 0..target {
                    for turn in (0..target - own).rev() {
                        let (roll, hold) = solved.actions(own, other, turn);
                        let value = roll.max(hold);
                        let place = (own * target + other) * target + turn;
                        change = change.max((value - solved.values[place]).abs());
                        solved.values[place] = value;
                    }
                }
            }
            if change < 1e-10 {
                break;
            }
        }
        solved
    }

    fn at(&self, own: usize, other: usize, turn: usize) -> f64 {
        if own + turn >= self.target {
            1.0
        } else {
            self.values[(own * self.target + other) * self.target + turn]
        }
    }

    /// The chances to win by rolling and by holding.
    fn actions(&self, own: usize, other: usize, turn: usize) -> (f64, f64) {
        let safe: f64 = (2..=6).map(|face| self.at(own, other, turn + face)).sum();
        let roll = (safe + 1.0 - self.at(other, own, 0)) / 6.0;
        let hold = if own + turn >= self.target { 1.0 } else { 1.0 - self.at(other, own + turn, 0) };
        (roll, hold)
    }
}

/// Plays optimally, and asks the search at every `every`th decision: the share of wrong ones, and the mean loss.
fn pig_against_the_optimum(target: usize, asked: usize, every: u32, simulations: u64) -> (f64, f64) {
    let pig: Pig = game(Settings::default().with("target", target));
    let solved = Solved::new(target);
    let RolloutOptions { player, depth, .. } = pig.rollouts();
    let mut search = search(player, depth, 1, options(simulations));
    let (mut random, mut wrong, mut loss, mut count) = (Stream::for_agent(5), 0, 0.0, 0);
    for episode in 0.. {
        let mut chance = Sampled::new(6, episode);
        let mut state = pig.new_initial_state(&mut chance);
        while let Some(seat) = state.current_player() {
            let view = View::new(&pig, &state, seat);
            let (own, other) = (usize::from(view.banked(seat)), usize::from(view.banked(1 - seat)));
            let (roll, hold) = solved.actions(own, other, view.turn_total().into());
            if random.below(every) == 0 && count < asked {
                let chosen = search.choose(&view, &mut Stream::for_agent(random.word())).unwrap();
                let (gets, best) = (if chosen == ROLL { roll } else { hold }, roll.max(hold));
                count += 1;
                wrong += usize::from(best - gets > 1e-9);
                loss += best - gets;
            }
            state.apply(&pig, if roll > hold { ROLL } else { HOLD }, &mut chance).unwrap();
        }
        if count >= asked {
            break;
        }
    }
    (wrong as f64 / count as f64, loss / count as f64)
}

#[test]
fn pig_is_played_nearly_as_well_as_can_be() {
    let (wrong, loss) = pig_against_the_optimum(100, 150, 7, 2000);
    assert!(wrong < 0.1 && loss < 0.002, "{wrong} wrong, {loss} lost on average");
}

#[test]
#[ignore = "long: a thousand searches of 5,000 simulations on the whole game, after a value iteration"]
fn pig_to_100_is_played_nearly_as_well_as_can_be() {
    let (wrong, loss) = pig_against_the_optimum(100, 1000, 7, 5000);
    println!("{wrong} wrong, {loss} lost on average");
    assert!(wrong < 0.05 && loss < 0.002, "{wrong} wrong, {loss} lost on average");
}

#[test]
fn alone_who_is_paid_for_survival_is_searched_and_guessed_for_survival() {
    let zone: ZoneStalker<2> = game(Settings::default().with("preset", "reduced-1").with("utility", "win"));
    let solution = solve(&zone, &SolveOptions::default(), &Watch::default()).unwrap();
    let mut search = search_by_name(&zone, "search:60").unwrap();
    let settled: Vec<_> =
        positions(&zone, 60, 3).into_iter().filter(|state| zone.is_settled(state)).collect();
    assert!(settled.len() > 10, "{}", settled.len());
    for state in settled {
        assert!((zone.estimate(&state, 0) - solution.value_at(&state, 0).unwrap()).abs() < 1e-9, "{state:?}");
        let report = run(&mut search, &zone, &state, 1);
        assert_eq!(solution.regret(&state, report.chosen), Ok(0.0), "{state:?}");
        // Who stops and goes on so lives.
        assert_eq!(of(&report, report.chosen).value, Some(1.0), "{state:?}: {report:?}");
    }
}

#[test]
fn every_game_names_players_for_rollouts_that_it_has() {
    fn check<G: Playable>(settings: Settings) {
        let game: G = game(settings);
        Rollouts::<G>::from_options(&game.rollouts()).unwrap();
        let state = game.new_initial_state(&mut Sampled::new(1, 0));
        let view = View::new(&game, &state, state.current_player().unwrap());
        // The player takes up the wishes of the game that it meets.
        let action = make::<G>("search:9").unwrap().act(&view, &mut Stream::for_agent(1));
        let mut by_name = search_by_name(&game, "search:9").unwrap();
        assert_eq!(action, by_name.choose(&view, &mut Stream::for_agent(1)).unwrap(), "{}", G::NAME);
    }
    let seats = |seats: u64| Settings::default().with("players", seats);
    check::<Kuhn>(Settings::default());
    check::<Pig>(seats(3));
    check::<ZoneStalker<2>>(seats(1));
    check::<ZoneStalker<2>>(seats(1).with("utility", "win"));
    check::<ZoneStalker<6>>(seats(5));
    check::<Expedition>(Settings::default());
}
