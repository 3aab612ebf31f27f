//! Simulations of Zone Stalker, held against an independent implementation of its rules.

// The figures stand as the other implementation printed them.
#![allow(clippy::unreadable_literal)]

use roadside_agents::{Figure, Options, Report, simulate};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Game, Settings, Stop};

/// Games of each simulation here; the other implementation played 200,000 with random players, else 1,000,000.
const GAMES: u64 = 10_000;

/// The most standard errors by which two figures may differ; among some hundred of them 4.5 happens by chance once
/// in about 1,500 runs with other seeds.
const MAX_ERRORS: f64 = 4.5;

const NAMES: [&str; 8] = [
    "turns",
    "flips",
    "decisions",
    "hazard_fail_rate",
    "artifact_find_rate",
    "win_share of seat 0",
    "score of seat 0",
    "death_rate of seat 0",
];

struct Expected {
    players: usize,
    agents: &'static str,
    setting: &'static str,
    /// The other implementation's figures, each with its standard error, in the order of `NAMES`.
    figures: [(f64, f64); 8],
}

#[rustfmt::skip]
const EXPECTED: [Expected; 13] = [
    Expected { players: 1, agents: "cautious:4", setting: "", figures: [(10.161, 0.0056), (61.0939, 0.033), (137.773, 0.076), (0.252083, 9.8e-05), (0.727658, 9.9e-05), (0.351012, 0.00048), (40.5954, 0.057), (0.648988, 0.00048)] },
    Expected { players: 1, agents: "veteran:10:15", setting: "", figures: [(69.7791, 0.028), (78.8819, 0.03), (386.268, 0.15), (0.145541, 7e-05), (0.837302, 7.2e-05), (0.656327, 0.00047), (93.4801, 0.07), (0.343673, 0.00047)] },
    Expected { players: 2, agents: "cautious:1", setting: "", figures: [(7.66482, 0.0045), (60.9133, 0.033), (116.07, 0.064), (0.269792, 0.0001), (0.706001, 0.0001), (0.488411, 0.0005), (25.64, 0.028), (0.364327, 0.00048)] },
    Expected { players: 2, agents: "cautious:4", setting: "", figures: [(10.4019, 0.0056), (63.9201, 0.033), (144.106, 0.075), (0.247783, 9.5e-05), (0.729794, 9.7e-05), (0.497357, 0.0005), (29.2013, 0.029), (0.3325, 0.00047)] },
    Expected { players: 2, agents: "cautious:7", setting: "", figures: [(17.2048, 0.0086), (66.7759, 0.033), (166.113, 0.082), (0.227599, 9e-05), (0.751981, 9.2e-05), (0.50207, 0.0005), (32.6022, 0.029), (0.302985, 0.00046)] },
    Expected { players: 2, agents: "skip,cautious:4", setting: "", figures: [(19.7739, 0.011), (61.2878, 0.033), (158.723, 0.087), (0.250026, 9.7e-05), (0.727296, 9.9e-05), (0.644811, 0.00048), (0.0, 0.0), (0.0, 0.0)] },
    Expected { players: 2, agents: "cautious:4,duel:1", setting: "", figures: [(11.3512, 0.0065), (62.6535, 0.033), (138.942, 0.074), (0.254668, 9.7e-05), (0.725963, 9.8e-05), (0.575779, 0.00049), (31.7148, 0.03), (0.371293, 0.00048)] },
    Expected { players: 2, agents: "veteran:4:15,cautious:4", setting: "", figures: [(12.4368, 0.0067), (66.0056, 0.033), (165.369, 0.084), (0.238756, 9.2e-05), (0.740687, 9.4e-05), (0.52734, 0.0005), (29.7613, 0.023), (0.208415, 0.00041)] },
    Expected { players: 2, agents: "random", setting: "", figures: [(42.2805, 0.07), (40.5955, 0.07), (290.806, 0.49), (0.344151, 0.00029), (0.618072, 0.0003), (0.502942, 0.0011), (15.2888, 0.043), (0.275885, 0.001)] },
    Expected { players: 3, agents: "cautious:4", setting: "", figures: [(14.4507, 0.0033), (89.2726, 0.018), (216.727, 0.045), (0.243993, 8e-05), (0.731199, 8.2e-05), (0.349705, 0.00047), (28.4977, 0.024), (0.296114, 0.00046)] },
    Expected { players: 3, agents: "random", setting: "retry_scope=any", figures: [(77.5474, 0.066), (74.2599, 0.063), (859.626, 0.76), (0.346603, 0.00022), (0.615254, 0.00022), (0.330587, 0.001), (18.4152, 0.042), (0.338625, 0.0011)] },
    Expected { players: 4, agents: "random", setting: "inheritance=on", figures: [(100.898, 0.033), (96.394, 0.014), (1202.41, 0.37), (0.342313, 0.00019), (0.621922, 0.00019), (0.252081, 0.00096), (21.1217, 0.027), (0.0, 0.0)] },
    Expected { players: 6, agents: "cautious:4", setting: "", figures: [(15.1386, 0.0013), (96.9879, 0.00056), (236.653, 0.0063), (0.232224, 7.6e-05), (0.738403, 7.8e-05), (0.187302, 0.00039), (17.6096, 0.014), (0.152452, 0.00036)] },
];

fn report(expected: &Expected) -> Report {
    let pairs = Some(expected.setting).filter(|pair| !pair.is_empty());
    let settings = Settings::from_pairs(pairs).unwrap().with("players", expected.players);
    let game = ZoneStalker::<6>::from_settings(&settings).unwrap();
    let agents: Vec<String> = expected.agents.split(',').map(str::to_owned).collect();
    let options = Options { games: GAMES, seed: 11, ..Options::default() };
    simulate(&game, &agents, &options, &|_| {}, &Stop::default()).unwrap()
}

fn figures(report: &Report) -> [Figure; 8] {
    let rates = report.rates.iter().map(|&(name, rate)| (name, rate.unwrap()));
    let all: Vec<(&str, Figure)> = report.per_game.iter().copied().chain(rates).collect();
    let named = |name: &str| all.iter().find(|(known, _)| *known == name).unwrap().1;
    let seat = &report.seats[0];
    [
        named("turns"),
        named("flips"),
        named("decisions"),
        named("hazard_fail_rate"),
        named("artifact_find_rate"),
        seat.win_share.unwrap(),
        seat.score.unwrap(),
        seat.death_rate.unwrap(),
    ]
}

#[test]
fn figures_agree_with_an_independent_implementation() {
    for expected in &EXPECTED {
        let found = figures(&report(expected));
        for ((name, found), (mean, stderr)) in NAMES.iter().zip(found).zip(expected.figures) {
            let error = found.stderr.hypot(stderr);
            let off = (found.mean - mean).abs();
            assert!(
                off <= MAX_ERRORS * error,
                "{} players, {} {}: {name} is {} where {mean} is expected, with an error of {error}",
                expected.players,
                expected.agents,
                expected.setting,
                found.mean
            );
        }
    }
}
