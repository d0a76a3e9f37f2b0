//! Coordinates and offsets of a layout, both ways.

use layout_algebra::{AnyLayout, Layout, idx2crd};

/// The most rows of a table that are told at once.
const MOST_ROWS: usize = 512;

/// The most coordinates that are looked through for those of an offset.
const MOST_SEARCHED: i64 = 1 << 18;

/// Which rows of the table of coordinates and offsets.
#[derive(Debug, Clone, Copy, Default)]
pub enum TableRows {
    /// None.
    #[default]
    None,
    /// So many from a coordinate on.
    From(i64, usize),
    /// Those of an offset.
    Of(i64),
}

/// Coordinates and offsets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// How many coordinates there are.
    pub size: i64,
    /// Index, coordinate and offset.
    pub rows: Vec<(i64, String, String)>,
    /// Whether more rows fit what was asked.
    pub has_more: bool,
}

pub(super) fn table(function: &AnyLayout, rows: TableRows) -> Option<Table> {
    let shape = function.domain().map(Layout::shape)?;
    let size = shape.product().ok()?;
    let row = |index: i64| {
        let coordinate = idx2crd(index, &shape).map_or_else(|error| error.to_string(), |at| at.to_string());
        let offset = function.at(index).map_or_else(|error| error.to_string(), |offset| offset.to_string());
        (index, coordinate, offset)
    };
    match rows {
        TableRows::None => None,
        TableRows::From(first, count) => {
            let first = first.clamp(0, size);
            let count = count.min(MOST_ROWS);
            let end = first.saturating_add(i64::try_from(count).unwrap_or_default()).min(size);
            Some(Table { size, rows: (first..end).map(row).collect(), has_more: end < size })
        }
        TableRows::Of(offset) => {
            let searched = size.min(MOST_SEARCHED);
            let found = (0..searched).filter(|index| function.at(*index).is_ok_and(|at| at == offset));
            let mut rows: Vec<_> = found.take(MOST_ROWS + 1).map(row).collect();
            let has_more = rows.len() > MOST_ROWS || searched < size;
            rows.truncate(MOST_ROWS);
            Some(Table { size, rows, has_more })
        }
    }
}
