//! One side of a grid: how many cells it has, how many are shown, and where its inner tiles end.

use layout_algebra::IntTuple;

/// A line of the hierarchy between two neighbouring cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Border {
    /// The two cells belong to the same innermost tile.
    None,
    /// An innermost tile ends here.
    Inner,
    /// A tile of tiles ends here.
    Outer,
}

/// One side of a grid, made of the leaves of one or more modes, leftmost fastest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// Number of cells of the whole side.
    pub extent: i64,
    /// How many of them are shown, from 0 on.
    pub shown: usize,
    /// Lengths of the nested tiles, innermost first, each a proper divisor of the next.
    tiles: Vec<i64>,
}

impl Axis {
    /// The side that `modes` span together, of which at most `limit` cells are shown.
    ///
    /// The product of the modes fits in 64 bits: a layout's does.
    pub(crate) fn new(modes: &[IntTuple<i64>], limit: usize) -> Self {
        let mut tiles = Vec::new();
        let mut extent = 1_i64;
        for leaf in modes.iter().flat_map(IntTuple::leaves).copied().filter(|leaf| *leaf != 1) {
            tiles.extend(Some(extent).filter(|length| *length > 1));
            extent = extent.saturating_mul(leaf);
        }
        let shown = usize::try_from(extent).unwrap_or(usize::MAX).min(limit);
        Self { extent, shown, tiles }
    }

    /// Lengths of the nested tiles, innermost first.
    pub(crate) fn tiles(&self) -> &[i64] {
        &self.tiles
    }

    /// Whether cells are cut off.
    pub fn is_truncated(&self) -> bool {
        usize::try_from(self.extent).is_ok_and(|extent| extent > self.shown)
    }

    /// The line in front of cell `position`; none at the two ends of the side.
    pub fn border_before(&self, position: usize) -> Border {
        let Ok(position) = i64::try_from(position) else { return Border::None };
        if position == 0 || position == self.extent {
            return Border::None;
        }
        match self.tiles.iter().filter(|length| position % **length == 0).count() {
            0 => Border::None,
            1 => Border::Inner,
            _ => Border::Outer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(extents: &[i64]) -> IntTuple<i64> {
        IntTuple::Tuple(extents.iter().copied().map(IntTuple::Int).collect())
    }

    fn borders(modes: &[IntTuple<i64>]) -> String {
        let axis = Axis::new(modes, 16);
        let mark = |position| match axis.border_before(position) {
            Border::None => '.',
            Border::Inner => '|',
            Border::Outer => '#',
        };
        (0..axis.shown).map(mark).collect()
    }

    #[test]
    fn flat_mode_has_no_borders() {
        assert_eq!(borders(&[IntTuple::Int(8)]), "........");
    }

    #[test]
    fn nested_mode_has_a_border_between_inner_tiles() {
        assert_eq!(borders(&[tuple(&[2, 3])]), "..|.|.");
    }

    #[test]
    fn tiles_of_tiles_have_an_outer_border() {
        assert_eq!(borders(&[tuple(&[2, 2, 2])]), "..|.#.|.");
        assert_eq!(borders(&[tuple(&[2, 2]), IntTuple::Int(2)]), "..|.#.|.");
    }

    #[test]
    fn modes_of_size_one_draw_no_border() {
        assert_eq!(borders(&[tuple(&[1, 4, 1, 2, 1])]), "....|...");
    }
}
