//! MMAs that the DSL makes for Rubin: `tcgen05.SM107MmaFP8Op`, `cutlass.utils.rubin_helpers`. They take twice as much of K
//! at once as those of Blackwell; C++ has no names for them.

use layout_algebra::smem::Major;
use layoutlens_host_value::{
    call::{Call, CallArgument, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal};

use crate::dsl::{
    element::number_type,
    enumeration::{major, member_name},
    epilogue, number,
    operand::{argument, modes, optional},
    tiled,
    umma_operation::{FLOATS_8, Operation, SMALL_FLOATS, accumulator_type, cutlass_type},
};
use layoutlens_library_cute::cute::hardware::hardware;

/// The keywords and places of what a call says of an operation; without majors, K is contiguous.
struct Places {
    extents: (&'static str, usize),
    group: usize,
    source: (&'static str, usize),
    majors: Option<[(&'static str, usize); 2]>,
}

/// Those of `SM107MmaFP8Op(a_dtype, b_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)`.
const BYTES: Places = Places {
    extents: ("instruction_shape", 3),
    group: 4,
    source: ("a_src", 5),
    majors: Some([("a_major_mode", 6), ("b_major_mode", 7)]),
};

/// Those of `SM107MmaMXF4NVF4Op(sf_dtype, sf_vec_size, instruction_shape, cta_group, a_src)`.
const NIBBLES: Places =
    Places { extents: ("instruction_shape", 2), group: 3, source: ("a_src", 4), majors: None };

/// Those of `SM107BlockScaledMmaMXF8F6F4Op(a_dtype, b_dtype, sf_dtype, sf_vec_size, instruction_shape, cta_group, a_src,
/// a_major_mode, b_major_mode)`.
const SCALED: Places = Places {
    extents: ("instruction_shape", 4),
    group: 5,
    source: ("a_src", 6),
    majors: Some([("a_major_mode", 7), ("b_major_mode", 8)]),
};

/// Where the makers of tiled MMAs have the majors of A and B.
const LEADING: Option<[(&str, usize); 2]> = Some([("a_leading_mode", 2), ("b_leading_mode", 3)]);

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.nvgpu.tcgen05.SM107MmaFP8Op", |call| {
        let pair = [argument(call, "a_dtype", 0)?, argument(call, "b_dtype", 1)?];
        operation(call, &BYTES)?.bytes(pair, call.keyword_or("acc_dtype", 2))
    }),
    ("cutlass.cute.nvgpu.tcgen05.SM107MmaMXF4NVF4Op", |call| {
        let vector = argument(call, "sf_vec_size", 1)?;
        operation(call, &NIBBLES)?.scaled_nibbles(call.keyword_or("sf_dtype", 0), vector)
    }),
    ("cutlass.cute.nvgpu.tcgen05.SM107BlockScaledMmaMXF8F6F4Op", |call| {
        let pair = [argument(call, "a_dtype", 0)?, argument(call, "b_dtype", 1)?];
        operation(call, &SCALED)?.scaled_floats(pair)
    }),
    ("cutlass.utils.sm107.make_trivial_tiled_mma", make_trivial_tiled_mma),
    ("cutlass.utils.sm107.make_blockscaled_trivial_tiled_mma", make_blockscaled_trivial_tiled_mma),
    ("cutlass.utils.sm107.compute_epilogue_tile_shape", compute_epilogue_tile_shape),
];

/// An operation with the K that its code gives, if it gives one.
struct OfRubin<'a> {
    operation: Operation<'a>,
    k: Option<i64>,
}

fn operation<'a>(call: &Call<'a>, places: &Places) -> Result<OfRubin<'a>, Refusal> {
    let (keyword, place) = places.extents;
    let (m, n, k) = match *modes(argument(call, keyword, place)?)? {
        [m, n, k] => (m, n, Some(k)),
        [m, n] => (m, n, None),
        _ => return unknown("an instruction has three extents"),
    };
    let of = |(keyword, place)| major(argument(call, keyword, place)?);
    let majors = match places.majors {
        Some([a, b]) => [of(a)?, of(b)?],
        None => [Major::K; 2],
    };
    let group = argument(call, "cta_group", places.group)?;
    let (keyword, place) = places.source;
    // Where tensor memory has A, how it lies there is not known of these operations.
    if let Some(source) = optional(call, keyword, place)
        && member_name(source, "tcgen05.OperandSource")? != "SMEM"
    {
        return unknown("operations of Rubin with A in tensor memory are not computed");
    }
    Ok(OfRubin { operation: Operation { m, n, group, source: None, majors }, k })
}

