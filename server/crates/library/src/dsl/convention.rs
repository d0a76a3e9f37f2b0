//! What the DSL's way to name things suggests of a value that nothing gives: which kind it is, which sizes and element
//! types are common.

use layoutlens_host_value::{
    call::{Call, CallArgument},
    convention::{Convention, Suggested},
    open_number::OPEN_TYPE,
    value::HostValue,
};

use crate::dsl::{
    element::{stated_type, type_in_statements},
    enumeration,
    from_torch::supposed_in_rows,
    supposed::{TMA_COPY, files_of, supposed},
    taken::taken_in_call,
    tile,
};

/// What names of the DSL suggest.
pub(crate) const CONVENTION: Convention = Convention {
    of_parameter,
    of_attribute,
    numbers_by_name,
    is_of_shared_memory,
    is_of_tensor_memory,
    number_in_tuple: common_number,
    type_by_name: common_type,
    type_in_statements,
    stated_type,
    object_of: supposed,
    files_of,
    member_of: enumeration::value,
    members_of: enumeration::members_of,
    element_type: COMMON_TYPE,
    element_types: &OTHER_TYPES,
    numbers: &COMMON_NUMBERS,
    spelling: &SPELLING,
    rank: COMMON_RANK,
    warp_groups: WARP_GROUPS,
    of_imports: &OF_IMPORTS,
    staged_tile: &STAGED_TILE,
    staged_tile_strides: &STAGED_TILE_STRIDES,
    tiled: TILED,
    tma_copy: TMA_COPY,
    tensor: "Tensor",
    pointer: "Pointer",
    tuples: &["tuple", "Tuple", "Shape", "Tile", "Coord", "IntTuple"],
    foreign_tensors: "torch",
    foreign_tensor: supposed_in_rows,
    run_time_integers: &["Int32", "Int64", "Uint32", "Uint64"],
    number_type: OPEN_TYPE,
    constant: "Constexpr",
    shape: "shape",
    by_mode: &["shape", "stride"],
    of_tensors: &["element_type", "iterator", "memspace"],
    of_warp_groups: &["a_major_mode", "b_major_mode"],
    coordinates: &COORDINATES,
    rank_in_call,
    least_rank_in_call,
    rank_in_method,
    least_rank_in_method,
    methods_keeping_modes: &KEEPING_MODES,
    functions_keeping_modes: &["from_dlpack"],
    taken_in_call,
};

/// The type of numbers that kernels are written for first.
const COMMON_TYPE: &str = "Float16";

/// What is tried where the code names none, or refuses what it names.
const OTHER_TYPES: [&str; 3] = [COMMON_TYPE, WIDE_TYPE, "Float8E4M3FN"];

/// The type of accumulators.
const WIDE_TYPE: &str = "Float32";

/// The type of what counts or finds other things.
const INDEX_TYPE: &str = "Int32";

/// The last words of the names of tensors that hold such numbers.
const INDEX_NAMES: [&str; 14] = [
    "offset", "offsets", "offs", "index", "indices", "idx", "ids", "indptr", "count", "counts", "seqlens",
    "seqlen", "lens", "mapping",
];

/// Words by which code spells a layout out, in C++ or Python; what stands between them are its sizes and strides.
const SPELLING: [&str; 12] = [
    "make_layout",
    "make_tensor",
    "make_shape",
    "make_stride",
    "Layout",
    "Shape",
    "Stride",
    "Int",
    "C",
    "cute",
    "stride",
    "shape",
];

/// Of the numbers that the code names, these are the commonest sizes of tiles and heads.
const COMMON_NUMBERS: [i64; 2] = [128, 64];

/// The rank of most operands of attention.
const COMMON_RANK: usize = 4;

/// A part of the names of files for MMAs of warp groups that take A from registers.
const WARP_GROUPS: &str = "warp groups";

/// Files that import these are for the GPUs of which files have such names.
const OF_IMPORTS: [(&str, &str); 3] =
    [("tcgen05", "sm100"), ("blackwell_helpers", "sm100"), ("sm100_utils", "sm100")];

/// Methods of tensors whose result has as many modes.
const KEEPING_MODES: [&str; 14] = [
    "mark_layout_dynamic",
    "mark_compact_shape_dynamic",
    "contiguous",
    "detach",
    "clone",
    "cuda",
    "cpu",
    "to",
    "float",
    "half",
    "bfloat16",
    "permute",
    "transpose",
    "requires_grad_",
];

/// Functions that take a coordinate: the keyword of that argument, and which one it is.
const COORDINATES: [(&str, &str, usize); 2] =
    [("cutlass.cute.local_tile", "coord", 2), ("cutlass.cute.slice_", "coord", 1)];

