#![doc = include_str!("../README.md")]

mod colour;
mod lines;
mod map;
mod outline;
mod pen;
mod raster;
mod surface;
mod ticks;

pub use colour::Scale;
pub use lines::{Lines, Panel, Series};
pub use map::{Axis, Cell, Map, Outline, Sheet};
pub use raster::{PictureError, png, rgb};
pub use surface::Surface;
