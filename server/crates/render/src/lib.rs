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
mod draw;
pub mod escape;
mod grid;
mod palette;
mod svg;
mod text;
mod thread_values;

pub use axis::{Axis, Border};
pub use cell::{Cell, Owner};
pub use draw::Draw;
pub use grid::{Grid, Limits};
pub use palette::Palette;
pub use svg::{SvgStyle, svg_grid};
pub use text::text_grid;
pub use thread_values::{MAX_THREAD_VALUES, ThreadValues, ThreadValuesError};