impl OfRubin<'_> {
    /// The atom of a family, where its K is the one that is given.
    fn atom(&self, family: &str, k: i64, types: &str, vector: &str) -> Outcome {
        if self.k.is_some_and(|given| given != k) {
            return Err(Refusal::Numbers(format!("the operation takes {k} of K at once")));
        }
        self.operation.atom_of(family, types, vector)
    }

    /// Operands of 8 bits each. With half of K, it is Blackwell's instruction.
    fn bytes(&self, [a, b]: [&HostValue; 2], accumulator: Option<&HostValue>) -> Outcome {
        let types = format!(
            "{},{},{}",
            cutlass_type(a, FLOATS_8)?,
            cutlass_type(b, FLOATS_8)?,
            accumulator_type(accumulator)?
        );
        match self.k {
            Some(32) => self.atom("SM100_MMA_F8F6F4", 32, &types, ""),
            _ => self.atom("SM107_MMA_F8F6F4", 64, &types, ""),
        }
    }

    /// Operands of at most 8 bits each, with a scale factor for each 32 of K.
    fn scaled_floats(&self, [a, b]: [&HostValue; 2]) -> Outcome {
        let (a, b) = (cutlass_type(a, SMALL_FLOATS)?, cutlass_type(b, SMALL_FLOATS)?);
        self.atom("SM107_MMA_MXF8F6F4", 64, &format!("{a},{b},float,float_ue8m0_t"), "")
    }

    /// Operands of 4 bits with a scale factor for each 16 or 32 of K.
    fn scaled_nibbles(&self, factor: Option<&HostValue>, vector: &HostValue) -> Outcome {
        let Some(vector) = vector.known_int() else {
            return unknown("how many elements share a scale factor is not known");
        };
        // No layout depends on the type of the factors, which may be one of three of 8 bits.
        let factor = match factor.and_then(number_type).map(|number| number.name) {
            Some("Float8E8M0FNU") => "float_ue8m0_t",
            _ => "float_ue4m3_t",
        };
        self.atom(
            "SM107_MMA_MXF4NVF4",
            128,
            &format!("float_e2m1_t,float_e2m1_t,float,{factor}"),
            &format!("{vector},"),
        )
    }
}

/// How atoms are tiled, as the DSL's two makers take it at these places.
fn tiled_as_said(call: &Call<'_>, atom: Outcome, [layout, permutation]: [usize; 2]) -> Outcome {
    let atoms = optional(call, "atom_layout_mnk", layout);
    tiled::tiled_mma(&atom?.value, atoms, optional(call, "permutation_mnk", permutation))
}

/// `make_trivial_tiled_mma(a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, cta_group, mma_tiler,
/// atom_layout_mnk, permutation_mnk, a_source, ..)`.
fn make_trivial_tiled_mma(call: &Call<'_>) -> Outcome {
    let (a, b) = (argument(call, "a_dtype", 0)?, argument(call, "b_dtype", 1)?);
    let places = Places { extents: ("mma_tiler", 6), group: 5, source: ("a_source", 9), majors: LEADING };
    let operation = operation(call, &places)?;
    let accumulator = call.keyword_or("acc_dtype", 4);
    let atom = match number_type(a).map(|number| number.name) {
        Some(name) if FLOATS_8.contains(&name) => operation.bytes([a, b], accumulator),
        Some(name) if number_type(b).map(|number| number.name) != Some(name) => {
            unknown("the operation takes another type of elements")
        }
        Some("Float32" | "TFloat32") => {
            operation.atom("SM100_MMA_TF32", 8, "tfloat32_t,tfloat32_t,float", "")
        }
        Some("Float16" | "BFloat16") => {
            let element = cutlass_type(a, &["Float16", "BFloat16"])?;
            let types = format!("{element},{element},{}", accumulator_type(accumulator)?);
            operation.atom("SM100_MMA_F16BF16", 16, &types, "")
        }
        _ => unknown("the operation without its types"),
    };
    tiled_as_said(call, atom, [7, 8])
}

