//! Scenes: positions written in a few words, scripted outcomes, and what is read off them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use roadside_env::chance::{Event, Outcome, Scripted, with_script};
use roadside_env::games::zone_stalker::{Kind, ZoneStalker, ZoneState};
use roadside_env::{Actions, Counts, Game, Sampled, Seat, State, View};

use crate::common::{action, load, outcomes};

pub(crate) type Table = ZoneStalker<6>;

/// A position of a configured game.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) game: Arc<Table>,
    pub(crate) state: ZoneState<6>,
}

/// Who sits at the seats, if the scene does not say it: they do nothing of their own where these scenes go.
const NOBODY_SPECIAL: [&str; 7] =
    ["Culligan", "Gorilla", "The_Nose", "The_Maltese", "Lucky", "Red", "Pygmy_Zmyg"];

/// The game with these settings, where it begins with these outcomes.
pub(crate) fn begin(settings: &[&str], script: &str) -> Scene {
    let game = Arc::new(load::<Table>(settings));
    let state = run(&game, script, |chance| game.new_initial_state(chance));
    Scene { game, state }
}

/// The position in which `table` and `seats` are as they say, in these words, separated by spaces:
///
/// - `table`: fields of a position line, where they are not the usual ones. `discard=KINDS` or `deck=KINDS` say where
///   the cards lie that no hand holds (the rest is in the other one); `gone=NAMES` those that are neither held nor
///   on the table.
/// - each seat: `as=NAME`, `injuries=N`, `permanent=N`, `missed=N`, `dead`, `spared`; kinds of cards in hand, each
///   also as `kept:KIND` or `known:KIND`; artifacts. `*N` stands for several.
pub(crate) fn at(settings: &[&str], table: &str, seats: &[&str]) -> Scene {
    let game = Arc::new(load::<Table>(settings));
    let line = line(&game, table, seats);
    let state = game.parse_position(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
    Scene { game, state }
}

/// The position line of [`at`].
pub(crate) fn line(game: &Table, table: &str, seats: &[&str]) -> String {
    let given: BTreeMap<&str, &str> =
        table.split_whitespace().map(|field| field.split_once('=').unwrap()).collect();
    let unnamed = NOBODY_SPECIAL.iter().filter(|who| !seats.iter().any(|words| words.contains(*who)));
    let seats: Vec<SeatWords> = seats
        .iter()
        .zip(unnamed.chain(std::iter::repeat(&"nobody")))
        .map(|(words, who)| SeatWords::read(words, who))
        .collect();
    let held = seats.iter().fold(Counts::NONE, |sum, seat| sum.plus(seat.hand()));
    let rest = stalker_cards(game).minus(held);
    let (deck, discard) = match (given.get("deck"), given.get("discard")) {
        (Some(deck), _) => (kinds(deck), rest.minus(kinds(deck))),
        (None, Some(discard)) => (rest.minus(kinds(discard)), kinds(discard)),
        (None, None) => (rest, Counts::NONE),
    };
    let mut gone = BTreeMap::new();
    let on_table = given.get("card").into_iter().chain(given.get("gone"));
    let swag = seats.iter().flat_map(|seat| seat.swag.iter().map(|(name, count)| (name.as_str(), *count)));
    for (name, count) in on_table.flat_map(|names| items(names)).chain(swag) {
        *gone.entry(name.to_owned()).or_insert(0) += count;
    }
    let flags = given.get("flags").copied().unwrap_or(if given.contains_key("card") { "f" } else { "-" });
    let usual = |field| given.get(field).copied().unwrap_or(if field == "site" { "plain" } else { "-" });
    if gone.is_empty() && flags.contains('f') {
        gone.insert("Gardens".to_owned(), 1); // flipped this turn, and done with
    }
    let number = |field| given.get(field).copied().unwrap_or("0");
    let mut line = format!(
        "turn={} phase={} quiet={} flags={flags} site={} card={} roll={} table={} offers={} found={} dealt={} gone={} \
         deck={} discard={}",
        number("turn"),
        given.get("phase").copied().unwrap_or("choose"),
        number("quiet"),
        usual("site"),
        usual("card"),
        usual("roll"),
        number("table"),
        number("offers"),
        usual("found"),
        usual("dealt"),
        written(&gone),
        numbers(deck),
        numbers(discard),
    );
    for (seat, words) in seats.iter().enumerate() {
        let _ = write!(line, " p{seat}={}", words.written());
    }
    line
}

/// What stands in the words of one seat.
struct SeatWords {
    who: String,
    alive: &'static str,
    spared: &'static str,
    numbers: [String; 3],
    pools: [Counts; 3],
    swag: BTreeMap<String, u8>,
}

impl SeatWords {
    fn read(words: &str, who: &str) -> Self {
        let mut seat = Self {
            who: who.to_owned(),
            alive: "alive",
            spared: "-",
            numbers: ["0", "0", "0"].map(str::to_owned),
            pools: [Counts::NONE; 3],
            swag: BTreeMap::new(),
        };
        words.split_whitespace().for_each(|word| seat.take(word));
        seat
    }

    fn take(&mut self, word: &str) {
        if let Some((name, value)) = word.split_once('=') {
            match ["injuries", "permanent", "missed"].iter().position(|known| *known == name) {
                Some(place) => value.clone_into(&mut self.numbers[place]),
                None => value.clone_into(&mut self.who),
            }
        } else if let Some((pool, cards)) = word.split_once(':') {
            let place = usize::from(pool == "known") * 2;
            self.pools[place] = self.pools[place].plus(kinds(cards));
        } else if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            self.pools[1] = self.pools[1].plus(kinds(word));
        } else if word == "dead" {
            self.alive = "dead";
        } else if word == "spared" {
            self.spared = "spared";
        } else {
            self.swag.extend(items(word).map(|(name, count)| (name.to_owned(), count)));
        }
    }

    fn hand(&self) -> Counts {
        self.pools.iter().fold(Counts::NONE, |sum, &pool| sum.plus(pool))
    }

    fn written(&self) -> String {
        let [injuries, permanent, missed] = &self.numbers;
        let [kept, fresh, known] = self.pools.map(numbers);
        let (alive, spared, swag) = (self.alive, self.spared, written(&self.swag));
        format!("{}:{alive}:{injuries}:{permanent}:{missed}:{spared}:{kept}:{fresh}:{known}:{swag}", self.who)
    }
}

