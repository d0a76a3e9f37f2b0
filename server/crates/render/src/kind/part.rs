//! Parts of a layout: slices, tiles, what two layouts have in common, how dimensions are dealt out to threads.

use std::collections::HashMap;

use layout_algebra::{
    IntTuple, Layout, SliceIndex, Tiler, composition_tiler, logical_divide, max_common_layout,
    slice_and_offset, zipped_divide,
};

use super::{KindError, Offsets, looked_at};
use crate::draw::function;
use crate::{ColourBy, Draw as _, Grid, Limits, Marks, Panel, Picture, Scale, ThreadValues};

/// The 1-D coordinate of each coordinate.
fn identity(shape: &IntTuple<i64>) -> Result<Layout, KindError> {
    Ok(Layout::compact(shape.clone())?)
}

fn offsets_grid(offsets: &Offsets<'_>, limits: Limits) -> Grid {
    function(&offsets.shape, limits, &ColourBy::Offset, |index| offsets.at(index).map(IntTuple::Int))
}

/// Gives the cells of some 1-D coordinates a group each; all others are not meant.
fn group(grid: &mut Grid, groups: &HashMap<i64, u32>, marks: Marks) {
    let indices: Vec<i64> = (0..grid.height())
        .flat_map(|row| (0..grid.width()).map(move |column| (row, column)))
        .map(|(row, column)| grid.index_of(row, column))
        .collect();
    let mut indices = indices.into_iter();
    grid.recolour(Scale::Chosen, |_, _| {
        let group = indices.next().and_then(|index| groups.get(&index).copied());
        group.map_or((Some(0), Marks::NONE), |group| (Some(group), marks))
    });
}

/// The cells that a part of the coordinates reaches, `reach` from their 1-D coordinates to those of the shape, are set off.
fn with_chosen(
    offsets: &Offsets<'_>,
    reach: &Layout,
    start: i64,
    limits: Limits,
) -> Result<Picture, KindError> {
    let size = looked_at(&Layout::shape(reach))?;
    let mut groups = HashMap::new();
    for index in 0..size {
        groups.insert(reach.at(index)? + start, 1);
    }
    let mut grid = offsets_grid(offsets, limits);
    group(&mut grid, &groups, Marks::CHOSEN);
    Ok(Picture::of(grid))
}

/// The elements that a slice keeps, among all (Figure 5): `_` keeps a mode, a number fixes it.
///
/// # Errors
/// The coordinate does not fit the shape.
pub fn slice(
    offsets: &Offsets<'_>,
    coordinate: &IntTuple<SliceIndex>,
    limits: Limits,
) -> Result<Picture, KindError> {
    let kept = slice_and_offset(coordinate, &identity(&offsets.shape)?)?;
    let mut picture = with_chosen(offsets, &kept.layout, kept.offset, limits)?;
    picture.legend =
        Some(format!("{} of {} elements are kept", kept.layout.size(), offsets.shape.product()?));
    Ok(picture)
}

/// The elements that a tiler takes out of a layout, by composition (Figure 7).
///
/// # Errors
/// The tiler does not fit the shape.
pub fn chosen(offsets: &Offsets<'_>, tiler: &Tiler, limits: Limits) -> Result<Picture, KindError> {
    let taken = composition_tiler(&identity(&offsets.shape)?, tiler)?;
    let mut picture = with_chosen(offsets, &taken, 0, limits)?;
    picture.legend = Some(format!("{tiler} takes {} of {} elements", taken.size(), offsets.shape.product()?));
    Ok(picture)
}

