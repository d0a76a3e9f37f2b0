//! What functions of the DSL take: where nothing gives an argument, the code says by such a call what it is.

use layoutlens_host_value::{call::Call, convention::Taken, value::HostValue};

use crate::dsl::umma_operation::moved_by;

/// Operands with scale factors. Each of these types has factors of the first type for the first number of elements.
const SCALED: Taken = Taken::Types(&["Float8E4M3FN", "Float4E2M1FN", "Float8E5M2"]);

/// The factors themselves.
const FACTORS: Taken = Taken::Types(&["Float8E8M0FNU", "Float8E4M3FN"]);

/// How many elements share one.
const SHARING: Taken = Taken::Numbers(&[&[32, 16]]);

/// The factors of operands of 4 bits alone.
const NIBBLE_FACTORS: Taken = Taken::Types(&["Float8E4M3FN", "Float8E8M0FNU"]);

/// How many elements of 4 bits share one.
const NIBBLE_SHARING: Taken = Taken::Numbers(&[&[16, 32]]);

/// Operands of 8 bits without factors.
const BYTES: Taken = Taken::Types(&["Float8E4M3FN", "Float8E5M2"]);

/// Operands that take factors for 16 or 32 elements of 4 bits each, and no others.
const NIBBLES: Taken = Taken::Types(&["Float4E2M1FN"]);

/// Factors that are powers of two, the only ones of some operations.
const POWERS: Taken = Taken::Types(&["Float8E8M0FNU"]);

/// The rows and columns of an instruction of tensor memory.
const TILE: Taken = Taken::Numbers(&[&[128, 256], &[128, 256]]);

/// Which mode of an operand is contiguous.
const MAJOR: Taken = Taken::Member("OperandMajorMode", "K");

/// The same of a result.
const ROWS: Taken = Taken::Member("LayoutEnum", "ROW_MAJOR");

/// How many thread blocks work together.
const GROUP: Taken = Taken::Member("CtaGroup", "ONE");

/// The arguments of a function, each with its keyword, its place and what it is.
type Arguments = &'static [(&'static str, usize, Taken)];

/// Functions that take the same wherever they are called.
const FUNCTIONS: &[(&str, Arguments)] = &[
    ("from_tensor", &[("tensor", 0, Taken::Tensor)]),
    ("tma_partition", &[("atom", 0, Taken::TmaCopy)]),
    ("from_dlpack", &[("tensor", 0, Taken::ForeignTensor)]),
    ("local_tile", &[("input", 0, Taken::Tensor)]),
    ("make_smem_layout_epi", &[("epi_layout", 1, ROWS)]),
    ("get_tmem_load_op", &[("layout_d", 1, ROWS)]),
    ("compute_epilogue_tile_shape", &[("layout_d", 2, ROWS)]),
    ("make_tiled_tma_atom", &[("gmem_tensor", 1, Taken::Tensor)]),
    ("make_tiled_tma_atom_A", &[("gmem_tensor", 1, Taken::Tensor)]),
    ("make_tiled_tma_atom_B", &[("gmem_tensor", 1, Taken::Tensor)]),
    (
        "sm103_make_blockscaled_trivial_tiled_mma",
        &[("sf_dtype", 0, NIBBLE_FACTORS), ("sf_vec_size", 1, NIBBLE_SHARING), ("mma_tiler_mn", 3, TILE)],
    ),
];

/// Operations of a warp whose operands have scale factors. Some of tensor memory have their names, and another argument
/// more: `MmaMXF4Op(instruction_shape, cta_group, a_src)` says of none of its types.
const OF_WARPS: &[(&str, Arguments)] = &[
    ("MmaMXF4Op", &[("ab_dtype", 0, NIBBLES), ("sf_type", 2, POWERS)]),
    ("MmaMXF4NVF4Op", &[("ab_dtype", 0, NIBBLES), ("sf_type", 2, NIBBLE_FACTORS)]),
];

/// Functions that are called with one element type of A and B, or with two: the place of the group of thread blocks
/// behind one, and what they take behind the types.
const OF_TYPES: &[(&str, usize, Arguments)] = &[
    (
        "make_trivial_tiled_mma",
        4,
        &[
            ("a_leading_mode", 1, MAJOR),
            ("b_leading_mode", 2, MAJOR),
            ("cta_group", 4, GROUP),
            ("mma_tiler_mn", 5, TILE),
        ],
    ),
    (
        "make_blockscaled_trivial_tiled_mma",
        5,
        &[
            ("a_leading_mode", 1, MAJOR),
            ("b_leading_mode", 2, MAJOR),
            ("sf_dtype", 3, FACTORS),
            ("sf_vec_size", 4, SHARING),
            ("cta_group", 5, GROUP),
            ("mma_tiler_mn", 6, TILE),
        ],
    ),
];

/// What a function takes in the place of its arguments.
pub(super) fn taken_in_call<'a>(call: &Call<'a>) -> Vec<(&'a HostValue, Taken)> {
    let name = call.name.rsplit('.').next().unwrap_or(call.name);
    let given = |arguments: Arguments, later: usize| {
        let of_place = |(keyword, place, taken): &(&str, usize, Taken)| {
            Some((call.keyword_or(keyword, place + later)?, *taken))
        };
        arguments.iter().filter_map(of_place).collect::<Vec<_>>()
    };
    let is_of_warp = call.name.contains("warp.")
        || call.arguments.iter().any(|given| given.keyword.as_deref() == Some("ab_dtype"))
        || name == "MmaMXF4NVF4Op" && call.positional().len() == 3;
    if let Some((_, arguments)) = OF_WARPS.iter().find(|(known, _)| is_of_warp && *known == name) {
        return given(arguments, 0);
    }
    if let Some((_, arguments)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
        return given(arguments, 0);
    }
    let Some((_, group, arguments)) = OF_TYPES.iter().find(|(known, ..)| *known == name) else {
        return Vec::new();
    };
    let later = moved_by(call, *group);
    let mut all = given(arguments, later);
    // That of Rubin is told all extents of the instruction, for it has more than one K for bytes.
    let extents = call.keyword_or("mma_tiler", 6).and_then(HostValue::elements);
    if name == "make_trivial_tiled_mma" && extents.is_some_and(|extents| extents.len() == 3) {
        all.extend(given(&[("a_dtype", 0, BYTES), ("b_dtype", 1, BYTES)], 0));
    }
    if name == "make_blockscaled_trivial_tiled_mma" {
        let types: Arguments = match later {
            0 => &[("ab_dtype", 0, SCALED)],
            _ => &[("a_dtype", 0, SCALED), ("b_dtype", 1, SCALED)],
        };
        all.extend(given(types, 0));
    }
    all
}
