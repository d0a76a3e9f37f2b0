//! Grids of values, as text and as SVG.

mod kind;
mod without_cells;

use layout_algebra::{AnyLayout, IntTuple};
use layoutlens_eval::{Evaluated, Hardware, Operation, Value, evaluate_shown};
use layoutlens_render::Draw as _;
use layoutlens_render::{ColourBy, Grid, Limits, SvgStyle, Theme, ThreadValues};
use layoutlens_syntax::parse_expression;

use crate::{
    facts::verdict_text,
    hover::{facts_markdown, facts_text},
};

pub use kind::{PictureKind, Wanted};
pub(crate) use kind::{Subject, function, layout, operands};
use without_cells::without_cells;

/// The most rows of a hover's picture whose text can be read.
const MOST_READ_ROWS: i64 = 17;
/// The most rows whose text can be read in what the facts leave of a hover.
const MOST_ROWS_BESIDE_FACTS: i64 = 13;
/// What the facts leave, in pixels.
const HEIGHT_BESIDE_FACTS: u32 = 160;
/// The most columns.
const MOST_READ_COLUMNS: i64 = 48;

/// A drawn layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// What it shows, `R = (2,4):(1,2)`.
    pub title: String,
    /// The grid as text.
    pub text: String,
    /// The grid as an SVG document. `None`: it has none, and `text` says why.
    pub svg: Option<String>,
    /// Markdown: what else is known of the value.
    pub facts: String,
}

/// The picture of an expression in which no name is bound, as a lens carries it; a bare tuple is its compact layout.
///
/// # Errors
/// Why there is none.
pub fn picture_of(title: &str, expression: &str) -> Result<Picture, String> {
    let evaluated = evaluated(expression)?;
    picture(title.to_owned(), &evaluated).ok_or_else(|| no_grid(&evaluated))
}

/// What is known of a value, a line each.
pub fn facts_of(evaluated: &Evaluated) -> String {
    facts_text(evaluated)
}

/// A value that can be drawn in any size, and the operands it was made from.
#[derive(Debug, Clone)]
pub struct Drawing {
    evaluated: Evaluated,
    operation: Option<Operation>,
    operands: Vec<Evaluated>,
}

impl Drawing {
    /// What an expression without names comes to; a bare tuple is its compact layout.
    ///
    /// # Errors
    /// Why it has no grid.
    pub fn of(expression: &str) -> Result<Self, String> {
        let evaluated = evaluated(expression)?;
        let (operation, operands) = kind::operands(expression);
        Ok(Self { evaluated, operation, operands })
    }

    /// What is drawn of it.
    ///
    /// # Errors
    /// Why that has no picture.
    pub fn picture(&self, wanted: &Wanted) -> Result<layoutlens_render::Picture, String> {
        let Self { evaluated, operation, operands } = self;
        if matches!(wanted.kind, None | Some(PictureKind::Threads))
            && let (Some(tile), Value::Layout(layout)) = (&evaluated.tile, &evaluated.value)
            && let Err(error) = ThreadValues::new(layout, tile)
        {
            return Err(error.to_string());
        }
        let subject = Subject { evaluated, operation: *operation, operands: operands.clone() };
        let mut picture = subject.picture(wanted)?;
        picture.notes.extend(verdict_text(evaluated));
        Ok(picture)
    }

    /// The bits of an element, where the value says them.
    pub fn element_bits(&self) -> Option<i64> {
        let Self { evaluated, .. } = self;
        Subject { evaluated, operation: None, operands: Vec::new() }.known_bits()
    }

    /// The layout as a function of threads and values or of coordinates, for code that does without CuTe.
    ///
    /// # Errors
    /// Why there is none.
    pub fn code(&self, wanted: &Wanted) -> Result<String, String> {
        let Self { evaluated, operation, operands } = self;
        Subject { evaluated, operation: *operation, operands: operands.clone() }.code(wanted)
    }

    /// The value in CuTe's notation.
    pub fn title(&self) -> String {
        self.evaluated.value.to_string()
    }

    /// What else is known of it, a line each.
    pub fn facts(&self) -> String {
        facts_text(&self.evaluated)
    }
}

pub(crate) fn no_grid(evaluated: &Evaluated) -> String {
    if let (Some(tile), Value::Layout(layout)) = (&evaluated.tile, &evaluated.value)
        && let Err(error) = ThreadValues::new(layout, tile)
    {
        return error.to_string();
    }
    without_cells(&evaluated.value)
}

pub(crate) fn evaluated(expression: &str) -> Result<Evaluated, String> {
    let (expr, errors) = parse_expression(expression);
    if let Some(error) = errors.first() {
        return Err(error.message.clone());
    }
    let (evaluated, problems) = evaluate_shown(&expr);
    if let Some(reason) = evaluated.value.unknown_reason() {
        return Err(reason.to_owned());
    }
    match problems.first() {
        // What is found in a value that can be drawn is told by whoever shows it.
        Some(problem) if grid(&evaluated, Limits::of(1, 1)).is_none() => Err(problem.message.clone()),
        _ => Ok(evaluated),
    }
}