/// `make_blockscaled_trivial_tiled_mma(a_dtype, b_dtype, a_leading_mode, b_leading_mode, sf_dtype, sf_vec_size, cta_group,
/// mma_inst_shape, a_source, a_collector_op, b_collector_op, atom_layout_mnk, permutation_mnk)`.
fn make_blockscaled_trivial_tiled_mma(call: &Call<'_>) -> Outcome {
    let (a, b) = (argument(call, "a_dtype", 0)?, argument(call, "b_dtype", 1)?);
    let is_nibble = |value| number_type(value).is_some_and(|number| number.name == "Float4E2M1FN");
    let is_of_nibbles = is_nibble(a) && is_nibble(b);
    // Whatever is given, K is contiguous in operands of 4 bits.
    let majors = if is_of_nibbles { None } else { LEADING };
    let places = Places { extents: ("mma_inst_shape", 7), group: 6, source: ("a_source", 8), majors };
    let operation = operation(call, &places)?;
    let atom = match is_of_nibbles {
        true => operation.scaled_nibbles(call.keyword_or("sf_dtype", 4), argument(call, "sf_vec_size", 5)?),
        false => operation.scaled_floats([a, b]),
    };
    tiled_as_said(call, atom, [11, 12])
}

/// Tiles that the DSL has found well for operands of 4 bits and two thread blocks: the extents of the block's tile, the
/// elements that share a factor, and the epilogue's tile.
const OF_NIBBLES: &[([i64; 3], [i64; 2])] = &[
    ([128, 256, 32], [128, 64]),
    ([256, 256, 32], [128, 64]),
    ([128, 256, 16], [128, 32]),
    ([256, 256, 16], [128, 64]),
];

/// `compute_epilogue_tile_shape(mma_op, cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, layout_c=.., elem_ty_c=..)`.
fn compute_epilogue_tile_shape(call: &Call<'_>) -> Outcome {
    let (tile, is_pair) = (argument(call, "cta_tile_shape", 1)?, argument(call, "use_2cta_instrs", 2)?);
    let [m, n, ..] = *modes(tile)? else {
        return unknown("the tile of the thread block is not known");
    };
    let operation = match hardware(argument(call, "mma_op", 0)?) {
        Some(Hardware::MmaAtom(atom)) => atom.name().to_owned(),
        _ => return unknown("the operation is not known"),
    };
    if let Some(arguments) = operation.strip_prefix("SM107_MMA_MXF4NVF4") {
        let Some(is_pair) = number::truth(is_pair) else {
            return unknown("whether two thread blocks work together is not known");
        };
        let vector = arguments.split(',').nth(6).and_then(|vector| vector.parse().ok());
        let Some(vector) = vector else {
            return unknown("how many elements share a scale factor is not known");
        };
        if let Some((_, tile)) = OF_NIBBLES.iter().find(|(of, _)| is_pair && *of == [m, n, vector]) {
            return Ok(Computed::plain(HostValue::tuple(tile.map(HostValue::static_int).to_vec())));
        }
    }
    // Behind the operation they are those of Blackwell.
    let operation = argument(call, "mma_op", 0)?;
    let behind = call.arguments.iter().filter(|given| !std::ptr::eq(&raw const given.value, operation));
    let arguments: Vec<CallArgument> = behind.cloned().collect();
    epilogue::compute_epilogue_tile_shape(&Call { arguments: &arguments, range: call.range.clone(), ..*call })
}
