//! MMA operations of Blackwell's tensor memory: `tcgen05.MmaF16BF16Op`, `tcgen05.MmaMXF8Op`, and those that
//! `make_trivial_tiled_mma` chooses.

use layout_algebra::smem::Major;
use layoutlens_host_value::{
    call::{Call, CallArgument, Outcome, PlainFunction},
    library::unknown,
    open_number::is_open_type,
    value::HostValue,
};
use layoutlens_operation::Refusal;

use crate::dsl::{
    atom::Types,
    element::{NumberType, number_type},
    enumeration::{major, member_name},
    mma_operation::{accumulator, half, is_known, mma, shape_mnk, types},
    operand::{argument, modes, optional},
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.nvgpu.tcgen05.MmaF16BF16Op", half_mma),
    ("cutlass.cute.nvgpu.tcgen05.MmaTF32Op", |call| {
        let operation = operation(call, [0, 1, 2], Some([3, 4]))?;
        operation.atom("TF32", "tfloat32_t,tfloat32_t,float", Types::Known)
    }),
    ("cutlass.cute.nvgpu.tcgen05.MmaI8Op", |call| {
        let ab = cutlass_type(argument(call, "ab_dtype", 0)?, &["Int8", "Uint8"])?;
        let operation = operation(call, [1, 2, 3], Some([4, 5]))?;
        operation.atom("S8", &format!("{ab},{ab},int32_t"), Types::Known)
    }),
    ("cutlass.cute.nvgpu.tcgen05.MmaFP8Op", |call| {
        let ab = cutlass_type(argument(call, "ab_dtype", 0)?, FLOATS_8)?;
        let accumulator = accumulator_type(call.keyword_or("acc_dtype", 1))?;
        let operation = operation(call, [2, 3, 4], Some([5, 6]))?;
        operation.atom("F8F6F4", &format!("{ab},{ab},{accumulator}"), Types::Known)
    }),
    ("cutlass.cute.nvgpu.tcgen05.MmaF8F6F4Op", |call| {
        let pair = [argument(call, "a_dtype", 0)?, argument(call, "b_dtype", 1)?];
        operation(call, [3, 4, 5], Some([6, 7]))?.small_floats(pair, call.keyword_or("acc_dtype", 2))
    }),
    ("cutlass.cute.nvgpu.tcgen05.MmaMXF8Op", |call| {
        let ab = argument(call, "ab_dtype", 0)?;
        operation(call, [1, 2, 3], Some([4, 5]))?.scaled_floats([ab, ab])
    }),
    ("cutlass.cute.nvgpu.tcgen05.MmaMXF8F6F4Op", |call| {
        let pair = [argument(call, "a_dtype", 0)?, argument(call, "b_dtype", 1)?];
        operation(call, [2, 3, 4], Some([5, 6]))?.scaled_floats(pair)
    }),
    ("cutlass.cute.nvgpu.tcgen05.MmaMXF4Op", |call| {
        operation(call, [0, 1, 2], None)?.scaled_nibbles(32, "float_ue8m0_t")
    }),
    ("cutlass.cute.nvgpu.tcgen05.SM103MmaMXF4Op", |call| {
        operation(call, [0, 1, 2], None)?.ultra_nibbles(32, "float_ue8m0_t")
    }),
    ("cutlass.cute.nvgpu.tcgen05.SM103MmaMXF4NVF4Op", |call| {
        operation(call, [1, 2, 3], None)?.ultra_nibbles(16, "float_ue4m3_t")
    }),
    ("cutlass.cute.nvgpu.tcgen05.MmaMXF4NVF4Op", |call| {
        operation(call, [1, 2, 3], None)?.scaled_nibbles(16, "float_ue4m3_t")
    }),
];

/// Floating-point types of 8 bits.
pub(super) const FLOATS_8: &[&str] = &["Float8E4M3FN", "Float8E5M2"];