/// The tiles into which a tiler splits a layout, each in its colour (Figure 12).
///
/// # Errors
/// The tiler does not divide the shape.
pub fn split(offsets: &Offsets<'_>, tiler: &Tiler, limits: Limits) -> Result<Picture, KindError> {
    let tiles = zipped_divide(&identity(&offsets.shape)?, tiler)?;
    let size = looked_at(&Layout::shape(&tiles))?;
    let tile = match tiles.modes().as_slice() {
        [tile, ..] => tile.size(),
        [] => 1,
    };
    let mut groups = HashMap::new();
    for index in 0..size {
        let number = u32::try_from(index / tile % 8).unwrap_or_default();
        groups.insert(tiles.at(index)?, number + 1);
    }
    let mut grid = offsets_grid(offsets, limits);
    group(&mut grid, &groups, Marks::NONE);
    let legend =
        Some(format!("{tiler} splits into {} tiles of {tile} elements, a colour each", size / tile.max(1)));
    Ok(Picture::of(grid).with_legend(legend))
}

/// A product: each copy of the tile in its colour (Figures 10 and 11).
///
/// # Errors
/// The extent of the tile in memory does not fit in 64 bits.
pub fn product(result: &Layout, tile: &Layout, limits: Limits) -> Result<Picture, KindError> {
    let colour = ColourBy::Tile(tile.cosize()?);
    let legend = Some(format!("each colour is one copy of {tile}"));
    Ok(Picture::of(result.coloured(limits, &colour)).with_legend(legend))
}

/// Two layouts, and the elements that a copy between them moves as one vector (Figure 8).
///
/// # Errors
/// The two have no common subvector because one is not injective.
pub fn common(a: &Layout, b: &Layout, limits: Limits) -> Result<Picture, KindError> {
    let common = max_common_layout(a, b)?;
    let size = looked_at(&Layout::shape(&common))?;
    let mut groups = HashMap::new();
    for index in 0..size {
        groups.insert(common.at(index)?, 1);
    }
    let panel = |column, layout: &Layout| {
        let mut grid = layout.grid(limits);
        group(&mut grid, &groups, Marks::CHOSEN);
        Panel::new((0, column), grid).titled(layout.to_string())
    };
    let panels = vec![panel(0, a), panel(1, b)];
    let legend = Some(format!("{size} elements are consecutive in both: one vector"));
    Ok(Picture { panels, legend, notes: Vec::new() })
}

/// How each of several permutations deals a dimension of `extent` positions out to threads: a strip each, with the strides
/// that come of a base stride.
///
/// # Errors
/// A permutation does not divide the dimension.
pub fn strips(candidates: &[Layout], extent: i64, base: i64, limits: Limits) -> Result<Picture, KindError> {
    let dimension: Layout = Layout::compact(IntTuple::Int(extent))?;
    let mut panels = Vec::new();
    for (row, candidate) in candidates.iter().enumerate() {
        let modes = candidate.modes();
        let [threads, values] = modes.as_slice() else {
            let rank = modes.len();
            return Err(KindError::Rank {
                what: "strips",
                needed: "threads and values, (F,R):(sF,sR)",
                rank,
            });
        };
        let dealt = logical_divide(&dimension, &Tiler::Layout(candidate.clone()))?;
        let dealt = dealt.modes();
        let [_, rest] = dealt.as_slice() else { continue };
        let thread_values =
            Layout::from_modes([threads.clone(), Layout::from_modes([values.clone(), rest.clone()])?])?;
        let owners = ThreadValues::new(&thread_values, &IntTuple::Int(extent))?;
        let step = |layout: &Layout| {
            let stride = layout.stride();
            let steps = stride.leaves();
            let steps: Vec<String> =
                steps.iter().map(|step| format!("{step} x {base} = {}", step.saturating_mul(base))).collect();
            steps.join(", ")
        };
        let mut title = format!("{candidate}: threads step {}, values {}", step(threads), step(values));
        if rest.size() > 1 {
            title.push_str(&format!(", {} repetitions {}", rest.size(), step(rest)));
        }
        panels.push(Panel::new((row, 0), owners.grid(limits)).titled(title));
    }
    Ok(Picture { panels, legend: ColourBy::Thread.legend(), notes: Vec::new() })
}
