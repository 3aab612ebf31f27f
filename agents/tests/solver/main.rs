//! The exact solver against separate calculations and against play.

mod brute;
mod pig;
mod player;
mod zone_stalker;