pub(crate) fn picture(title: String, evaluated: &Evaluated) -> Option<Picture> {
    let text = noted_grid(evaluated, Limits::TEXT)?.to_text();
    let subject = Subject { evaluated, operation: None, operands: Vec::new() };
    let mut drawn = subject.picture(&Wanted::default()).ok()?;
    drawn.notes.extend(verdict_text(evaluated));
    let svg = Some(drawn.to_svg(SvgStyle::FILE));
    Some(Picture { title, text, svg, facts: facts_markdown(evaluated) })
}

/// The picture of a hover: all cells where that is possible, with text where it can be read.
pub(crate) fn hover_picture(
    evaluated: &Evaluated,
    theme: Theme,
) -> Option<(layoutlens_render::Picture, SvgStyle)> {
    let corner = grid(evaluated, Limits::of(1, 1))?;
    let rows = corner.rows.as_ref().map_or(1, |rows| rows.extent);
    let columns = corner.columns.extent;
    let shape: IntTuple<i64> = [rows, columns].into_iter().collect();
    let limits = Limits::of_picture(&shape);
    let is_read = rows <= MOST_READ_ROWS && columns <= MOST_READ_COLUMNS;
    let limits = if is_read || limits == Limits::SVG { limits } else { limits.unlabelled() };
    let picture = match &evaluated.value {
        // One operand that can be read tells more than three that cannot.
        Value::Hardware(hardware) => {
            let picture = layoutlens_render::Picture::of(owners(hardware, limits)?);
            picture.with_legend(ColourBy::Thread.legend())
        }
        _ => {
            let subject = Subject { evaluated, operation: None, operands: Vec::new() };
            subject.picture(&Wanted { limits: Some(limits), ..Wanted::default() }).ok()?
        }
    };
    let style = SvgStyle::HOVER.on(theme);
    // Of a hover 250 pixels are seen, the facts among them.
    let frame = style.frame.map(|(width, height)| match rows <= MOST_ROWS_BESIDE_FACTS {
        true => (width, height.min(HEIGHT_BESIDE_FACTS)),
        false => (width, height),
    });
    Some((picture, SvgStyle { frame, ..style }))
}

/// The grid, with what the value is worth where it is not simply proved: a picture goes where nothing else is said of it.
fn noted_grid(evaluated: &Evaluated, limits: Limits) -> Option<Grid> {
    let mut grid = grid(evaluated, limits)?;
    grid.notes.extend(verdict_text(evaluated));
    Some(grid)
}

/// The grid of a layout; thread-value cells where the value is to be read so.
pub(crate) fn grid(evaluated: &Evaluated, limits: Limits) -> Option<Grid> {
    if let (Some(tile), Value::Layout(layout)) = (&evaluated.tile, &evaluated.value) {
        return thread_values(layout, tile, limits);
    }
    match &evaluated.value {
        Value::Layout(layout) => Some(layout.grid(limits)),
        Value::CoordinateLayout(layout) => Some(layout.grid(limits)),
        Value::XorLayout(layout) => Some(layout.grid(limits)),
        Value::Composed(composed) => Some(composed.grid(limits)),
        Value::Chain(chain) => chain.domain().map(|_| AnyLayout::Chain(chain.clone()).grid(limits)),
        // Offsets in elements, for memory that is aligned to the swizzle.
        Value::Smem(smem) => match smem.position_independent().ok()? {
            AnyLayout::Layout(layout) => Some(layout.grid(limits)),
            AnyLayout::Composed(composed) => Some(composed.grid(limits)),
            AnyLayout::Chain(_) => None,
        },
        Value::Hardware(hardware) => owners(hardware, limits),
        // A tuple is a shape as often as a coordinate, so it has no grid of its own; sizes of run time have no cells.
        Value::Tuple(_)
        | Value::SymbolicLayout(_)
        | Value::Swizzled(_)
        | Value::Swizzle(_)
        | Value::Tiler(_)
        | Value::SymbolicTiler(_)
        | Value::Coordinate(_)
        | Value::Bool(_)
        | Value::Offsets(_)
        | Value::Finding(_)
        | Value::ElementType(_)
        | Value::Unknown(_) => None,
    }
}

/// A tiled copy is drawn as the tile that its threads read, an MMA as the tile of C, an instruction on tensor memory as what one
/// warp accesses.
fn owners(hardware: &Hardware, limits: Limits) -> Option<Grid> {
    let (layout, [m, n]) = match hardware {
        Hardware::TiledCopy(copy) => {
            return thread_values(&copy.layout_s_tv().ok()?, &copy.tile_shape(), limits);
        }
        Hardware::TmemInstruction(instruction) => instruction.warp_layout().ok()?,
        Hardware::MmaAtom(atom) => {
            let [m, n, _] = atom.shape_mnk();
            (atom.layout_c().clone(), [m, n])
        }
        Hardware::TiledMma(mma) => {
            (mma.layout_c_tv().ok()?, [mma.tile_size(0).ok()?, mma.tile_size(1).ok()?])
        }
        Hardware::CopyOperation(_)
        | Hardware::CopyAtom(_)
        | Hardware::TmaAtom(_)
        | Hardware::TmaCopy { .. }
        | Hardware::Projection(_)
        | Hardware::Major(_) => return None,
    };
    thread_values(&layout, &[m, n].into_iter().collect(), limits)
}

fn thread_values(layout: &layout_algebra::Layout, tile: &IntTuple<i64>, limits: Limits) -> Option<Grid> {
    ThreadValues::new(layout, tile).ok().map(|owners| owners.grid(limits))
}
