//! Drawings as pixels.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, Options, Tree, fontdb};
use thiserror::Error;

/// A drawing could not be turned into pixels.
#[derive(Debug, Error)]
pub enum Error {
    /// The text is no SVG document.
    #[error("not an SVG document: {0}")]
    Svg(#[from] usvg::Error),
    /// The document has a size that no image can have, or needs more memory than there is.
    #[error("an image of {width} x {height} pixels cannot be made; there may be {MOST_PIXELS} in all")]
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
}

/// The most pixels of an image: 4096 x 4096. The package's own drawings have less than a million.
pub const MOST_PIXELS: usize = 1 << 24;

/// The fonts that come with the package, so that a drawing looks the same on every machine: none of the machine's own is
/// looked for.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    Options { fontdb: Arc::new(fonts), font_family: "DejaVu Sans".to_owned(), ..Options::default() }
});

/// The drawing as (height, width, pixels): row by row from the top, 8 bits each of red, green and blue, so
/// height * width * 3 bytes. What the drawing leaves open is white.
///
/// # Errors
/// [`Error`] for a text that is no SVG document, or one without an extent.
pub fn rgb(svg: &str) -> Result<(usize, usize, Vec<u8>), Error> {
    let tree = Tree::from_str(svg, &OPTIONS)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let pixels = (width as usize).saturating_mul(height as usize);
    let fits = (pixels <= MOST_PIXELS).then(|| Pixmap::new(width, height)).flatten();
    let mut image = fits.ok_or(Error::Size { width, height })?;
    image.fill(Color::WHITE); // opaque, so that no pixel is premultiplied
    resvg::render(&tree, Transform::identity(), &mut image.as_mut());
    let pixels = image.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Ok((height as usize, width as usize, pixels))
}
