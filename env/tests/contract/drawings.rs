//! The table as a drawing.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use roadside_env::{Game, Knowledge, Sampled, Stream, Values, View};
use roxmltree::{Document, Node};

use crate::sampling::{sample, walk};

/// Positions whose drawings are read, from all stages of the plays.
const POSITIONS: usize = 400;
/// Plays in which every drawing is compared.
const PLAYS: u64 = 5;
/// The smallest letters that can be read where a pixel of the drawing is one of the screen.
const LEAST_SIZE: f64 = 11.0;

pub(crate) fn drawings_are_whole_and_keep_their_size<G: Game>(game: &G) {
    let mut sizes = HashSet::new();
    for state in sample(game, POSITIONS) {
        for seat in 0..game.facts().seats {
            sizes.insert(size_of_whole(&View::new(game, &state, seat)));
        }
    }
    for players in G::keys().iter().filter(|key| key.name == "players") {
        let Values::Integer { min, max } = players.values else { panic!("{players:?}") };
        let games = (min..=max).filter_map(|n| G::from_settings(&game.settings().with("players", n)).ok());
        for game in games {
            let state = game.new_initial_state(&mut Sampled::new(1, 0));
            sizes.insert(size_of_whole(&View::new(&game, &state, 0)));
        }
    }
    assert_eq!(sizes.len(), 1, "{sizes:?}");
}

/// Reads a drawing, checks that nothing lies outside, and gives its width and height.
fn size_of_whole<G: Game>(view: &View<'_, G>) -> (String, String) {
    let svg = view.svg();
    let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    let (width, height) = (number(root, "width"), number(root, "height"));
    for node in root.descendants().filter(Node::is_element) {
        let (left, top, right, bottom) = extent(node);
        let within = left >= 0.0 && top >= 0.0 && right <= width && bottom <= height;
        assert!(within, "outside: {node:?} {:?} of {svg}", node.text());
    }
    (width.to_string(), height.to_string())
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    let text = node.attribute(name).unwrap_or_else(|| panic!("no {name} at {node:?}"));
    text.parse().unwrap_or_else(|_| panic!("{name} is {text}"))
}

/// Left, top, right and bottom of what an element draws; of an outline the place that it is moved to, and all 0 for
/// what draws nothing by itself.
fn extent(node: Node<'_, '_>) -> (f64, f64, f64, f64) {
    let number = |name| number(node, name);
    match node.tag_name().name() {
        "rect" => {
            let (x, y) = (number("x"), number("y"));
            (x, y, x + number("width"), y + number("height"))
        }
        "circle" => {
            let (x, y, radius) = (number("cx"), number("cy"), number("r"));
            (x - radius, y - radius, x + radius, y + radius)
        }
        "path" => {
            let place = node.attribute("transform").unwrap();
            let place = place.strip_prefix("translate(").and_then(|place| place.strip_suffix(')')).unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
            (x, y, x, y)
        }
        "text" => text_extent(node),
        "svg" | "g" | "title" => (0.0, 0.0, 0.0, 0.0),
        other => panic!("a drawing has no {other}"),
    }
}

/// Where the words lie in a wide font.
fn text_extent(node: Node<'_, '_>) -> (f64, f64, f64, f64) {
    let (x, y, size) = (number(node, "x"), number(node, "y"), number(node, "font-size"));
    assert!(size >= LEAST_SIZE, "{size}");
    let letters = node.text().unwrap_or("").chars().count() as f64;
    let width = letters * size * if node.has_attribute("font-weight") { 0.68 } else { 0.6 };
    let left = match node.attribute("text-anchor") {
        Some("start") => x,
        Some("middle") => x - width / 2.0,
        Some("end") => x - width,
        other => panic!("{other:?}"),
    };
    (left, y - size, left + width, y)
}

/// Equal knowledge is drawn alike, and what the text tells can be told from the drawing: where the text changes, the
/// drawing does.
pub(crate) fn drawings_show_what_is_known_and_nothing_else<G: Game>(game: &G) {
    let mut rng = Stream::new(6, 0, 0);
    let (mut drawings, mut texts) = (HashMap::new(), HashMap::new());
    for play in 0..PLAYS {
        walk(game, play, |state, _| {
            for seat in 0..game.facts().seats {
                let view = View::new(game, state, seat);
                let (svg, knowledge) = (view.svg(), view.knowledge());
                if view.is_to_act() {
                    let redrawn = knowledge.determinize(game, &mut rng).unwrap();
                    assert_eq!(View::new(game, &redrawn, seat).svg(), svg);
                }
                let hash = hash(&svg);
                assert_eq!(*drawings.entry((seat, knowledge)).or_insert(hash), hash);
                let text = view.text();
                assert_eq!(*texts.entry((seat, hash)).or_insert_with(|| text.clone()), text);
            }
        });
    }
    assert!(texts.len() > 2);
}

fn hash(svg: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    svg.hash(&mut hasher);
    hasher.finish()
}