/// All Stalker cards of the game.
fn stalker_cards(game: &Table) -> Counts {
    let state = game.new_initial_state(&mut Sampled::new(0, 0));
    let view = View::new(game, &state, 0);
    view.hand().plus(view.unseen_cards()).plus(view.discard_pile())
}

/// The index of a kind.
pub(crate) fn kind(label: &str) -> usize {
    Kind::all().position(|kind| kind.label() == label).unwrap_or_else(|| panic!("there is no kind {label}"))
}

/// Counts out of `3/0*2,2/1`; `-` is none.
pub(crate) fn kinds(text: &str) -> Counts {
    let mut counts = Counts::NONE;
    for (label, count) in items(text) {
        (0..count).for_each(|_| counts.add(kind(label)));
    }
    counts
}

/// Names with their numbers, out of `Empty*2,Golden_Ball`; `-` is none.
fn items(text: &str) -> impl Iterator<Item = (&str, u8)> {
    text.split(',').filter(move |_| text != "-").map(|item| match item.split_once('*') {
        Some((name, count)) => (name, count.parse().unwrap()),
        None => (item, 1),
    })
}

fn written(counted: &BTreeMap<String, u8>) -> String {
    let item =
        |(name, &count): (&String, &u8)| if count == 1 { name.clone() } else { format!("{name}*{count}") };
    if counted.is_empty() { "-".to_owned() } else { counted.iter().map(item).collect::<Vec<_>>().join(",") }
}

fn numbers(counts: Counts) -> String {
    <[u8; 8]>::from(counts).map(|count| count.to_string()).join(".")
}

/// Runs `rules` with the outcomes of `script`, each `topic:outcome`, which must fit exactly.
fn run(game: &Table, script: &str, rules: impl FnOnce(&mut Scripted) -> ZoneState<6>) -> ZoneState<6> {
    let events: Vec<Event> = script.split_whitespace().map(|word| event(game, word)).collect();
    with_script(events, rules).unwrap_or_else(|error| panic!("{error} (script: {script})"))
}

fn event(game: &Table, word: &str) -> Event {
    let (name, outcome) = word.split_once(':').unwrap();
    let topic = *Table::TOPICS.iter().find(|topic| topic.name == name).expect(word);
    let outcome = if topic.draws_cards {
        Outcome::cards(&kinds(outcome))
    } else {
        let labels = game.chance_labels(topic);
        Outcome::Item(labels.iter().position(|label| label == outcome).expect(word) as u16)
    };
    Event { topic, outcome }
}

impl Scene {
    /// What follows when the asked seat does this and chance brings that.
    pub(crate) fn act(&self, label: &str, script: &str) -> Self {
        let state = run(&self.game, script, |chance| {
            let mut next = self.state;
            next.apply(&self.game, action(&*self.game, label), chance).unwrap();
            next
        });
        Self { game: Arc::clone(&self.game), state }
    }

