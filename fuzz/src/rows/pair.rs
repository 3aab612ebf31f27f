//! The same rows twice.

use roadside_agents::Playable;
use roadside_env::vec_env::{AnyVecEnv, Batch, Buffers, Seeds, Shape, VecEnvError};
use roadside_env::{Action, Actions, EnvError, IllegalAction, OnIllegal, State, VecEnv};

use super::super::checks::refused;
use super::numbers::Numbers;
use super::set_up::SetUp;
use super::track::Track;

#[derive(Clone, Copy)]
pub(super) enum Call<'a> {
    Step(&'a [Action]),
    Reset(Seeds<'a>, Option<&'a [bool]>),
}

/// How many arrays [`Buffers`] has.
pub(super) const ARRAYS: usize = 7;

/// Rows on one thread, and as those of any game on several: what they do is the same.
pub(super) struct Pair<G: Playable, O> {
    plain: VecEnv<G>,
    erased: Box<dyn AnyVecEnv>,
    batch: Batch<O>,
    twin: Batch<O>,
    tracks: Vec<Track>,
}

impl<G: Playable, O: Numbers> Pair<G, O> {
    /// `None` for what is refused as it should be.
    pub fn new(game: &G, set_up: &SetUp) -> Option<Self> {
        let (plain, erased) = match (set_up.plain(game), set_up.erased()) {
            (Ok(plain), Ok(erased)) => (plain, erased),
            (_, Err(error)) | (Err(error), _) => {
                assert!(set_up.is_wrong(game.facts().seats));
                refused(&error);
                return None;
            }
        };
        assert!(!set_up.is_wrong(game.facts().seats));
        assert_eq!((plain.shape(), plain.options().max_steps), (erased.shape(), erased.options().max_steps));
        let batch = unwritten(*plain.shape());
        let tracks = (0..set_up.rows).map(|row| Track::new(row, set_up.learner)).collect();
        Some(Self { plain, erased, twin: batch.clone(), batch, tracks })
    }

    pub fn rows(&self) -> usize {
        self.tracks.len()
    }

    /// The actions that `rank` chooses, by the number of the row and of its legal actions; 0 of these: any will do.
    pub fn choose(&self, mut rank: impl FnMut(usize, usize) -> usize) -> Vec<Action> {
        let choice = |track: &Track| {
            let (row, legal) = (track.row(), track.legal(&self.plain, &self.batch));
            legal.nth(rank(row, legal.len())).unwrap_or_else(|| Action(rank(row, 0) as u16))
        };
        self.tracks.iter().map(choice).collect()
    }

    /// Why a step is to be refused.
    fn fault(&self, actions: &[Action]) -> Option<VecEnvError> {
        if let Some(row) = self.tracks.iter().position(|track| !track.is_begun()) {
            return Some(VecEnvError::Row { row, error: EnvError::NeedsReset });
        }
        self.tracks.iter().zip(actions).enumerate().find_map(|(row, (track, &action))| {
            if track.legal(&self.plain, &self.batch).is_empty() {
                return None;
            }
            let error = self.plain.state(row)?.require_legal(self.plain.game(), action).err()?;
            let forfeits = self.plain.options().on_illegal == OnIllegal::Terminate;
            if forfeits && matches!(error, IllegalAction::NotLegal { .. }) {
                return None;
            }
            Some(VecEnvError::Row { row, error: error.into() })
        })
    }

    /// A step, or a step that is refused by one of the two.
    pub fn step(&mut self, actions: &[Action], by_erased: bool) {
        if let Some(error) = self.fault(actions) {
            return self.require_refusal(by_erased, Call::Step(actions), None, &error);
        }
        self.both(Call::Step(actions));
        for track in &mut self.tracks {
            track.step(&self.plain, &self.batch);
        }
    }

    /// A reset, which leaves all other rows as they are.
    pub fn reset(&mut self, seeds: Seeds<'_>, mask: Option<&[bool]>) {
        let before = self.batch.clone();
        self.both(Call::Reset(seeds, mask));
        for (row, track) in self.tracks.iter_mut().enumerate() {
            if mask.is_none_or(|mask| mask[row]) {
                let seed = match seeds {
                    Seeds::First(seed) => Some(seed.wrapping_add(row as u64)),
                    Seeds::Each(seeds) => Some(seeds[row]),
                    Seeds::Continue => None,
                };
                track.reset(seed, &self.plain, &self.batch);
            } else {
                require_kept(&self.batch, &before, row);
                assert_eq!(self.plain.info(row).is_some(), track.is_begun());
            }
            assert_eq!(self.batch.final_observation(row), before.final_observation(row));
        }
    }

