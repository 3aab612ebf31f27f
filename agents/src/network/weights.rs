//! Weights as they are kept: in the format safetensors, as 32-bit numbers.

use safetensors::tensor::{Dtype, SafeTensorError, SafeTensors, TensorView};
use thiserror::Error;

use super::{Layer, Network, Shape};

/// Weights could not be read.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// They are not in the format.
    #[error("not readable as safetensors: {0}")]
    Format(#[from] SafeTensorError),
    /// A tensor is missing.
    #[error("the tensor \"{name}\" is missing")]
    Missing {
        /// Its name.
        name: String,
    },
    /// A tensor is of another kind than the network's shape has it.
    #[error("the tensor \"{name}\" holds {found}; {expected} is needed")]
    Tensor {
        /// Its name.
        name: String,
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: String,
    },
    /// A weight is not a number.
    #[error("the tensor \"{name}\" holds {found} at {at}")]
    NotFinite {
        /// The tensor.
        name: String,
        /// At which place.
        at: usize,
        /// What stands there.
        found: f32,
    },
}

impl Network {
    /// The network of this shape whose weights `bytes` hold, in the format safetensors. Other tensors there are left
    /// aside.
    ///
    /// # Errors
    /// [`WeightsError`] names the tensor that is missing, of another shape, or not of finite numbers.
    pub fn from_safetensors(shape: Shape, bytes: &[u8]) -> Result<Self, WeightsError> {
        let tensors = SafeTensors::deserialize(bytes)?;
        let mut parameters = Vec::new();
        for Layer { name, inputs, outputs } in shape.layers() {
            parameters.push(read(&tensors, &format!("{name}.weight"), &[inputs, outputs])?);
            parameters.push(read(&tensors, &format!("{name}.bias"), &[outputs])?);
        }
        Self::from_parameters(shape, parameters)
    }

    /// Its weights in the format safetensors.
    ///
    /// # Panics
    /// Never: numbers in memory can be written to memory.
    pub fn to_safetensors(&self) -> Vec<u8> {
        let layers = self.shape().layers();
        let kept = layers.iter().zip(self.weights()).flat_map(|(layer, weights)| {
            let Layer { name, inputs, outputs } = layer;
            let products = (format!("{name}.weight"), vec![*inputs, *outputs], &weights.products);
            [products, (format!("{name}.bias"), vec![*outputs], &weights.added)]
        });
        let kept = kept.map(|(name, shape, numbers)| {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            (name, shape, bytes)
        });
        let kept: Vec<_> = kept.collect();
        let views = kept.iter().map(|(name, shape, bytes)| {
            let view =
                TensorView::new(Dtype::F32, shape.clone(), bytes).expect("as many bytes as the shape has");
            (name, view)
        });
        safetensors::serialize(views, None).expect("numbers in memory can be written to memory")
    }
}

fn read(tensors: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightsError> {
    let tensor = tensors.tensor(name).map_err(|_| WeightsError::Missing { name: name.to_owned() })?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
        let found = format!("{:?} numbers in {:?}", tensor.dtype(), tensor.shape());
        let expected = format!("{:?} numbers in {shape:?}", Dtype::F32);
        return Err(WeightsError::Tensor { name: name.to_owned(), found, expected });
    }
    Ok(tensor.data().as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
}

/// Checks that all numbers of the tensor called `name` are numbers.
pub(super) fn require_finite(name: &str, numbers: &[f32]) -> Result<(), WeightsError> {
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(at) => Err(WeightsError::NotFinite { name: name.to_owned(), at, found: numbers[at] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::forward::Weights;
    use super::*;

    const SHAPE: Shape = Shape { inputs: 4, actions: 3, seats: 2, width: 5, blocks: 1 };

    fn network() -> Network {
        let numbers = |len: usize| (0..len).map(|at| at as f32 / 7.0).collect();
        Network::new(SHAPE, |layer| Weights {
            products: numbers(layer.inputs * layer.outputs),
            added: numbers(layer.outputs),
        })
    }

    fn refusal(shape: Shape, bytes: &[u8]) -> String {
        Network::from_safetensors(shape, bytes).unwrap_err().to_string()
    }

    #[test]
    fn weights_that_were_kept_are_the_same() {
        assert_eq!(Network::from_safetensors(SHAPE, &network().to_safetensors()).unwrap(), network());
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let kept = network().to_safetensors();
        assert_eq!(
            refusal(Shape { blocks: 2, ..SHAPE }, &kept),
            "the tensor \"blocks.1.up.weight\" is missing"
        );
        assert_eq!(
            refusal(Shape { inputs: 6, ..SHAPE }, &kept),
            "the tensor \"input.weight\" holds F32 numbers in [4, 5]; F32 numbers in [6, 5] is needed"
        );
        for cut in [0, 1, 7, 8, 100, kept.len() - 1] {
            assert!(refusal(SHAPE, &kept[..cut]).starts_with("not readable as safetensors: "), "{cut}");
        }
        let mut network = network();
        network = Network::new(SHAPE, |layer| {
            let mut weights = network.weights().next().cloned().unwrap();
            weights.products = vec![0.0; layer.inputs * layer.outputs];
            weights.added = vec![f32::NAN; layer.outputs];
            weights
        });
        assert_eq!(refusal(SHAPE, &network.to_safetensors()), "the tensor \"input.bias\" holds NaN at 0");
    }
}