    /// [`act`](Self::act) several times, each `label` or `label with topic:outcome topic:outcome`.
    pub(crate) fn play(&self, steps: &[&str]) -> Self {
        steps.iter().fold(self.clone(), |scene, step| {
            let (label, script) = step.split_once(" with ").unwrap_or((step, ""));
            scene.act(label, script)
        })
    }

    /// What the asked seat may do.
    pub(crate) fn legal(&self) -> String {
        let legal = self.state.legal_actions(&self.game);
        legal.iter().map(|action| self.game.action_to_string(action)).collect::<Vec<_>>().join(" ")
    }

    /// A field of the position line.
    pub(crate) fn field(&self, name: &str) -> String {
        let line = self.state.position(&self.game);
        let value = line.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
        value.unwrap_or_else(|| panic!("no field {name}")).to_owned()
    }

    pub(crate) fn phase(&self) -> String {
        self.field("phase")
    }

    /// The seat whose turn it is.
    pub(crate) fn turn(&self) -> Seat {
        self.field("turn").parse().unwrap()
    }

    /// One part of a seat: 0 Character, 1 alive, 2 injuries, 3 permanent, 4 to miss, 5 spared, 6 kept, 7 fresh, 8
    /// known, 9 swag.
    fn part(&self, seat: Seat, part: usize) -> String {
        self.field(&format!("p{seat}")).split(':').nth(part).unwrap().to_owned()
    }

    pub(crate) fn character(&self, seat: Seat) -> String {
        self.part(seat, 0)
    }

    pub(crate) fn lives(&self, seat: Seat) -> bool {
        self.part(seat, 1) == "alive"
    }

    /// Injuries, and how many of them are permanent.
    pub(crate) fn injuries(&self, seat: Seat) -> (u8, u8) {
        (self.part(seat, 2).parse().unwrap(), self.part(seat, 3).parse().unwrap())
    }

    pub(crate) fn to_miss(&self, seat: Seat) -> u8 {
        self.part(seat, 4).parse().unwrap()
    }

    pub(crate) fn spared(&self, seat: Seat) -> bool {
        self.part(seat, 5) == "spared"
    }

    pub(crate) fn swag(&self, seat: Seat) -> String {
        self.part(seat, 9)
    }

    /// The whole hand, as `3/0*2,2/1`.
    pub(crate) fn hand(&self, seat: Seat) -> String {
        named(self.view(seat).hand())
    }

    pub(crate) fn kept(&self, seat: Seat) -> String {
        named(counts(&self.part(seat, 6)))
    }

    pub(crate) fn fresh(&self, seat: Seat) -> String {
        named(counts(&self.part(seat, 7)))
    }

    pub(crate) fn known(&self, seat: Seat) -> String {
        named(counts(&self.part(seat, 8)))
    }

    pub(crate) fn deck(&self) -> String {
        named(counts(&self.field("deck")))
    }

    pub(crate) fn discard(&self) -> String {
        named(counts(&self.field("discard")))
    }

    pub(crate) fn view(&self, seat: Seat) -> View<'_, Table> {
        View::new(&self.game, &self.state, seat)
    }

    pub(crate) fn returns(&self) -> Vec<f64> {
        self.state.returns(&self.game)
    }

    pub(crate) fn over(&self) -> bool {
        self.state.is_terminal()
    }

    /// What can follow, each with its probability.
    pub(crate) fn branches(&self, label: &str) -> Vec<(Self, f64)> {
        let branches = outcomes(&*self.game, &self.state, action(&*self.game, label), 2_000_000).unwrap();
        let after = |state| Self { game: Arc::clone(&self.game), state };
        branches.into_iter().map(|branch| (after(branch.result), branch.probability)).collect()
    }

    /// How likely it is that this holds after `label`.
    pub(crate) fn chance(&self, label: &str, holds: impl Fn(&Self) -> bool) -> f64 {
        self.branches(label).iter().filter(|(after, _)| holds(after)).map(|(_, share)| share).sum()
    }
}

fn counts(text: &str) -> Counts {
    let counts: Vec<u8> = text.split('.').map(|count| count.parse().unwrap()).collect();
    Counts::from(<[u8; 8]>::try_from(counts).unwrap())
}

/// Cards as `3/0*2,2/1`.
pub(crate) fn named(cards: Counts) -> String {
    let labels: Vec<_> = Kind::all().map(Kind::label).collect();
    written_in_order(cards.iter().map(|(kind, count)| (labels[kind], count)))
}

fn written_in_order<'a>(items: impl Iterator<Item = (&'a str, u8)>) -> String {
    let item =
        |(name, count): (&str, u8)| if count == 1 { name.to_owned() } else { format!("{name}*{count}") };
    let text = items.map(item).collect::<Vec<_>>().join(",");
    if text.is_empty() { "-".to_owned() } else { text }
}

pub(crate) fn require_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}
