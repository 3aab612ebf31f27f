//! What is refused, and what a stop leaves.

use roadside_agents::Random;
use roadside_agents::equilibrium::{
    Asking, EquilibriumError, EquilibriumOptions, Progress, Tree, TreeOptions, equilibrium, nash_conv,
};
use roadside_agents::solver::Objective;
use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Action, Agent, Game, Stop, Stream, View};

use crate::kit::{ANY, kuhn, load, tree};
use crate::players::Silent;

#[test]
fn what_cannot_be_solved_is_refused() {
    fn refusal<G: Game>(settings: &[&str], options: &EquilibriumOptions) -> String {
        let game = load::<G>(settings);
        equilibrium(&game, options, &|_| {}, &Stop::default()).err().unwrap().to_string()
    }
    let options = EquilibriumOptions::default();
    assert_eq!(
        refusal::<Pig>(&[], &options),
        "a play of pig has no bounded length, so its tree has no end; solve it by its positions (`roadside solve`)"
    );
    assert_eq!(
        refusal::<Expedition>(&["players=3"], &options),
        "expedition for 3: an equilibrium is found for 2 seats only; best responses and NashConv are there for any number"
    );
    assert_eq!(
        refusal::<Expedition>(&["players=2", "team=on"], &options),
        "expedition: the seats' utility does not add up to a constant; an equilibrium is found where it does"
    );
    let small = EquilibriumOptions { tree: TreeOptions { memory: 10_000_000, ..ANY }, ..options };

    let score = EquilibriumOptions { tree: TreeOptions { objective: Objective::Score, ..ANY }, ..options };
    assert_eq!(
        refusal::<ZoneStalker<2>>(&["preset=duel-1"], &score),
        "zone_stalker: the seats' score does not add up to a constant; an equilibrium is found where it does"
    );
    // The whole game has too many openings already.
    for settings in [&["preset=duel-1", "stalemate_rounds=3"][..], &[]] {
        let text = refusal::<ZoneStalker<2>>(settings, &small);
        let head = "the tree of all plays of zone_stalker with 2 seats takes more than 9.5 MiB: ";
        assert!(text.starts_with(head), "{text}");
        assert!(text.ends_with("; allow more memory, or take a smaller set-up"), "{text}");
    }
    for (tolerance, text) in [
        (0.0, "tolerance = 0: legal is a number above 0"),
        (f64::NAN, "tolerance = NaN: legal is a number above 0"),
        (f64::INFINITY, "tolerance = inf: legal is a number above 0"),
    ] {
        assert_eq!(refusal::<Kuhn>(&[], &EquilibriumOptions { tolerance, ..options }), text);
    }
    let none = EquilibriumOptions { iterations: 0, ..options };
    assert_eq!(refusal::<Kuhn>(&[], &none), "iterations = 0: legal is a whole number from 1");
}

#[test]
fn players_that_break_the_rules_are_refused() {
    struct Tells(Vec<(Action, f64)>);
    impl Agent<Kuhn> for Tells {
        fn name(&self) -> String {
            "tells".to_owned()
        }

        fn act(&mut self, _view: &View<'_, Kuhn>, _rng: &mut Stream) -> Action {
            Action(9)
        }

        fn policy(&mut self, _view: &View<'_, Kuhn>) -> Option<Vec<(Action, f64)>> {
            (!self.0.is_empty()).then(|| self.0.clone())
        }
    }
    let refusal = |told: &[(u16, f64)]| {
        let mut player = Tells(told.iter().map(|&(action, share)| (Action(action), share)).collect());
        let found = nash_conv(&kuhn(), &mut player, &Asking::default(), &|_| {}, &Stop::default());
        found.err().unwrap().to_string()
    };
    assert_eq!(
        refusal(&[]),
        "player tells broke the rules: action 9 does not exist; the list runs from 0 to 1"
    );
    assert_eq!(
        refusal(&[(2, 1.0)]),
        "player tells broke the rules: action 2 does not exist; the list runs from 0 to 1"
    );
    let sums = [(&[(0, 0.5)][..], "0.5"), (&[(0, 1.5), (1, -0.5)], "NaN"), (&[(0, f64::NAN)], "NaN")];
    for (told, sum) in sums {
        let text = format!("player tells tells probabilities of what it does that add up to {sum}, not to 1");
        assert_eq!(refusal(told), text);
    }
    let tree = tree(&kuhn());
    let with = |count: usize, asking: Asking| {
        let mut players = vec![Random; count];
        let mut table: Vec<_> = players.iter_mut().map(|player| player as &mut dyn Agent<Kuhn>).collect();
        tree.nash_conv_of(&mut table, &asking, &|_| {}, &Stop::default()).err().unwrap().to_string()
    };
    let good = Asking::default();
    assert_eq!(with(3, good), "3 players for 2 seats; give one for each seat, or one for all");
    let refused = "asks = 0: legal is a whole number from 1 to 1000000";
    assert_eq!(with(1, Asking { asks: 0, ..good }), refused);
    let refused = "resamples = 1: legal is a whole number from 2 to 10000";
    assert_eq!(with(1, Asking { resamples: 1, ..good }), refused);
}

#[test]
fn a_stop_ends_it_with_what_was_found() {
    let stopped = |error: Result<_, EquilibriumError>| error.err() == Some(EquilibriumError::Stopped);
    let options = EquilibriumOptions { tolerance: 1e-15, ..Default::default() };
    let stop = Stop::default();
    let soon = |progress| {
        if matches!(progress, Progress::Iterations(iterations, _) if iterations >= 10) {
            stop.soon();
        }
    };
    let found = equilibrium(&kuhn(), &options, &soon, &stop).unwrap();
    assert!((10..20).contains(&found.iterations()) && !found.converged());
    assert!(found.lower(0) <= -1.0 / 18.0 && -1.0 / 18.0 <= found.upper(0));
    let now = Stop::default();
    assert!(stopped(equilibrium(&kuhn(), &options, &|_| now.now(), &now).map(drop)));
    // While the tree grows there is nothing to tell.
    let duel = load::<ZoneStalker<2>>(&["preset=duel-1"]);
    let growing = Stop::default();
    assert!(stopped(Tree::new(&duel, &ANY, &|_| growing.soon(), &growing).map(drop)));
    let asked = Stop::default();
    let mut silent = Silent(Random);
    assert!(stopped(
        nash_conv(&kuhn(), &mut silent, &Asking::default(), &|_| asked.soon(), &asked).map(drop)
    ));
}
