//! Each number stands where its slice and its label say.

use roadside_env::games::zone_stalker::{Kind, Phase, RollKind, ZoneStalker};
use roadside_env::{Action, Actions, Game, Sampled, Seat, Settings, State, Stream, View};

type Table = ZoneStalker<4>;

/// The labels of the phases in which a seat is asked.
fn label(phase: Phase) -> &'static str {
    match phase {
        Phase::HinduDiscard { .. } => "discard as The Hindu",
        Phase::Choose => "flip or stop",
        Phase::LocationDiscard => "discard for a Location",
        Phase::PlayCard => "play a card",
        Phase::Target => "choose an opponent",
        Phase::Reroll => "change a roll",
        Phase::Meddle { .. } => "have a roll made again",
        Phase::Martyr { .. } => "take an injury or discard a Martyr",
        Phase::TableDiscard => "discard by the Hazard Table",
        Phase::EndDiscard => "discard at the end",
        Phase::Offer => "trade: offer one, or not",
        Phase::Give { .. } => "trade: what to give",
        Phase::Get { .. } => "trade: what to get",
        Phase::Answer { .. } => "trade: accept or decline",
        Phase::Waiting => "others may be asked",
        Phase::TurnStart | Phase::TableRoll | Phase::Over => panic!("nobody is asked"),
    }
}

/// An observation, read by names and labels, in whole numbers.
struct Reader<'a> {
    game: &'a Table,
    seen: Vec<f32>,
}

impl Reader<'_> {
    fn of(&self, slice: &str, label: &str) -> u32 {
        let slice = self.game.observation_spec().slice(slice).unwrap();
        let place = if label.is_empty() { slice.start } else { slice.place(label).unwrap() };
        (self.seen[place] * slice.unit) as u32
    }

    /// The labels of the numbers that are not 0.
    fn marked(&self, slice: &str) -> Vec<&str> {
        let slice = self.game.observation_spec().slice(slice).unwrap();
        let marked = self.seen[slice.range()].iter().zip(&slice.labels).filter(|&(&seen, _)| seen > 0.0);
        marked.map(|(_, label)| label.as_str()).collect()
    }
}

fn compare(view: &View<'_, Table>, phases: &mut Vec<&str>) {
    let (game, seats) = (view.game(), view.game().facts().seats);
    let reader = Reader { game, seen: view.observation() };
    let phase = label(view.phase());
    assert_eq!(reader.marked("phase"), [phase]);
    phases.push(phase);
    for kind in Kind::all() {
        let own = reader.of("hand:kept", kind.label()) + reader.of("hand:fresh", kind.label());
        let known = reader.of("seat:observer:known", kind.label());
        assert_eq!(own + known, u32::from(view.hand().of(kind.index())));
    }
    for place in 0..seats {
        let seat: Seat = (view.seat() + place) % seats;
        let who = if place == 0 { "seat:observer".to_owned() } else { format!("seat:+{place}") };
        let of = |what: &str, label: &str| reader.of(&format!("{who}:{what}"), label);
        assert_eq!(reader.marked(&format!("{who}:character")), [view.character(seat).name()]);
        assert_eq!(of("flags", "alive"), u32::from(view.is_alive(seat)));
        assert_eq!(of("flags", "its turn"), u32::from(seat == view.active_seat()));
        assert_eq!(of("injuries", "all"), u32::from(view.injuries(seat)));
        assert_eq!(of("injuries", "permanent among them"), u32::from(view.permanent_injuries(seat)));
        assert_eq!(of("missed", ""), u32::from(view.turns_to_miss(seat)));
        assert_eq!(of("score", ""), view.score(seat));
        let held = view.swag(seat).iter().map(|(_, count)| u32::from(count)).sum::<u32>();
        let slice = game.observation_spec().slice(&format!("{who}:swag")).unwrap();
        assert_eq!(slice.labels.iter().map(|name| of("swag", name)).sum::<u32>(), held);
    }
    if let Some(roll) = view.roll() {
        let kind = match roll.kind {
            RollKind::Avoidance => "Avoidance",
            RollKind::Detection => "Detection",
            RollKind::Table => "Hazard Table",
        };
        assert_eq!(reader.marked("roll:kind"), [kind]);
        assert_eq!(reader.of("roll:die", ""), u32::from(roll.die));
        let changes = ["added", "taken off"].map(|label| reader.of("roll:added", label) as i32);
        assert_eq!(changes[0] - changes[1], i32::from(roll.bonus));
        assert!(changes.contains(&0));
    } else {
        assert!(reader.marked("roll:kind").is_empty());
    }
    if let Some(card) = view.card() {
        let name =
            game.observation_spec().slice("zone").unwrap().labels.iter().position(|name| name == card.name);
        assert_eq!(reader.of("card:name", ""), name.unwrap() as u32 + 1);
    }
    assert_eq!(reader.of("decks", "Stalker"), u32::from(view.stalker_deck_size()));
    assert_eq!(reader.of("decks", "Zone"), u32::from(view.zone_deck_size()));
    for (card, left) in view.zone_cards() {
        assert_eq!(reader.of("zone", card.name), u32::from(left), "{}", card.name);
    }
}

#[test]
fn each_number_is_what_the_view_tells_under_its_label() {
    let settings =
        Settings::default().with("players", 4).with("retry_scope", "any").with("inheritance", "on");
    let game = Table::from_settings(&settings).unwrap();
    let mut phases = Vec::new();
    for seed in 0..60 {
        let (mut chance, mut random) = (Sampled::new(seed, 0), Stream::for_player(seed, 0, 0));
        let mut state = game.new_initial_state(&mut chance);
        for _ in 0..250 {
            if state.is_terminal() {
                break;
            }
            for seat in 0..4 {
                compare(&View::new(&game, &state, seat), &mut phases);
            }
            let action = state.legal_actions(&game).choose(&mut random).unwrap_or(Action(0));
            state.apply(&game, action, &mut chance).unwrap();
        }
    }
    phases.sort_unstable();
    phases.dedup();
    assert_eq!(phases.len(), 15, "not every phase was met: {phases:?}");
}
