//! A request as it would stand in a comment.

use layoutlens_run::Operation;

/// `copy 64:1 -> 64:1 : f32`.
pub(crate) fn statement(operation: &Operation, element: &str) -> String {
    match &operation {
        Operation::Copy { source, destination } => format!("copy {source} -> {destination} : {element}"),
        Operation::PartitionedCopy { source, destination, threads } => {
            let tile: Vec<String> = threads.tile.iter().map(i64::to_string).collect();
            format!(
                "copy {source} -> {destination} : {element} (tv={}, tile=({}))",
                threads.layout,
                tile.join(",")
            )
        }
        Operation::Gemm { a, b, c } => format!("gemm {a}, {b} -> {c} : {element}"),
        Operation::TunedGemm { a, b, c, tuning } => {
            format!("gemm {a}, {b} -> {c} : {element} ({tuning})")
        }
        Operation::PartitionedGemm { a, b, c, threads } => {
            format!(
                "gemm {a}, {b} -> {c} : {element} (tiled_mma={}, tile={:?})",
                threads.tiled_mma, threads.tile
            )
        }
    }
}