/// Functions of a tensor whose third argument is the end of a range of its modes.
const LEAST_RANKS: [&str; 1] = ["group_modes"];

/// Methods whose arguments are modes.
const TAKING_MODES: [&str; 4] = ["size", "stride", "transpose", "mark_layout_dynamic"];

/// A tile in shared memory with its stages.
const STAGED_TILE: [i64; 4] = [128, 64, 2, 1];

/// Its strides.
const STAGED_TILE_STRIDES: [i64; 4] = [64, 1, 8192, 16384];

/// The DSL's types of what is tiled.
const TILED: &[&str] = &["TiledMma", "ThrMma", "TiledCopy", "ThrCopy"];

/// A tile of a thread block or of an MMA in M, N and K, where the code names no numbers.
const COMMON_TILE: [i64; 3] = [128, 128, 64];

/// What of it an epilogue stores at once.
const COMMON_EPILOGUE_TILE: [i64; 2] = [128, 32];

/// How names of what is tiled begin.
const TILED_NAMES: [(&str, &str); 4] =
    [("tiled_mma", "TiledMma"), ("thr_mma", "ThrMma"), ("tiled_copy", "TiledCopy"), ("thr_copy", "ThrCopy")];

/// Numbers by the end of their names, the likeliest first.
const NUMBERS: [(&str, [i64; 2]); 8] = [
    ("tile_m", [128, 64]),
    ("tile_n", [128, 64]),
    ("tile_k", [64, 128]),
    ("warps", [4, 8]),
    ("threads", [128, 256]),
    ("stage", [2, 1]),
    ("stages", [2, 1]),
    ("vecsize", [8, 4]),
];

/// Names of integers that threads and loops count with.
const COUNTED: [&str; 3] = ["tidx", "bidx", "warp_idx"];

/// What the name of a parameter suggests; `None` where that is nothing.
fn of_parameter(name: &str) -> Option<Suggested> {
    if let Some((_, kind)) = TILED_NAMES.iter().find(|(begin, _)| name.starts_with(begin)) {
        return Some(Suggested::Tiled(kind));
    }
    if is_tensors_name(name) {
        return Some(Suggested::Tensor);
    }
    of_attribute(name)
}

/// The same of an attribute: of those, `storage.sA` may be memory that is no tensor yet.
fn of_attribute(name: &str) -> Option<Suggested> {
    if let Some((_, kind)) = TILED_NAMES.iter().find(|(begin, _)| name.starts_with(begin)) {
        return Some(Suggested::Tiled(kind));
    }
    if name.ends_with("dtype") {
        return Some(Suggested::Type);
    }
    if COUNTED.contains(&name) || name.ends_with("_idx") {
        return Some(Suggested::Counted(1));
    }
    if name.ends_with("coord_mnkl") {
        return Some(Suggested::Counted(4));
    }
    if name.starts_with("varlen_") && name.len() == "varlen_m".len() {
        return Some(Suggested::Truth);
    }
    if let Some(count) = tile_modes(name) {
        return Some(Suggested::Numbers(count));
    }
    (!numbers_by_name(name).is_empty()).then_some(Suggested::Number)
}

/// The numbers that something of this name may be.
fn numbers_by_name(name: &str) -> &'static [i64] {
    let name = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    let found = NUMBERS.iter().find(|(end, _)| {
        name.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    });
    found.map_or(&[], |(_, numbers)| numbers)
}

/// How many modes a tile or cluster of this name has: `cta_tile_shape_mnk`.
fn tile_modes(name: &str) -> Option<usize> {
    if !["tile", "tiler", "cluster"].iter().any(|part| name.split('_').any(|word| word == *part)) {
        return None;
    }
    [("_mnk", 3), ("_mn", 2), ("epi_tile", 2), ("mma_tiler", 3)]
        .iter()
        .find(|(end, _)| name.ends_with(end))
        .map(|(_, count)| *count)
}

/// Whether a name is one of a tensor of shared or global memory: `sA`, `mQ`, `gO`.
fn is_tensors_name(name: &str) -> bool {
    let mut letters = name.chars();
    matches!(letters.next(), Some('s' | 'm' | 'g')) && letters.next().is_some_and(char::is_uppercase)
}

/// Whether a tensor of this name lies in shared memory, where sizes are known when the program is compiled.
fn is_of_shared_memory(name: &str) -> bool {
    name.starts_with('s') && is_tensors_name(name) || name.split('_').any(|word| word == "smem")
}