    /// A call with one array for another number of rows.
    pub fn lend_wrong(&mut self, by_erased: bool, call: Call<'_>, array: usize, rows: usize) {
        let shape = *self.plain.shape();
        let mut long = Batch::new(Shape { rows, ..shape });
        let (name, of_each) = [
            ("observations", shape.observation_len),
            ("masks", shape.actions),
            ("rewards", shape.rewards),
            ("terminated", 1),
            ("truncated", 1),
            ("seats", 1),
            ("final_observations", shape.observation_len),
        ][array];
        let error = VecEnvError::Length { name, given: rows * of_each, rows: shape.rows, of_each };
        self.require_refusal(by_erased, call, Some((array, &mut long)), &error);
        assert_eq!(long, Batch::new(*long.shape()));
    }

    /// A call that one of the two refuses. The other is left alone, and they still do the same.
    pub fn require_refusal(
        &mut self,
        by_erased: bool,
        call: Call<'_>,
        spoilt: Option<(usize, &mut Batch<O>)>,
        error: &VecEnvError,
    ) {
        assert_eq!(self.one(by_erased, call, spoilt).as_ref(), Err(error));
        refused(error);
        self.require_equal();
    }

    fn both(&mut self, call: Call<'_>) {
        for by_erased in [false, true] {
            self.one(by_erased, call, None).unwrap_or_else(|error| panic!("{error}"));
        }
        self.require_equal();
    }

    fn one(
        &mut self,
        by_erased: bool,
        call: Call<'_>,
        spoilt: Option<(usize, &mut Batch<O>)>,
    ) -> Result<(), VecEnvError> {
        let mut out = if by_erased { self.twin.buffers() } else { self.batch.buffers() };
        if let Some((array, long)) = spoilt {
            spoil(&mut out, array, long.buffers());
        }
        match (call, by_erased) {
            (Call::Step(actions), false) => self.plain.step(actions, &mut out),
            (Call::Step(actions), true) => self.erased.step(actions, &mut O::any(out)),
            (Call::Reset(seeds, mask), false) => self.plain.reset(seeds, mask, &mut out),
            (Call::Reset(seeds, mask), true) => self.erased.reset(seeds, mask, &mut O::any(out)),
        }
    }

    fn require_equal(&self) {
        assert_eq!(self.batch, self.twin);
        for row in 0..self.rows() {
            assert_eq!(self.plain.info(row), self.erased.info(row));
            assert_eq!(self.plain.ended(row), self.erased.ended(row));
        }
        for none in [self.rows(), usize::MAX] {
            assert_eq!((self.plain.info(none), self.erased.info(none)), (None, None));
            assert_eq!((self.plain.ended(none), self.erased.ended(none)), (None, None));
        }
    }
}

/// Arrays full of what no row shows.
fn unwritten<O: Numbers>(shape: Shape) -> Batch<O> {
    let mut batch = Batch::new(shape);
    let out = batch.buffers();
    out.observations.fill(O::UNWRITTEN);
    out.rewards.fill(f64::MAX);
    out.terminated.fill(true);
    out.truncated.fill(true);
    out.seats.fill(i8::MAX);
    out.final_observations.unwrap().fill(O::UNWRITTEN);
    batch
}

/// What a reset writes of a row is still as it was.
fn require_kept<O: Numbers>(batch: &Batch<O>, before: &Batch<O>, row: usize) {
    assert_eq!(batch.observation(row), before.observation(row));
    assert_eq!((batch.mask(row), batch.rewards(row)), (before.mask(row), before.rewards(row)));
    let single = |batch: &Batch<O>| (batch.terminated(row), batch.truncated(row), batch.seat(row));
    assert_eq!(single(batch), single(before));
}

/// Puts one of the arrays of `long` in the place of that of `out`.
fn spoil<'a, O>(out: &mut Buffers<'a, O>, array: usize, long: Buffers<'a, O>) {
    match array {
        0 => out.observations = long.observations,
        1 => out.masks = long.masks,
        2 => out.rewards = long.rewards,
        3 => out.terminated = long.terminated,
        4 => out.truncated = long.truncated,
        5 => out.seats = long.seats,
        _ => out.final_observations = long.final_observations,
    }
}
