//! How much a search gives away where the exact answer is known: solo set-ups that are solved, and small games with
//! hidden information whose best responses are.

use std::collections::HashMap;

use roadside_agents::Playable;
use roadside_agents::equilibrium::{Asking, Tree, TreeOptions};
use roadside_agents::search::{Budget, Rollouts, Search, SearchOptions};
use roadside_agents::solver::{Objective, SolveOptions, Watch, solve};
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Action, Actions as _, Agent, Game, Sampled, Settings, State as _, Stop, Stream, View};

fn game<G: Game>(preset: Option<&str>) -> G {
    let settings = preset.map_or(Settings::default(), |preset| Settings::default().with("preset", preset));
    G::from_settings(&settings).unwrap()
}

fn search<G: Playable>(game: &G, simulations: u64) -> Search<G, Rollouts<G>> {
    let options = SearchOptions { budget: Budget::Simulations(simulations), ..SearchOptions::default() };
    Search::new(vec![Rollouts::from_options(&game.rollouts()).unwrap()], options)
}

/// What search gives away in the decisions of optimal play, by how often they are met.
#[derive(Debug)]
struct Loss {
    decisions: u32,
    /// What a choice loses on average, as a share of what the best ones are worth on average.
    of_decision: f64,
    /// What all choices of a game lose together, on average, as a share of the game's worth.
    of_game: f64,
    /// The most that one choice loses, as a share of the game's worth.
    most: f64,
}

/// Plays `games` optimally and asks the search at every decision that leaves a choice.
fn loss(preset: &str, games: u64, simulations: u64) -> Loss {
    let solo: ZoneStalker<1> = game(Some(preset));
    let options = SolveOptions { objective: Objective::Utility, ..SolveOptions::default() };
    let solution = solve(&solo, &options, &Watch::default()).unwrap();
    let mut search = search(&solo, simulations);
    // What hangs on the choice at a position is looked up once, whoever comes by again.
    let mut known: HashMap<_, (f64, f64)> = HashMap::new();
    let mut loss = Loss { decisions: 0, of_decision: 0.0, of_game: 0.0, most: 0.0 };
    let (mut lost, mut at_stake) = (0.0, 0.0);
    for number in 0..games {
        let mut chance = Sampled::new(3, number);
        let mut state = solo.new_initial_state(&mut chance);
        while let Some(best) = solution.decision(&state).unwrap() {
            if state.legal_actions(&solo).len() > 1 {
                let (gone, worth) = *known.entry(state.knowledge(&solo, 0)).or_insert_with(|| {
                    let view = View::new(&solo, &state, 0);
                    let chosen = search.choose(&view, &mut Stream::for_agent(number)).unwrap();
                    (solution.regret(&state, chosen).unwrap(), solution.value_at(&state, 0).unwrap())
                });
                loss.decisions += 1;
                lost += gone;
                at_stake += worth;
                loss.most = loss.most.max(gone / solution.value(0));
            }
            state.apply(&solo, best, &mut chance).unwrap();
        }
    }
    loss.of_decision = lost / at_stake;
    loss.of_game = lost / games as f64 / solution.value(0);
    loss
}

#[test]
fn a_reduced_set_up_is_played_nearly_as_well_as_can_be() {
    let found = loss("reduced-1", 5, 1000);
    assert!(found.decisions > 20 && found.of_decision < 0.01, "{found:?}");
}

#[test]
#[ignore = "long: hundreds of searches of 20,000 simulations in each of three reduced set-ups"]
fn reduced_set_ups_are_played_nearly_as_well_as_can_be() {
    for preset in ["reduced-1", "reduced-2", "reduced-3"] {
        let found = loss(preset, 30, 20_000);
        println!("{preset}: {found:?}");
        assert!(found.decisions > 100 && found.of_decision < 0.01, "{preset}: {found:?}");
    }
}

/// Does what searches do on average, by their visits.
struct Shares<G: Playable> {
    search: Search<G, Rollouts<G>>,
    searches: u64,
}

impl<G: Playable> Agent<G> for Shares<G> {
    fn name(&self) -> String {
        "shares".to_owned()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        self.search.choose(view, rng).unwrap_or(Action(0))
    }

    fn policy(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        let mut shares: Vec<_> = view.legal_actions().iter().map(|action| (action, 0.0)).collect();
        for number in 0..self.searches {
            let report = self.search.run(view, &mut Stream::for_agent(number)).ok()?;
            let all: u64 = report.actions.iter().map(|row| row.visits).sum();
            for (action, share) in &mut shares {
                let row = report.actions.iter().find(|row| row.action == *action)?;
                *share += row.visits as f64 / (all * self.searches) as f64;
            }
        }
        Some(shares)
    }
}

/// What both seats together could gain over the visit shares of so many searches, in utility.
fn nash_conv<G: Playable>(game: &G, simulations: u64, searches: u64) -> f64 {
    let (asking, stop) = (Asking::default(), Stop::default());
    let tree = Tree::new(game, &TreeOptions::default(), &|_| {}, &stop).unwrap();
    let mut shares = Shares { search: search(game, simulations), searches };
    let found = tree.nash_conv_of(&mut [&mut shares], &asking, &|_| {}, &stop).unwrap();
    println!(
        "{}: {simulations} simulations, {searches} searches in each of {} views: NashConv {}",
        G::NAME,
        found.views,
        found.value
    );
    found.value
}

#[test]
fn small_games_with_hidden_cards_leave_little_to_gain() {
    let kuhn = nash_conv(&game::<Kuhn>(None), 10_000, 2);
    assert!(kuhn < 0.05, "{kuhn}");
    // Players who choose at random could gain 0.34 here.
    let duel = nash_conv(&game::<ZoneStalker<2>>(Some("duel-1")), 1000, 1);
    assert!(duel < 0.2, "{duel}");
}

#[test]
#[ignore = "long: thousands of searches of 1,000 and 10,000 simulations"]
fn long_searches_leave_little_to_gain_where_cards_are_hidden() {
    for simulations in [1000, 10_000] {
        let kuhn = nash_conv(&game::<Kuhn>(None), simulations, 10);
        let duel = nash_conv(&game::<ZoneStalker<2>>(Some("duel-1")), simulations, 2);
        assert!(simulations < 10_000 || kuhn < 0.05 && duel < 0.05, "kuhn {kuhn}, duel {duel}");
    }
}