/// Whether a pointer of this name is one to tensor memory: `tmem_ptr`.
fn is_of_tensor_memory(name: &str) -> bool {
    name.split('_').any(|word| word == "tmem")
}

/// The number of a mode of a tile of which the code says nothing, by the tile's name and how many modes it has.
fn common_number(name: &str, count: usize, mode: usize) -> Option<i64> {
    match name {
        name if name.ends_with("epi_tile") => COMMON_EPILOGUE_TILE.get(mode).copied(),
        name if name.contains("tile") && count <= COMMON_TILE.len() => COMMON_TILE.get(mode).copied(),
        name => name.contains("cluster").then_some(1),
    }
}

/// The element type of something of this name of which the code says nothing: accumulators are wide, and what counts or
/// finds other things is an integer.
fn common_type(name: &str) -> &'static str {
    let last = name.rsplit(['_', '.']).next().unwrap_or(name);
    match name {
        _ if INDEX_NAMES.contains(&last) => INDEX_TYPE,
        name if name.contains("acc") => WIDE_TYPE,
        _ => COMMON_TYPE,
    }
}

/// How many modes the first argument of a function has, by its other arguments.
type RankInCall = fn(&Call<'_>) -> Option<usize>;

/// Functions whose other arguments tell it.
const RANKS: &[(&str, RankInCall)] = &[
    ("select", |call| permuted(call.keyword_or("mode", 1)?)),
    ("local_tile", tile::rank_of_tiled),
    // Of the shape of an operand with its batches.
    ("tile_atom_to_shape_SF", |_| Some(3)),
];

fn rank_in_call(call: &Call<'_>) -> Option<usize> {
    let name = call.name.rsplit('.').next()?;
    let (_, rank) = RANKS.iter().find(|(known, _)| *known == name)?;
    rank(call)
}

/// How many modes the first argument has at least: `group_modes(t, 0, 3)`.
fn least_rank_in_call(call: &Call<'_>) -> Option<usize> {
    let name = call.name.rsplit('.').next()?;
    let end = LEAST_RANKS.contains(&name).then(|| call.keyword_or("end", 2))??;
    usize::try_from(end.known_int()?).ok()
}

/// How many modes an object has, by a method of it: `t.permute(2, 0, 1)`, `t.mark_compact_shape_dynamic(stride_order=(0, 1))`.
fn rank_in_method(name: &str, arguments: &[&CallArgument]) -> Option<usize> {
    match name {
        "permute" => match arguments {
            [one] => permuted(&one.value),
            all => permuted(&HostValue::tuple(all.iter().map(|one| one.value.clone()).collect())),
        },
        "mark_compact_shape_dynamic" => {
            let is_order = |given: &&&CallArgument| given.keyword.as_deref() == Some("stride_order");
            permuted(&arguments.iter().find(is_order)?.value)
        }
        _ => None,
    }
}

/// The same, by one of its modes: `t.size(2)`, `t.mark_layout_dynamic(leading_dim=1)`.
fn least_rank_in_method(name: &str, arguments: &[&CallArgument]) -> Option<usize> {
    let is_mode = |given: &&&CallArgument| match given.keyword.as_deref() {
        None => TAKING_MODES.contains(&name),
        Some(keyword) => name == "mark_layout_dynamic" && keyword == "leading_dim",
    };
    let modes = arguments.iter().filter(is_mode).filter_map(|given| given.value.known_int());
    usize::try_from(modes.max()?.checked_add(1)?).ok().filter(|least| *least > 0)
}

/// How many modes there are, when these are all of them in some order.
fn permuted(modes: &HostValue) -> Option<usize> {
    let mut numbers: Vec<i64> = modes.elements()?.iter().map(HostValue::known_int).collect::<Option<_>>()?;
    numbers.sort_unstable();
    let count = numbers.len();
    numbers.into_iter().eq((0..).take(count)).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_meant() {
        assert_eq!(numbers_by_name("ctx.tile_M"), [128, 64]);
        assert_eq!(numbers_by_name("num_epi_warps"), [4, 8]);
        assert_eq!(numbers_by_name("swarps"), [0; 0]);
        assert_eq!(tile_modes("cta_tile_shape_mnk"), Some(3));
        assert_eq!((tile_modes("qk_mma_tiler"), tile_modes("tile_coord_mnkl")), (Some(3), None));
        assert_eq!((common_type("padded_offsets"), common_type("acc_dtype")), ("Int32", "Float32"));
        assert!(is_of_shared_memory("sA") && is_of_shared_memory("smem_tensor"));
        assert!(!is_of_shared_memory("storage") && !is_of_shared_memory("mA"));
    }
}
