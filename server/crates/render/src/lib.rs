//! Pictures of layouts: an algebra value becomes a [`Grid`], a grid becomes text or SVG.
//!
//! Pure: no I/O, no editor. Only the cells that are shown are computed, so a layout of any size costs the same;
//! what is cut off is named in the picture.
//!
//! ```
//! use layoutlens_render::{Limits, text_grid};
//! let layout: layout_algebra::Layout = "(2,3):(3,1)".parse()?;
//! assert_eq!(text_grid(&layout, Limits::TEXT), "  │ 0 1 2\n──┼──────\n0 │ 0 1 2\n1 │ 3 4 5");
//! # Ok::<(), layout_algebra::Error>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod axis;
mod cell;
mod colour;
pub mod cuda;
mod data;
mod draw;
pub mod escape;
mod grid;
mod html;
pub mod kind;
mod palette;
mod picture;
mod png;
mod runs;
mod svg;
mod tex;
mod text;
mod thread_values;

pub use axis::{Axis, Border};
pub use cell::{Cell, Label, Marks, Owner};
pub use colour::{Colour, Vision};
pub use draw::{ColourBy, Draw, swizzled_bits};
pub use grid::{Grid, Limits};
pub use kind::KindError;
pub use palette::{Palette, Scale, Theme};
pub use picture::{Overlay, Panel, Picture};
pub use png::PngError;
pub use svg::{SvgStyle, svg_grid};
pub use text::text_grid;
pub use thread_values::{MAX_THREAD_VALUES, ThreadValues, ThreadValuesError};