/// Floating-point types of at most 8 bits.
pub(super) const SMALL_FLOATS: &[&str] =
    &["Float8E4M3FN", "Float8E5M2", "Float6E2M3FN", "Float6E3M2FN", "Float4E2M1FN"];

/// What every operation has: its extents, where its operands lie, and which mode of them is contiguous.
pub(super) struct Operation<'a> {
    pub(super) m: i64,
    pub(super) n: i64,
    pub(super) group: &'a HostValue,
    /// Shared memory, where none is given.
    pub(super) source: Option<&'a HostValue>,
    pub(super) majors: [Major; 2],
}

/// The operation of a call, by the places of its extents, its group and its source, and of its majors.
fn operation<'a>(
    call: &Call<'a>,
    [shape, group, source]: [usize; 3],
    majors: Option<[usize; 2]>,
) -> Result<Operation<'a>, Refusal> {
    let [m, n, _] = shape_mnk(argument(call, "instruction_shape", shape)?)?;
    let majors = match majors {
        Some([a, b]) => {
            [major(argument(call, "a_major_mode", a)?)?, major(argument(call, "b_major_mode", b)?)?]
        }
        None => [Major::K; 2],
    };
    let (group, source) = (argument(call, "cta_group", group)?, Some(argument(call, "a_src", source)?));
    Ok(Operation { m, n, group, source, majors })
}

impl Operation<'_> {
    /// The atom of a family of CUTLASS's, with these template arguments before M. What K is, the family knows.
    fn atom(&self, family: &str, types: &str, known: Types) -> Outcome {
        self.atom_with_vector(family, types, "", known)
    }

    /// What the name says of two thread blocks that work together.
    fn pair(&self) -> Result<&'static str, Refusal> {
        match member_name(self.group, "CtaGroup")? {
            "ONE" => Ok(""),
            "TWO" => Ok("_2x1SM"),
            other => unknown(format!("`CtaGroup` has no `{other}`")),
        }
    }

    fn atom_with_vector(&self, family: &str, types: &str, vector: &str, known: Types) -> Outcome {
        self.named(&format!("SM100_MMA_{family}"), types, vector, known)
    }

    /// The same of a family by its whole name.
    pub(super) fn atom_of(&self, family: &str, types: &str, vector: &str) -> Outcome {
        self.named(family, types, vector, Types::Known)
    }

    fn named(&self, family: &str, types: &str, vector: &str, known: Types) -> Outcome {
        let group = self.pair()?;
        let source =
            match self.source.map(|source| member_name(source, "tcgen05.OperandSource")).transpose()? {
                Some("TMEM") => "TS",
                // The DSL's default, where none is given.
                Some("SMEM") | None => "SS",
                Some(other) => return unknown(format!("`OperandSource` has no `{other}`")),
            };
        let Self { m, n, majors: [a, b], .. } = self;
        let name =
            format!("{family}{group}_{source}<{types},{m},{n},{vector}UMMA::Major::{a},UMMA::Major::{b}>");
        mma(&name, known).map_err(of_numbers)
    }

    /// Operands of at most 8 bits each.
    fn small_floats(self, [a, b]: [&HostValue; 2], accumulator: Option<&HostValue>) -> Outcome {
        let (a, b) = (cutlass_type(a, SMALL_FLOATS)?, cutlass_type(b, SMALL_FLOATS)?);
        let accumulator = accumulator_type(accumulator)?;
        self.atom("F8F6F4", &format!("{a},{b},{accumulator}"), Types::Known)
    }

    /// The same with a scale factor for each 32 of K.
    fn scaled_floats(self, [a, b]: [&HostValue; 2]) -> Outcome {
        let (a, b) = (cutlass_type(a, SMALL_FLOATS)?, cutlass_type(b, SMALL_FLOATS)?);
        self.atom("MXF8F6F4", &format!("{a},{b},float,float_ue8m0_t"), Types::Known)
    }

    /// Operands of 4 bits with a scale factor for each `vector` of K.
    fn scaled_nibbles(self, vector: i64, scale: &str) -> Outcome {
        let types = format!("float_e2m1_t,float_e2m1_t,float,{scale}");
        self.atom_with_vector("MXF4", &types, &format!("{vector},"), Types::Known)
    }

    /// The same of SM103, with more of K at once.
    fn ultra_nibbles(self, vector: i64, scale: &str) -> Outcome {
        let Self { m, n, majors: [a, b], .. } = &self;
        let types = format!("float_e2m1_t,float_e2m1_t,float,{scale}");
        let pair = self.pair()?;
        let name = format!(
            "SM103::SM103_MXF4_ULTRA{pair}_SS_VS<{types},{m},{n},{vector},UMMA::Major::{a},UMMA::Major::{b}>"
        );
        mma(&name, Types::Known).map_err(of_numbers)
    }
}

