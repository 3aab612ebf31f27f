//! The recipes that ship.

use crate::recipe::{Recipe, RecipeError};

const SHIPPED: [(&str, &str); 2] = [
    ("pig", include_str!("../recipes/pig.toml")),
    ("zone_stalker", include_str!("../recipes/zone_stalker.toml")),
];

/// The recipe that ships for a game, with its text.
///
/// # Errors
/// [`RecipeError::NotShipped`] names those there are.
pub fn shipped(game: &str) -> Result<(Recipe, String), RecipeError> {
    let known: Vec<&str> = SHIPPED.iter().map(|&(name, _)| name).collect();
    let found = SHIPPED.iter().find(|&&(name, _)| name == game);
    let (_, text) = found.ok_or_else(|| RecipeError::NotShipped { game: game.to_owned(), known })?;
    Ok((crate::recipe::parse(text)?, (*text).to_owned()))
}
