//! A stream cannot be wound back or rekeyed.
use roadside_env::Stream;

fn cheat(stream: &mut Stream) {
    stream.used = 0;
    let _ = stream.key;
}

fn main() {}
