//! The network in libtorch: the same layers as in `roadside-agents`, with gradients.

use roadside_agents::network::{Layer, NORM_EPSILON, Network, Shape};
use roadside_env::Stream;
use tch::{Device, Kind, Tensor};

/// A network whose weights can be learned.
#[derive(Debug)]
pub struct Model {
    shape: Shape,
    /// The weights of each layer and what is added, the first layer first.
    parameters: Vec<Tensor>,
}

/// What the network makes of a batch: each a row for each row.
#[derive(Debug)]
pub struct Heads {
    /// `[rows, actions]`.
    pub logits: Tensor,
    /// `[rows, seats]`, as logits.
    pub values: Tensor,
    /// `[rows, seats]`.
    pub scores: Tensor,
    /// `[rows, seats]`, as logits.
    pub lives: Tensor,
}

impl Model {
    /// A model of this shape with weights drawn at random (He et al. 2015, "Delving deep into rectifiers"); what comes out
    /// of the blocks and of the heads is near 0 at first.
    pub fn new(shape: Shape, random: &mut Stream, device: Device) -> Self {
        let draw = |layer: &Layer, random: &mut Stream| {
            let is_last = layer.name == "heads" || layer.name.ends_with("down");
            let most = (6.0 / layer.inputs as f32).sqrt() * if is_last { 0.1 } else { 1.0 };
            let mut uniform = || (random.word() >> 40) as f32 / (1_u64 << 24) as f32;
            let products =
                (0..layer.inputs * layer.outputs).map(|_| most * (2.0 * uniform() - 1.0)).collect();
            [products, vec![0.0; layer.outputs]]
        };
        let parameters = shape.layers().iter().flat_map(|layer| draw(layer, random)).collect();
        Self::from_parameters(shape, parameters, device)
    }

    /// The model with the weights of `network`.
    pub fn from_network(network: &Network, device: Device) -> Self {
        let parameters = network.parameters().map(<[f32]>::to_vec).collect();
        Self::from_parameters(*network.shape(), parameters, device)
    }

    pub(crate) fn from_parameters(shape: Shape, parameters: Vec<Vec<f32>>, device: Device) -> Self {
        let sizes = shape.layers().into_iter().flat_map(|Layer { inputs, outputs, .. }| {
            [vec![inputs as i64, outputs as i64], vec![outputs as i64]]
        });
        let tensor = |(numbers, size): (Vec<f32>, Vec<i64>)| {
            Tensor::from_slice(&numbers).reshape(size).to_device(device).set_requires_grad(true)
        };
        Self { shape, parameters: parameters.into_iter().zip(sizes).map(tensor).collect() }
    }

    /// How large it is.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The tensors that are learned.
    pub fn parameters(&mut self) -> &mut [Tensor] {
        &mut self.parameters
    }

    /// What it makes of `inputs`, `[rows, inputs]`.
    pub fn forward(&self, inputs: &Tensor) -> Heads {
        let layer = |place: usize, numbers: &Tensor| {
            numbers.matmul(&self.parameters[2 * place]) + &self.parameters[2 * place + 1]
        };
        let mut hidden = layer(0, inputs);
        for block in 0..self.shape.blocks {
            let inner = layer(1 + 2 * block, &norm(&hidden)).relu();
            // Not in place: the gradients need what was there.
            hidden = &hidden + layer(2 + 2 * block, &inner);
        }
        let out = layer(1 + 2 * self.shape.blocks, &norm(&hidden));
        let (actions, seats) = (self.shape.actions as i64, self.shape.seats as i64);
        let of_seats = |head| out.narrow(1, actions + head * seats, seats);
        Heads {
            logits: out.narrow(1, 0, actions),
            values: of_seats(0),
            scores: of_seats(1),
            lives: of_seats(2),
        }
    }
}

/// The numbers of a tensor, on whatever device it is.
pub fn numbers(tensor: &Tensor) -> Vec<f32> {
    let tensor = tensor.detach().to_device(Device::Cpu).to_kind(Kind::Float).contiguous();
    let mut numbers = vec![0.0; tensor.numel()];
    tensor.copy_data(&mut numbers, tensor.numel());
    numbers
}

/// Scales each row so that the mean of its squares is 1.
fn norm(rows: &Tensor) -> Tensor {
    let mean = rows.square().mean_dim(-1, true, Kind::Float);
    rows * (mean + f64::from(NORM_EPSILON)).rsqrt()
}
