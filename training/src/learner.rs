//! One step of learning after another.

use roadside_agents::network::{Network, Shape, WeightsError};
use roadside_env::Stream;
use serde::{Deserialize, Serialize};
use tch::{Device, Kind, Reduction, Tensor, no_grad};
use thiserror::Error;

use crate::model::{Heads, Model, numbers};
use crate::window::{Batch, Window};

/// How it is learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearnerOptions {
    /// Rows in a step.
    pub batch: usize,
    /// The rows that are kept to learn from.
    pub window: usize,
    /// How often each fresh row is learned from, on the average.
    pub passes: f64,
    /// The step size of `AdamW`.
    pub rate: f64,
    /// In the first steps it rises to that.
    pub warmup: u64,
    /// After so many steps it is half as large, and so on; 0 for never.
    pub half_life: u64,
    /// By how much weights shrink, times the step size.
    pub decay: f64,
    /// Gradients are cut to this length.
    pub clip: f64,
    /// The weight of what the search found against the outcome in the value of the own seat.
    pub mix: f64,
    /// The weights of the losses besides that of the policy.
    pub value: f64,
    /// That of the scores.
    pub score: f64,
    /// That of who lives.
    pub life: f64,
    /// The mean of the weights that plays goes back over about so many steps.
    pub mean: f64,
}

impl Default for LearnerOptions {
    fn default() -> Self {
        Self {
            batch: 512,
            window: 500_000,
            passes: 4.0,
            rate: 1e-3,
            warmup: 200,
            half_life: 0,
            decay: 1e-2,
            clip: 1.0,
            mix: 0.5,
            value: 1.0,
            score: 0.25,
            life: 0.25,
            mean: 1000.0,
        }
    }
}

/// Learns.
#[derive(Debug)]
pub struct Learner {
    options: LearnerOptions,
    seed: u64,
    device: Device,
    model: Model,
    /// The mean of the gradients and that of their squares, for each tensor of the model (Kingma and Ba 2015).
    moments: Vec<[Tensor; 2]>,
    /// The mean of the weights, as it plays.
    mean: Vec<Tensor>,
    steps: u64,
}

/// What a step came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// All together, by their weights.
    pub total: f64,
    /// Of the policy: its cross entropy, less the least there could be.
    pub policy: f64,
    /// Of the values: their cross entropy.
    pub value: f64,
    /// Of the scores.
    pub score: f64,
    /// Of who lives.
    pub life: f64,
    /// How spread out the policy is.
    pub entropy: f64,
    /// The length of the gradients before they were cut.
    pub gradient: f64,
}

/// Learning cannot go on.
#[derive(Debug, Error)]
pub enum LearnError {
    /// It has come apart.
    #[error(
        "the loss is {loss} at step {step}: learning has come apart; begin anew from an earlier checkpoint with a smaller rate than {rate}"
    )]
    Diverged {
        /// The loss.
        loss: f64,
        /// The step.
        step: u64,
        /// The step size.
        rate: f64,
    },
    /// The weights are no network's any more.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

const BETA_1: f64 = 0.9;
const BETA_2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

impl std::ops::AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        self.total += other.total;
        self.policy += other.policy;
        self.value += other.value;
        self.score += other.score;
        self.life += other.life;
        self.entropy += other.entropy;
        self.gradient += other.gradient;
    }
}

impl Losses {
    /// The mean over `count` steps of which this is the sum, by name.
    pub fn means(&self, count: u64) -> [(&'static str, f64); 7] {
        let Self { total, policy, value, score, life, entropy, gradient } = *self;
        let sums = [
            ("loss/total", total),
            ("loss/policy", policy),
            ("loss/value", value),
            ("loss/score", score),
            ("loss/life", life),
            ("policy/entropy", entropy),
            ("gradient", gradient),
        ];
        sums.map(|(name, sum)| (name, sum / count.max(1) as f64))
    }
}

impl Learner {
    /// Begins with `model`.
    pub fn new(mut model: Model, options: LearnerOptions, seed: u64, device: Device) -> Self {
        let zeros = |tensor: &Tensor| [tensor.detach().zeros_like(), tensor.detach().zeros_like()];
        let moments = model.parameters().iter().map(zeros).collect();
        let mean = model.parameters().iter().map(|tensor| tensor.detach().copy()).collect();
        Self { options, seed, device, model, moments, mean, steps: 0 }
    }