/// There is no instruction of these extents.
fn of_numbers(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Unknown(reason) => Refusal::Numbers(reason),
        other => other,
    }
}

/// CUTLASS's name of a type, which must be one of these.
pub(super) fn cutlass_type(value: &HostValue, accepted: &[&str]) -> Result<&'static str, Refusal> {
    let number = number_type(value).filter(|number| accepted.contains(&number.name));
    match number.and_then(NumberType::element) {
        Some(element) => Ok(element.name),
        None => unknown("the operation takes another type of elements"),
    }
}

/// CUTLASS's name of the type of accumulators, on which their place in tensor memory depends.
pub(super) fn accumulator_type(value: Option<&HostValue>) -> Result<&'static str, Refusal> {
    match accumulator(value)? {
        (_, false) => unknown("the type of the accumulators is not known"),
        ("F16", _) => Ok("half_t"),
        ("F32", _) => Ok("float"),
        _ => unknown("the operation takes another type of accumulators"),
    }
}

/// `MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)`.
fn half_mma(call: &Call<'_>) -> Outcome {
    let operand = half(call.keyword_or("ab_dtype", 0))?;
    operation(call, [2, 3, 4], Some([5, 6]))?.halves(operand, call.keyword_or("acc_dtype", 1))
}

impl Operation<'_> {
    fn halves(self, (operand, is_known): (&str, bool), accumulator: Option<&HostValue>) -> Outcome {
        let element = if operand == "BF16" { "bfloat16_t" } else { "half_t" };
        let accumulator = accumulator_type(accumulator)?;
        self.atom("F16BF16", &format!("{element},{element},{accumulator}"), types(is_known, true))
    }
}

/// How many places the arguments behind the operands' types are moved by, when there are two such types; `group` is the
/// place of the group behind one.
pub(super) fn moved_by(call: &Call<'_>, group: usize) -> usize {
    let has_keyword = |name: &str| call.arguments.iter().any(|given| given.keyword.as_deref() == Some(name));
    let positional = call.positional();
    let is_type = |value: &HostValue| number_type(value).is_some() || is_open_type(value);
    let of_compiler = |given: &&CallArgument| !matches!(given.keyword.as_deref(), Some("loc" | "ip"));
    let count = call.arguments.iter().filter(of_compiler).count();
    // With one type there are a group and a tile behind what stands before the group, and the source of A may follow.
    let fewest = group + 2;
    // The DSL looks whether the second argument is a type. Where that is not known, the others tell.
    match positional.get(1) {
        _ if has_keyword("ab_dtype") => 0,
        _ if has_keyword("a_dtype") || has_keyword("b_dtype") => 1,
        Some(second) if is_type(second) => 1,
        Some(second) if major(second).is_ok() => 0,
        _ if count == fewest => 0,
        _ if count > fewest + 1 => 1,
        _ => match positional.iter().position(|value| member_name(value, "CtaGroup").is_ok()) {
            Some(at) => usize::from(at != group),
            // No group: the call is refused for that, whatever stands where.
            None => 1,
        },
    }
}

