//! The layout algebra beside other implementations of it, all measured in the same run.

mod others;
mod ours;
mod table;

use std::error::Error;

/// Measures the operations, ours and others', and prints them side by side.
///
/// # Errors
/// When our benches cannot be built or run. A package that cannot be fetched or run is said in its place.
pub(crate) fn algebra() -> Result<(), Box<dyn Error>> {
    let others = others::OTHERS.iter().map(|other| (other.title, others::measure(other))).collect::<Vec<_>>();
    let ours = ours::measure()?;
    table::print(&ours, &others);
    Ok(())
}

/// The operations in the order of the table: the name in our benches and in `measure.py`, and what is computed.
const OPERATIONS: &[(&str, &str)] = &[
    ("coalesce", "coalesce((128,(8,16)))"),
    ("composition", "(128,(8,16)) o (16,4)"),
    ("complement", "complement(64:2, 16384)"),
    ("logical_divide", "logical_divide((128,128), 64:2)"),
    ("right_inverse", "right_inverse((128,128))"),
    ("zipped_divide", "zipped_divide of (128,128) by <(16,4):(4,1),(16,4):(4,1)>"),
    ("offset_table", "offsets of (128,128), all 16384"),
];
