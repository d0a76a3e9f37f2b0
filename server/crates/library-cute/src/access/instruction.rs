//! How the instruction of a copy atom accesses memory.

use layout_algebra::atom::copy::CopyAtom;

/// Lanes of a warp.
const WARP: usize = 32;
/// Bits of a row of a matrix, which ldmatrix and stmatrix read or write with one address.
const ROW_BITS: i64 = 128;

/// Plain loads and stores.
const PLAIN: &str = "ld/st";
/// A copy of global memory that leaves out the L1 cache.
const PAST_L1: &str = "cp.async.cg";

/// One instruction of a warp, as far as memory sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instruction {
    /// The PTX instruction, or what stands for it.
    pub(super) name: String,
    /// How many adjacent elements a lane accesses.
    pub(super) elements: i64,
    /// How many lanes give an address.
    pub(super) lanes: usize,
    /// Whether all of these lanes must take part.
    pub(super) is_of_whole_warps: bool,
    /// Whether a compiler may make one wider access of several that are side by side.
    pub(super) may_merge: bool,
    /// Whether what it writes to shared memory comes past the L1 cache, as it arrives: then lanes have no phases. Measured:
    /// `docs/copies-measured.md`.
    pub(super) is_past_l1: bool,
}

/// The side of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Source,
    Destination,
}

/// What an atom does.
pub(super) enum Kind {
    /// Each lane, or each that has an address, accesses elements that are side by side.
    Lanes(Instruction),
    /// The width is chosen by the layouts, of up to so many bits that are aligned.
    Vectors(i64),
    /// Something else: a bulk copy, tensor memory, shuffles.
    Other,
}

/// What the atom does to the side of a copy that is in memory, with elements of so many bits.
pub(super) fn of_atom(atom: &CopyAtom, side: Side, bits: i64) -> Kind {
    let (operation, ptx) = (atom.traits().operation(), atom.traits().instruction());
    let (is_load, is_store) = (operation.contains("_LDSM_"), operation.contains("_STSM_"));
    if is_load || is_store {
        let (rows, its_side) = match is_load {
            true => (atom.traits().src_layout(), Side::Source),
            false => (atom.traits().dst_layout(), Side::Destination),
        };
        let lanes = rows.cosize().ok().and_then(|bits| usize::try_from(bits / ROW_BITS).ok());
        return match lanes {
            Some(lanes @ 1..=WARP) if side == its_side && bits > 0 && ROW_BITS % bits == 0 => {
                let name = ptx.split(".sync").next().unwrap_or(ptx).to_owned();
                let matrices = lanes.div_ceil(8);
                let name = format!("{name}.x{matrices}");
                Kind::Lanes(Instruction {
                    name,
                    elements: ROW_BITS / bits,
                    lanes,
                    is_of_whole_warps: true,
                    may_merge: false,
                    is_past_l1: false,
                })
            }
            _ => Kind::Other,
        };
    }
    let vector = |name: &str| {
        let values = match side {
            Side::Source => atom.src_values(),
            Side::Destination => atom.dst_values(),
        };
        // Of another type than the atom's, the instruction moves the same bits.
        match (values * atom.element().bits).checked_rem(bits) {
            Some(0) => Kind::Lanes(Instruction {
                name: name.to_owned(),
                elements: values * atom.element().bits / bits,
                lanes: WARP,
                is_of_whole_warps: false,
                may_merge: name == PLAIN,
                is_past_l1: name == PAST_L1,
            }),
            _ => Kind::Other,
        }
    };
    match operation {
        "DefaultCopy" => Kind::Vectors(8),
        "AutoVectorizingCopy" => Kind::Vectors(128),
        _ if operation.starts_with("UniversalCopy") => vector(PLAIN),
        _ if operation.starts_with("SM80_CP_ASYNC_CACHEGLOBAL") => vector(PAST_L1),
        _ if operation.starts_with("SM80_CP_ASYNC") => vector("cp.async"),
        _ => Kind::Other,
    }
}

/// Accesses of so many elements by plain loads and stores.
pub(super) fn of_elements(elements: i64) -> Instruction {
    Instruction {
        name: PLAIN.to_owned(),
        elements,
        lanes: WARP,
        is_of_whole_warps: false,
        may_merge: true,
        is_past_l1: false,
    }
}