    /// Goes on where another was after `steps` steps, when it had these [numbers](Self::numbers). `None` if they are not as
    /// many as such a model has.
    pub fn restored(
        shape: Shape,
        numbers: &[Vec<f32>],
        steps: u64,
        (options, seed, device): (LearnerOptions, u64, Device),
    ) -> Option<Self> {
        let tensors = 2 * shape.layers().len();
        let sizes =
            shape.layers().into_iter().flat_map(|layer| [layer.inputs * layer.outputs, layer.outputs]);
        let sizes: Vec<usize> = sizes.collect();
        let fits = |(place, numbers): (usize, &Vec<f32>)| numbers.len() == sizes[place % tensors];
        if numbers.len() != 4 * tensors || !numbers.iter().enumerate().all(fits) {
            return None;
        }
        let mut parts = numbers.chunks(tensors).map(<[_]>::to_vec);
        let mut next = || parts.next().unwrap_or_default();
        let mut learner = Self::new(Model::from_parameters(shape, next(), device), options, seed, device);
        let (first, second, mean) = (next(), next(), next());
        let like = |tensor: &Tensor, numbers: &[f32]| {
            Tensor::from_slice(numbers).reshape(tensor.size()).to_device(device)
        };
        for (place, [one, other]) in learner.moments.iter_mut().enumerate() {
            (*one, *other) = (like(one, &first[place]), like(other, &second[place]));
        }
        for (tensor, numbers) in learner.mean.iter_mut().zip(&mean) {
            *tensor = like(tensor, numbers);
        }
        learner.steps = steps;
        Some(learner)
    }

