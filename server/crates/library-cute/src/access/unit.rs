//! What units of the hardware read and write of shared memory by themselves: TMA boxes, and operands that wgmma and UMMA read by
//! descriptors. No lanes of a warp have addresses there; their swizzle mode says how rows are spread over the banks.

use layout_algebra::{
    smem::{MatrixDescriptor, SwizzleMode, make_gmma_desc, make_umma_desc},
    tma::TmaAtom,
};
use layoutlens_host_value::tensor::{Described, Tensor};
use layoutlens_operation::Value;

/// A line, and what stands below it in a hover.
pub(super) struct Said {
    pub(super) line: String,
    pub(super) steps: Vec<String>,
}

/// The largest extent of a box.
const LARGEST_EXTENT: i64 = 256;
/// What the rows of a box are a multiple of, in bytes.
const ROW_BYTES: i64 = 16;

/// What a TMA copy moves of this tensor in shared memory: boxes, and how it swizzles their rows.
pub(super) fn of_tma(atom: &TmaAtom, shared: &Tensor) -> Said {
    let bits = atom.element().bits;
    let bytes = |elements: i64| elements.saturating_mul(bits) / 8;
    let extents: Vec<String> = atom.extents().iter().map(i64::to_string).collect();
    let (size, extents) = (bytes(atom.values()), extents.join(" x "));
    let boxes = match &shared.layout {
        Value::Layout(layout) => layout.size().checked_div(atom.values()),
        _ => None,
    };
    let boxes = match boxes {
        Some(1) => "1 box".to_owned(),
        Some(count @ 2..) => format!("{count} boxes"),
        _ => "boxes".to_owned(),
    };
    let swizzle = atom.swizzle();
    let mode = swizzle.and_then(|swizzle| SwizzleMode::of(&swizzle));
    let how = match (swizzle, mode) {
        (_, Some(mode)) => format!(", {mode}"),
        (Some(swizzle), None) => format!(", {swizzle}, which is no swizzle mode of TMA"),
        (None, None) => String::new(),
    };
    let line = format!("TMA: {boxes} of {extents} elements, {size} bytes each{how}");
    let row = bytes(atom.extents().first().copied().unwrap_or(1));
    let mut steps = vec![format!("{}: {size} bytes a box, {row} bytes a row", atom.operation())];
    steps.extend(mode.map(|mode| match mode {
        SwizzleMode::Interleave => format!("{mode}: the rows of a box follow each other as they are"),
        mode => format!("{mode}: in rows of {} bytes, pieces of 16 bytes change places", mode.row_bytes()),
    }));
    steps.extend(wrong_with(atom, row, mode).map(|wrong| format!("the tensor map cannot be made: {wrong}")));
    Said { line, steps }
}

/// What the driver refuses of a box.
fn wrong_with(atom: &TmaAtom, row: i64, mode: Option<SwizzleMode>) -> Option<String> {
    let widest = mode.filter(|mode| *mode != SwizzleMode::Interleave).map(SwizzleMode::row_bytes);
    if let Some(widest) = widest.filter(|widest| row > *widest) {
        return Some(format!("a row of the box has {row} bytes, and the swizzle permutes rows of {widest}"));
    }
    if row % ROW_BYTES != 0 {
        return Some(format!("a row of the box has {row} bytes, no multiple of {ROW_BYTES}"));
    }
    let longest = atom.extents().iter().copied().max().unwrap_or(1);
    // A multicast divides the box among its thread blocks.
    let is_shared = atom.operation().contains("MULTICAST");
    (longest > LARGEST_EXTENT && !is_shared)
        .then(|| format!("the box is {longest} elements long, and {LARGEST_EXTENT} are allowed"))
}

/// How an instruction reads its operand in shared memory by a descriptor.
pub(super) fn of_descriptor(described: &Described) -> Said {
    let Described { smem, major, is_of_sm100 } = described;
    let (unit, make): (_, fn(_, &_) -> _) = match is_of_sm100 {
        true => ("UMMA", make_umma_desc),
        false => ("wgmma", make_gmma_desc),
    };
    let name = major.name();
    let bytes = smem.layout().size().saturating_mul(smem.element_bits()) / 8;
    let read = format!("{unit} reads {bytes} bytes an instruction: {smem}");
    match make(*major, smem) {
        Ok(MatrixDescriptor { mode, layout_type, leading_byte_offset, stride_byte_offset }) => Said {
            line: format!("{mode}, canonical {name}-major layout"),
            steps: vec![
                read,
                format!(
                    "descriptor: layout type {layout_type} ({mode}), leading byte offset {}, stride byte offset {}",
                    16 * leading_byte_offset,
                    16 * stride_byte_offset
                ),
                match mode {
                    SwizzleMode::Interleave => {
                        "its core matrices of 8 rows of 16 bytes are compact: each is 128 bytes, one of each bank".to_owned()
                    }
                    _ => format!(
                        "the {mode} spreads the 16-byte pieces of 8 rows over all banks: no bank conflicts within a core matrix"
                    ),
                },
            ],
        },
        Err(error) => Said {
            line: format!("no canonical {name}-major layout"),
            steps: vec![read, format!("no descriptor: {error}")],
        },
    }
}
