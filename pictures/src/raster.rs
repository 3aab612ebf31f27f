//! Drawings as pixels.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, Options, Tree, fontdb};
use thiserror::Error;

/// A picture could not be drawn, or a drawing not be turned into pixels.
#[derive(Debug, Error)]
pub enum PictureError {
    /// A map or an outline has other rows than the axis of y.
    #[error("the cells of \"{of}\" are {found} rows: the axis of y has {wanted}")]
    Rows {
        /// The title of the sheet, or the label of the outline.
        of: String,
        /// How many rows it has.
        found: usize,
        /// How many places the axis has.
        wanted: usize,
    },
    /// A row of a map or an outline has other columns than the axis of x.
    #[error("row {row} of \"{of}\" has {found} cells: the axis of x has {wanted} places")]
    Columns {
        /// The title of the sheet, or the label of the outline.
        of: String,
        /// Which row, from 0.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many places the axis has.
        wanted: usize,
    },
    /// The text is no SVG document.
    #[error("not an SVG document: {0}")]
    Svg(#[from] usvg::Error),
    /// The document has a size that no image can have.
    #[error("an image of {width} x {height} pixels cannot be made")]
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The pixels cannot be written as a PNG file.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
}

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
/// [`PictureError`] for a text that is no SVG document, or one without an extent.
pub fn rgb(svg: &str) -> Result<(usize, usize, Vec<u8>), PictureError> {
    let image = render(svg, 1.0)?;
    let (width, height) = (image.width(), image.height());
    let pixels = image.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Ok((height as usize, width as usize, pixels))
}

/// The drawing as the bytes of a PNG file, `zoom` times as large as the document says. What it leaves open is white.
///
/// # Errors
/// [`PictureError`] for a text that is no SVG document, or one without an extent.
pub fn png(svg: &str, zoom: f32) -> Result<Vec<u8>, PictureError> {
    render(svg, zoom)?.encode_png().map_err(|error| PictureError::Png(error.to_string()))
}

fn render(svg: &str, zoom: f32) -> Result<Pixmap, PictureError> {
    let tree = Tree::from_str(svg, &OPTIONS)?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (side * zoom).ceil() as u32);
    let mut image = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
    image.fill(Color::WHITE); // opaque, so that no pixel is premultiplied
    resvg::render(&tree, Transform::from_scale(zoom, zoom), &mut image.as_mut());
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOT: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><rect width="1" height="1" fill="red"/></svg>"#;

    #[test]
    fn pixels_come_row_by_row_on_white() {
        let (height, width, pixels) = rgb(DOT).unwrap();
        assert_eq!((height, width, pixels.len()), (2, 3, 18));
        assert_eq!(pixels[..6], [255, 0, 0, 255, 255, 255]);
    }

    #[test]
    fn a_png_is_as_large_as_was_asked_for() {
        let bytes = png(DOT, 2.0).unwrap();
        // The width and the height stand behind the signature and the head of the first chunk.
        assert_eq!(bytes[16..24], [0, 0, 0, 6, 0, 0, 0, 4]);
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        assert!(matches!(rgb("no drawing"), Err(PictureError::Svg(_))));
        assert!(matches!(png(DOT, 1e9), Err(PictureError::Size { .. })));
    }
}