    /// All that it has learned, tensor by tensor: the weights, both moments, the mean of the weights.
    pub fn numbers(&mut self) -> Vec<Vec<f32>> {
        let weights: Vec<_> = self.model.parameters().iter().map(numbers).collect();
        let moment = |place: usize| self.moments.iter().map(move |moments| numbers(&moments[place]));
        weights.into_iter().chain(moment(0)).chain(moment(1)).chain(self.mean.iter().map(numbers)).collect()
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The step size of the next step.
    pub fn rate(&self) -> f64 {
        let LearnerOptions { rate, warmup, half_life, .. } = self.options;
        let risen = (self.steps + 1) as f64 / warmup.max(1) as f64;
        let halved = if half_life == 0 { 0.0 } else { self.steps as f64 / half_life as f64 };
        rate * risen.min(1.0) * 0.5_f64.powf(halved)
    }

    /// Makes one step on rows of `window`.
    ///
    /// # Errors
    /// [`LearnError::Diverged`] where the loss is no number any more; the weights are as they were.
    pub fn step(&mut self, window: &Window) -> Result<Losses, LearnError> {
        let random = &mut Stream::for_learning(self.seed, self.steps + 1);
        let (size, mix) = (self.options.batch, self.options.mix as f32);
        let batch = window.draw(size, mix, self.model.shape(), random, self.device);
        let heads = self.model.forward(&batch.inputs);
        let (total, mut losses) = self.losses(&heads, &batch);
        for parameter in self.model.parameters() {
            parameter.zero_grad();
        }
        total.backward();
        losses.gradient = no_grad(|| self.gradient());
        if !losses.total.is_finite() || !losses.gradient.is_finite() {
            let (step, rate) = (self.steps + 1, self.options.rate);
            return Err(LearnError::Diverged { loss: losses.total, step, rate });
        }
        no_grad(|| self.update(losses.gradient));
        self.steps += 1;
        Ok(losses)
    }

    fn losses(&self, heads: &Heads, batch: &Batch) -> (Tensor, Losses) {
        let options = &self.options;
        let illegal = batch.legal.eq(0.0);
        let shares = heads.logits.masked_fill(&illegal, f64::from(f32::MIN)).log_softmax(-1, Kind::Float);
        let shares = shares.masked_fill(&illegal, 0.0);
        let searched = batch.searched.sum(Kind::Float).clamp_min(1.0);
        let over_rows = |numbers: Tensor| (numbers * &batch.searched).sum(Kind::Float) / &searched;
        let sum = |numbers: Tensor| numbers.sum_dim_intlist(-1, false, Kind::Float);
        let policy = over_rows(-sum(&batch.policy * &shares));
        let least = over_rows(-sum(batch.policy.xlogy(&batch.policy)));
        let entropy = over_rows(-sum(shares.exp().masked_fill(&illegal, 0.0) * &shares));
        let value = over_known(&batch.values, |known| cross_entropy(&heads.values, known));
        let life = over_known(&batch.lives, |known| cross_entropy(&heads.lives, known));
        let score = over_known(&batch.scores, |known| heads.scores.huber_loss(known, Reduction::None, 1.0));
        let total = &policy + options.value * &value + options.score * &score + options.life * &life;
        let number = |tensor: &Tensor| tensor.double_value(&[]);
        let told = Losses {
            total: number(&total),
            policy: number(&policy) - number(&least),
            value: number(&value),
            score: number(&score),
            life: number(&life),
            entropy: number(&entropy),
            gradient: 0.0,
        };
        (total, told)
    }

    /// The length of all gradients together.
    fn gradient(&mut self) -> f64 {
        let square = |tensor: &mut Tensor| tensor.grad().square().sum(Kind::Float).double_value(&[]);
        self.model.parameters().iter_mut().map(square).sum::<f64>().sqrt()
    }

    /// Moves the weights (Loshchilov and Hutter 2019, "Decoupled weight decay regularization").
    fn update(&mut self, gradient: f64) {
        let rate = self.rate();
        let LearnerOptions { clip, decay, mean, .. } = self.options;
        let scale = (clip / gradient.max(f64::MIN_POSITIVE)).min(1.0);
        let step = (self.steps + 1) as f64;
        let (unbias_1, unbias_2) = (1.0 - BETA_1.powf(step), 1.0 - BETA_2.powf(step));
        // At first the mean goes back over the few steps there were.
        let fresh = (1.0 / mean.max(1.0)).max(1.0 / step.max(1.0));
        let parameters = self.model.parameters().iter_mut().zip(&mut self.moments).zip(&mut self.mean);
        for ((parameter, [first, second]), mean) in parameters {
            let gradient = parameter.grad() * scale;
            let _ = first.lerp_(&gradient, 1.0 - BETA_1);
            let _ = second.lerp_(&gradient.square(), 1.0 - BETA_2);
            let moved = &*first / ((&*second / unbias_2).sqrt() + EPSILON) * (rate / unbias_1);
            if parameter.dim() > 1 {
                *parameter *= 1.0 - rate * decay;
            }
            *parameter -= moved;
            let _ = mean.lerp_(&parameter.detach(), fresh);
        }
    }

    /// The network that plays: with the mean of the weights.
    ///
    /// # Errors
    /// [`WeightsError::NotFinite`].
    pub fn network(&self) -> Result<Network, WeightsError> {
        Network::from_parameters(*self.model.shape(), self.mean.iter().map(numbers))
    }
}

/// The cross entropy of logits against shares from 0 to 1, number by number.
fn cross_entropy(logits: &Tensor, shares: &Tensor) -> Tensor {
    logits.binary_cross_entropy_with_logits::<Tensor>(shares, None, None, Reduction::None)
}

/// The mean of `loss` over what is known.
fn over_known(targets: &Tensor, loss: impl Fn(&Tensor) -> Tensor) -> Tensor {
    let known = targets.isnan().logical_not().to_kind(Kind::Float);
    let all = known.sum(Kind::Float).clamp_min(1.0);
    (loss(&targets.nan_to_num(0.0, None, None)) * known).sum(Kind::Float) / all
}