/// A chosen operation without its types.
fn chosen<'a>(call: &Call<'a>, later: usize, behind: usize) -> Result<Operation<'a>, Refusal> {
    let [m, n] = match modes(argument(call, "mma_tiler_mn", behind + 1)?)?.as_slice() {
        [m, n] => [*m, *n],
        _ => return unknown("a tile of an instruction has two extents"),
    };
    let group = argument(call, "cta_group", behind)?;
    let source = optional(call, "a_source", behind + 2);
    let majors = [
        major(argument(call, "a_leading_mode", 1 + later)?)?,
        major(argument(call, "b_leading_mode", 2 + later)?)?,
    ];
    Ok(Operation { m, n, group, source, majors })
}

/// The operation that `make_trivial_tiled_mma` of Blackwell chooses, called with one element type or with two. It
/// depends on the types of the operands, the accumulators do not.
pub(super) fn trivial_tcgen05_mma(call: &Call<'_>) -> Outcome {
    let later = moved_by(call, 4);
    let [a, b] = operands(call, later);
    let accumulator = call.keyword_or("acc_dtype", 3 + later);
    if !is_known(a) {
        let tile = modes(argument(call, "mma_tiler_mn", 5 + later)?)?;
        let [m, n] = *tile.as_slice() else { return unknown("a tile of an instruction has two extents") };
        let group = argument(call, "cta_group", 4 + later)?;
        let accumulator = accumulator_type(accumulator)?;
        let operation = Operation { m, n, group, source: None, majors: [Major::K; 2] };
        let types = format!("half_t,half_t,{accumulator}");
        return operation.atom("F16BF16", &types, Types::EnoughForAccumulators);
    }
    let operation = chosen(call, later, 4 + later)?;
    let (Some(a), Some(b)) = (a, b) else { return unknown("the operation without its types") };
    match number_type(a).map(|number| number.name) {
        Some("Float32" | "TFloat32") => operation.atom("TF32", "tfloat32_t,tfloat32_t,float", Types::Known),
        Some("Int8" | "Uint8") => {
            let ab = cutlass_type(a, &["Int8", "Uint8"])?;
            operation.atom("S8", &format!("{ab},{ab},int32_t"), Types::Known)
        }
        Some(name) if SMALL_FLOATS.contains(&name) => operation.small_floats([a, b], accumulator),
        _ => operation.halves(half(Some(a))?, accumulator),
    }
}

/// The types of A and B, which one keyword may name.
fn operands<'a>(call: &Call<'a>, later: usize) -> [Option<&'a HostValue>; 2] {
    match later {
        0 => [call.keyword_or("ab_dtype", 0); 2],
        _ => [call.keyword_or("a_dtype", 0), call.keyword_or("b_dtype", 1)],
    }
}

/// `make_blockscaled_trivial_tiled_mma(a_dtype, b_dtype, a_leading_mode, b_leading_mode, sf_dtype, sf_vec_size, cta_group,
/// mma_tiler_mn, a_source)`, or with one `ab_dtype`.
pub(super) fn trivial_block_scaled_mma(call: &Call<'_>) -> Outcome {
    let later = moved_by(call, 5);
    let [Some(a), Some(b)] = operands(call, later) else { return unknown("the operation without its types") };
    let operation = chosen(call, later, 5 + later)?;
    let is_nibble = |value| number_type(value).is_some_and(|number| number.name == "Float4E2M1FN");
    if !(is_nibble(a) && is_nibble(b)) {
        return operation.scaled_floats([a, b]);
    }
    let operation = Operation { majors: [Major::K; 2], ..operation };
    match argument(call, "sf_vec_size", 4 + later)?.known_int() {
        Some(32) => operation.scaled_nibbles(32, "float_ue8m0_t"),
        Some(16) => operation.scaled_nibbles(16, "float_ue4m3_t"),
        _ => unknown("how many elements share a scale factor is not known"),
    }
}
