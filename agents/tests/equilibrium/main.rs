//! Equilibria of small games against what is published of them, and against calculations of another kind.

mod duels;
mod expedition;
mod kit;
mod kuhn;
mod players;
mod refusals;
mod responder;
mod responses;
