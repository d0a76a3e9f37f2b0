//! How a shape is counted and how a layout goes through memory.

use layout_algebra::{IntTuple, Layout, coalesce_by_profile, idx2crd};

use super::{KindError, Offsets, looked_at};
use crate::draw::{cycle, function};
use crate::{Cell, ColourBy, Draw as _, Grid, Label, Limits, Marks, Overlay, Panel, Picture, Scale};

/// The natural coordinate in each cell.
pub fn coordinates(shape: &IntTuple<i64>, limits: Limits) -> Picture {
    let grid = Grid::new(shape, limits, Scale::Cycle, |index| {
        let label = idx2crd(index, shape).map(|coordinate| Label::Text(coordinate.to_string().into()));
        Cell {
            label: if limits.labels { label.unwrap_or(Label::Overflow) } else { Label::Nothing },
            tone: cycle(index),
            marks: Marks::NONE,
        }
    });
    Picture::of(grid)
}

/// The offsets, and the line that goes from each to the next higher one (Figure 3 of the paper).
///
/// # Errors
/// [`KindError::TooLarge`].
pub fn offset_path(offsets: &Offsets<'_>, limits: Limits, colour: &ColourBy) -> Result<Picture, KindError> {
    let size = looked_at(&offsets.shape)?;
    let grid = function(&offsets.shape, limits, colour, |index| offsets.at(index).map(IntTuple::Int));
    let order = (0..size).map(|index| offsets.at(index).map(|offset| (offset, index)));
    let mut order = order.collect::<Result<Vec<_>, _>>()?;
    order.sort_unstable();
    let path = order.into_iter().filter_map(|(_, index)| grid.cell_of(index)).collect();
    let panel = Panel::new((0, 0), grid).with(Overlay::Path(path));
    let legend = Some("the line goes from each offset to the next higher one, from the dot on".to_owned());
    Ok(Picture { panels: vec![panel], legend, notes: Vec::new() })
}

/// The offsets, and an arrow for each mode that says how far one step of it jumps.
pub fn strides(layout: &Layout, limits: Limits) -> Picture {
    let mut panel = Panel::new((0, 0), layout.grid(limits));
    let mut index = 1_i64;
    let stride = layout.stride();
    let mut steps = Vec::new();
    let mut lane = 0_usize;
    for (extent, step) in Layout::shape(layout).leaves().into_iter().zip(stride.leaves()) {
        // The same step from everywhere: arrows along a side stand beside each other.
        let grid = &panel.grid;
        if *extent > 1
            && let Some((row, column)) = grid.cell_of(index)
        {
            let from = match row {
                0 => (lane % grid.height(), 0),
                _ => (0, (grid.width() - 1).saturating_sub(lane)),
            };
            let to = (from.0 + row, from.1 + column);
            let label = if *step < 0 { step.to_string() } else { format!("+{step}") };
            panel = panel.with(Overlay::Arrow { from, to, label });
            steps.push(format!("{extent} steps of {step}"));
            lane += 1;
        }
        index = index.saturating_mul(*extent);
    }
    let legend = Some(format!("each arrow is one step of a mode: {}", steps.join(", ")));
    Picture { panels: vec![panel], legend, notes: Vec::new() }
}

/// The coordinates of a shape in each of its coordinate sets, from integers to natural coordinates (Figure 2).
///
/// # Errors
/// A size that does not fit in 64 bits.
pub fn coordinate_lists(shape: &IntTuple<i64>, limits: Limits) -> Result<Picture, KindError> {
    let size = shape.product()?;
    let rows = IntTuple::Tuple(vec![IntTuple::Int(size), IntTuple::Int(1)]);
    let mut panels: Vec<Panel> = Vec::new();
    for depth in 0..=shape.depth() {
        let coarse = coarsened(shape, depth)?;
        let grid = Grid::new(&rows, limits, Scale::Cycle, |index| {
            let coordinate = idx2crd(index, &coarse);
            let label = coordinate.map(|coordinate| Label::Text(coordinate.to_string().into()));
            Cell { label: label.unwrap_or(Label::Overflow), tone: cycle(index), marks: Marks::NONE }
        });
        panels.push(Panel::new((0, depth), grid).titled(format!("Z{coarse}")));
    }
    let legend = Some("each row is one coordinate, in every set".to_owned());
    Ok(Picture { panels, legend, notes: Vec::new() })
}

/// The shape in which what is nested deeper is one number.
fn coarsened(shape: &IntTuple<i64>, depth: usize) -> Result<IntTuple<i64>, KindError> {
    match shape {
        IntTuple::Tuple(modes) if depth > 0 => {
            let modes = modes.iter().map(|mode| coarsened(mode, depth - 1)).collect::<Result<_, _>>()?;
            Ok(IntTuple::Tuple(modes))
        }
        _ => Ok(IntTuple::Int(shape.product()?)),
    }
}

/// A tensor of rank 3 and the two matrices that its last mode folds into (Figure 1).
///
/// # Errors
/// [`KindError::Rank`].
pub fn foldings(layout: &Layout, limits: Limits) -> Result<Picture, KindError> {
    let modes = layout.modes();
    let [rows, columns, slabs] = modes.as_slice() else {
        return Err(KindError::Rank { what: "foldings", needed: "a tensor of rank 3", rank: modes.len() });
    };
    let mut panels = Vec::new();
    let slab = Layout::from_modes([rows.clone(), columns.clone()])?;
    let shown = usize::try_from(slabs.size()).unwrap_or(usize::MAX).min(8);
    for (number, index) in (0..shown).zip(0_i64..) {
        let start = slabs.at(index)?;
        let grid = function(&Layout::shape(&slab), limits, &ColourBy::Offset, |index| {
            Ok(IntTuple::Int(slab.at(index)? + start))
        });
        let title = if number == 0 { format!("{layout}, mode 2 = 0") } else { format!("mode 2 = {index}") };
        panels.push(Panel::new((number, 0), grid).titled(title));
    }
    let folded = [
        ("mode 2 folded into 0", [Layout::from_modes([rows.clone(), slabs.clone()])?, columns.clone()]),
        ("mode 2 folded into 1", [rows.clone(), Layout::from_modes([columns.clone(), slabs.clone()])?]),
    ];
    for (column, (what, modes)) in (1..).zip(folded) {
        let folded = Layout::from_modes(modes)?;
        let profile = IntTuple::Tuple(vec![IntTuple::Int(1), IntTuple::Int(1)]);
        let flat = coalesce_by_profile(&folded, &profile)?;
        let is_flat = Layout::shape(&flat).modes().iter().all(|mode| mode.as_int().is_some());
        let flat = if is_flat { format!("flat: {flat}") } else { "no flat form".to_owned() };
        let mut panel = Panel::new((0, column), folded.grid(limits)).titled(format!("{what}: {folded}"));
        panel.grid.notes.push(flat);
        panels.push(panel);
    }
    Ok(Picture { panels, legend: None, notes: Vec::new() })
}
