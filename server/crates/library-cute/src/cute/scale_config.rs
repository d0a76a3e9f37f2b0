//! How the factors of scaled operands lie in global memory, as CUTLASS configures it: `Sm1xxBlockScaledConfig<16>`,
//! `Sm1xxBlockScaledOutputConfig<16>`, `Sm1xxBlockwiseScaleConfig<1, 128, 128>` (`cutlass/detail/sm100_blockscaled_layout.hpp`,
//! `cutlass/detail/blockwise_scale_layout.hpp`).

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    object::Object,
    types::HostType,
    value::{HostValue, Typed},
};
use layoutlens_operation::{Operation, Refusal, Value};

use crate::{
    cute::{
        called::called_in,
        hardware,
        integer::{self, type_with},
        layout::make,
        operand::{argument, bare, instance, of_type, operand, template_number, type_of},
        operate::run,
        tuple::of_run_time,
    },
    family::{Family, find},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, last(name)),
    method,
    member,
    specialized,
    construct,
    ..Family::NONE
};

/// Factors of blocks of so many values along K, laid out in chunks of 128 rows.
const BLOCK_SCALED: &str = "Sm1xxBlockScaledConfig";
/// The same of what a kernel writes.
const OUTPUT: &str = "Sm1xxBlockScaledOutputConfig";
/// Factors of blocks of any sizes, laid out as matrices.
const BLOCKWISE: &str = "Sm1xxBlockwiseScaleConfig";

/// Other names of [`BLOCKWISE`].
const BLOCKWISE_OF: [&str; 3] =
    ["Sm90BlockwiseScaleConfig", "Sm100BlockwiseScaleConfig", "Sm120BlockwiseScaleConfig"];

/// Rows, and factors along K, of a chunk of factors.
const CHUNK: [i64; 2] = [128, 4];

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("sm90_trivial_blockwise_scale_config", trivial),
    ("sm100_trivial_blockwise_scale_config", trivial),
    ("sm120_trivial_blockwise_scale_config", trivial),
];

const OF_BLOCK_SCALED: &[(&str, PlainFunction)] = &[
    ("deduce_layoutSFA", |call| some_layout(call, "LayoutSF")),
    ("deduce_layoutSFB", |call| some_layout(call, "LayoutSF")),
    ("tile_atom_to_shape_SFA", |call| chunks_over(call, 0)),
    ("tile_atom_to_shape_SFB", |call| chunks_over(call, 1)),
];

const OF_OUTPUT: &[(&str, PlainFunction)] = &[("tile_atom_to_shape_SFD", chunks_over_output)];

const OF_BLOCKWISE: &[(&str, PlainFunction)] = &[
    ("deduce_layoutSFA", |call| some_layout(call, "LayoutSFA")),
    ("deduce_layoutSFB", |call| some_layout(call, "LayoutSFB")),
    ("tile_atom_to_shape_SFA", |call| blocks_over(call, 0)),
    ("tile_atom_to_shape_SFB", |call| blocks_over(call, 1)),
];

fn last(name: &str) -> &str {
    let name = bare(name);
    name.rsplit("::").next().unwrap_or(name)
}

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    Some(match (last(name), arguments) {
        (BLOCK_SCALED, [values]) => template_number(values).and_then(block_scaled),
        (OUTPUT, [values]) => output(values, None),
        (OUTPUT, [values, major]) => output(values, Some(major)),
        (name, [m, n, k, majors @ ..])
            if (name == BLOCKWISE || BLOCKWISE_OF.contains(&name)) && majors.len() <= MAJORS.len() =>
        {
            blockwise([m, n, k], majors)
        }
        _ => return None,
    })
}

/// `Sm1xxBlockScaledConfig` of blocks of so many values.
///
/// # Errors
/// [`Refusal::Unknown`] where there are no such blocks.
pub(super) fn block_scaled(values: i64) -> Result<HostValue, Refusal> {
    let atom = chunk(values, false)?;
    let layout = layout_of_chunks(values)?;
    Ok(config(
        BLOCK_SCALED,
        [
            ("SFVecSize", HostValue::run_time_int(values)),
            ("SfAtom", type_with(HostValue::Value(atom))),
            ("Blk_MN", type_with(HostValue::static_int(CHUNK[0]))),
            ("Blk_SF", type_with(HostValue::static_int(CHUNK[1]))),
            ("LayoutSF", layout),
        ],
    ))
}

fn output(values: &HostValue, major: Option<&HostValue>) -> Result<HostValue, Refusal> {
    let (values, is_mn_major) = (template_number(values)?, is_mn_major(major, false)?);
    Ok(config(
        OUTPUT,
        [
            ("SFVecSize", HostValue::run_time_int(values)),
            ("SfAtom", type_with(HostValue::Value(chunk(values, is_mn_major)?))),
            (MAJORS[0], Value::Bool(is_mn_major).into()),
        ],
    ))
}

/// Where a configuration says which mode of the factors of A, and of B, is contiguous: M or N, not K.
const MAJORS: [&str; 2] = ["(A is MN-major)", "(B is MN-major)"];
/// Where it says how many values of M, of N and of K have one factor.
const SIZES: [&str; 3] = ["(M)", "(N)", "(K)"];

fn blockwise(sizes: [&HostValue; 3], majors: &[HostValue]) -> Result<HostValue, Refusal> {
    let mut fields = Vec::with_capacity(SIZES.len() + MAJORS.len());
    let [m, n, k] = sizes;
    let sizes = [template_number(m)?, template_number(n)?, template_number(k)?];
    if let Some(size) = sizes.iter().find(|size| **size < 1) {
        return unknown(format!("a block of {size} values has no factor"));
    }
    fields.extend(SIZES.into_iter().zip(sizes.map(HostValue::static_int)));
    let [m, n, k] = sizes;
    for (index, (name, along)) in MAJORS.into_iter().zip([m, n]).enumerate() {
        let is_mn_major = is_mn_major(majors.get(index), true)?;
        fields.push((name, Value::Bool(is_mn_major).into()));
        let layout = if index == 0 { "LayoutSFA" } else { "LayoutSFB" };
        fields.push((layout, layout_of_blocks([along, k], is_mn_major)?));
    }
    Ok(config(BLOCKWISE, fields))
}

/// What a `Major` says; what stands for it where none is written.
fn is_mn_major(major: Option<&HostValue>, by_default: bool) -> Result<bool, Refusal> {
    let Some(major) = major else { return Ok(by_default) };
    refuse_unknown([major])?;
    match hardware::hardware(major) {
        Some(layoutlens_operation::Hardware::Major(major)) => Ok(major.to_string() == "MN"),
        _ => unknown("which mode of the factors is contiguous is not known"),
    }
}

fn config(kind: &str, fields: impl IntoIterator<Item = (&'static str, HostValue)>) -> HostValue {
    let fields: BTreeMap<String, HostValue> =
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let object = Object { class: None, kind: kind.to_owned(), fields };
    HostValue::Type(Arc::new(HostType::Of(HostValue::Object(Arc::new(object)))))
}

/// `sm90_trivial_blockwise_scale_config(TileShape{})`: one factor for the tile of each operand.
fn trivial(call: &Call<'_>) -> Outcome {
    let tile = argument(call, 0)?;
    refuse_unknown([tile])?;
    let tile = operand(instance(tile))?;
    let size = |mode: i64| -> Result<HostValue, Refusal> {
        Ok(HostValue::Value(run(Operation::Size, &[tile.clone(), Value::int(mode)])?.value))
    };
    let sizes = [size(0)?, size(1)?, size(2)?];
    let config = blockwise(sizes.each_ref(), &[])?;
    Ok(Computed::plain(instance(&config).clone()))
}

fn object_of(receiver: &HostValue) -> Option<&Object> {
    let receiver = of_type(receiver).unwrap_or(receiver);
    match receiver {
        HostValue::Object(object) if [BLOCK_SCALED, OUTPUT, BLOCKWISE].contains(&object.kind.as_str()) => {
            Some(object)
        }
        _ => None,
    }
}

fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    object_of(receiver)?.fields.get(name).cloned()
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match object_of(receiver)?.kind.as_str() {
        BLOCK_SCALED => find(OF_BLOCK_SCALED, name),
        OUTPUT => find(OF_OUTPUT, name),
        BLOCKWISE => find(OF_BLOCKWISE, name),
        _ => None,
    }
}

/// `Sm1xxBlockScaledConfig<16>{}`.
fn construct(constructed: &HostType, _: &Call<'_>) -> Option<Outcome> {
    let HostType::Of(value) = constructed else { return None };
    object_of(value).map(|_| Ok(Computed::plain(value.clone())))
}

/// The chunk of factors of 128 rows and 4 blocks of so many values (`Sm1xxBlockScaledBasicChunk`).
fn chunk(values: i64, is_mn_major: bool) -> Result<Value, Refusal> {
    if values < 1 {
        return unknown(format!("a block of {values} values has no factor"));
    }
    let mut modes = [(tuple([32, 4]), tuple([16, 4])), (tuple([values, 4]), tuple([0, 1]))];
    if is_mn_major {
        modes.reverse();
    }
    let [(shape_0, stride_0), (shape_1, stride_1)] = modes;
    let (shape, stride) =
        (HostValue::tuple(vec![shape_0, shape_1]), HostValue::tuple(vec![stride_0, stride_1]));
    Ok(run(Operation::MakeLayout, &[operand(&shape)?, operand(&stride)?])?.value)
}

fn tuple(numbers: impl IntoIterator<Item = i64>) -> HostValue {
    HostValue::tuple(numbers.into_iter().map(HostValue::static_int).collect())
}

/// The type of the layouts that chunks make, of sizes of run time.
fn layout_of_chunks(values: i64) -> Result<HostValue, Refusal> {
    let one = HostValue::static_int(1);
    let shape = [pair(tuple([32, 4]), open()), pair(tuple([values, 4]), open()), pair(one, open())];
    let (zero, chunk) = (HostValue::static_int(0), HostValue::static_int(CHUNK[0] * CHUNK[1]));
    let stride = [pair(tuple([16, 4]), open()), pair(tuple([0, 1]), chunk), pair(zero, open())];
    layout_type([shape, stride])
}

/// The type of the layouts that blocks of these sizes make, of sizes of run time.
fn layout_of_blocks([along, k]: [i64; 2], is_mn_major: bool) -> Result<HostValue, Refusal> {
    let shape = [pair(HostValue::static_int(along), open()), pair(HostValue::static_int(k), open()), open()];
    let of_blocks = |is_contiguous: bool| match is_contiguous {
        true => tuple([0, 1]),
        false => pair(HostValue::static_int(0), open()),
    };
    layout_type([shape, [of_blocks(is_mn_major), of_blocks(!is_mn_major), open()]])
}

fn layout_type(shape_and_stride: [[HostValue; 3]; 2]) -> Result<HostValue, Refusal> {
    let types = shape_and_stride.map(|modes| type_with(HostValue::tuple(modes.to_vec())));
    make::specialized("Layout", &types).unwrap_or_else(|| unknown("the type of a layout is not computed"))
}

/// What is an integer of run time in a type.
fn open() -> HostValue {
    of_run_time("int32_t")
}

fn pair(first: HostValue, second: HostValue) -> HostValue {
    HostValue::tuple(vec![first, second])
}

/// `deduce_layoutSFA()`: some layout of the type.
fn some_layout(call: &Call<'_>, member: &str) -> Outcome {
    let config = receiver(call)?;
    match config.fields.get(member) {
        Some(HostValue::Type(of)) => {
            let reason = format!("{} sets no sizes", call.name);
            Ok(Computed::plain(HostValue::Typed(Arc::new(Typed { of: HostType::clone(of), reason }))))
        }
        _ => unknown("the type of this layout is not known"),
    }
}

/// M, N and K, and how many problems there are where that is told.
fn problem<'a>(call: &Call<'a>) -> Result<([HostValue; 3], Option<HostValue>), Refusal> {
    let shape = argument(call, 0)?;
    refuse_unknown([shape])?;
    match instance(shape).elements().as_deref() {
        Some([m, n, k]) => Ok(([m.clone(), n.clone(), k.clone()], None)),
        Some([m, n, k, count]) => Ok(([m.clone(), n.clone(), k.clone()], Some(count.clone()))),
        _ => unknown("the shape of a problem is M, N and K, and how many there are"),
    }
}

fn receiver<'a>(call: &Call<'a>) -> Result<&'a Object, Refusal> {
    match call.receiver.and_then(object_of) {
        Some(object) => Ok(object),
        None => unknown("this configuration of factors is not known"),
    }
}

fn atom_of(config: &Object) -> Result<Value, Refusal> {
    match config.fields.get("SfAtom").and_then(type_of) {
        Some(HostType::Of(HostValue::Value(atom))) => Ok(atom.clone()),
        _ => unknown("the chunk of factors is not known"),
    }
}

/// `tile_atom_to_shape_SFA((M,N,K,L))` of chunks: over M and K, or over N and K.
fn chunks_over(call: &Call<'_>, mode: usize) -> Outcome {
    let (sizes, count) = problem(call)?;
    let [along, k] = [sizes[mode].clone(), sizes[2].clone()];
    let (shape, order) = match count {
        None => (vec![along, k], tuple([2, 1])),
        Some(count) => (vec![along, k, count], tuple([2, 1, 3])),
    };
    tiled(&atom_of(receiver(call)?)?, shape, &order)
}

/// `tile_atom_to_shape_SFD((M,N,K,L))`: over M and N.
fn chunks_over_output(call: &Call<'_>) -> Outcome {
    let config = receiver(call)?;
    let ([m, n, _], count) = problem(call)?;
    let is_mn_major = config.fields.get(MAJORS[0]) == Some(&Value::Bool(true).into());
    let order = if is_mn_major { tuple([1, 2, 3]) } else { tuple([2, 1, 3]) };
    tiled(&atom_of(config)?, vec![m, n, count.unwrap_or(HostValue::run_time_int(1))], &order)
}

fn tiled(atom: &Value, shape: Vec<HostValue>, order: &HostValue) -> Outcome {
    let operands = [atom.clone(), operand(&HostValue::tuple(shape))?, operand(order)?];
    run(Operation::TileToShape, &operands).map(Computed::of)
}

/// `tile_atom_to_shape_SFA((M,N,K,L))` of blocks: a factor for each block of M and K, or of N and K.
fn blocks_over(call: &Call<'_>, mode: usize) -> Outcome {
    let config = receiver(call)?;
    let (sizes, count) = problem(call)?;
    let field = |name: &str| match config.fields.get(name) {
        Some(value) => Ok(value.clone()),
        None => unknown("this configuration of factors is not known"),
    };
    let blocks = |mode: usize| {
        let size = field(SIZES[mode])?;
        // The sizes of a block are numbers, so that what they divide is one of run time.
        let number = HostValue::run_time_int(size.known_int().unwrap_or(0));
        Ok::<_, Refusal>((
            size,
            called_in(&[integer::FAMILY], "ceil_div", &[], &[sizes[mode].clone(), number])?,
        ))
    };
    let ((size, along), (size_k, along_k)) = (blocks(mode)?, blocks(2)?);
    let is_mn_major = field(MAJORS[mode])? == Value::Bool(true).into();
    let (zero, one) = (HostValue::static_int(0), HostValue::static_int(1));
    let strides = match is_mn_major {
        true => [pair(zero.clone(), one), pair(zero, along.clone())],
        false => [pair(zero.clone(), along_k.clone()), pair(zero, one)],
    };
    let (Some(first), Some(second)) = (along.as_integer(), along_k.as_integer()) else {
        return unknown("how many factors there are is not known");
    };
    let all = first.times(&second).map_err(|error| Refusal::Unknown(error.to_string()))?;
    let [stride_0, stride_1] = strides;
    let shape = [pair(size, along), pair(size_k, along_k), count.unwrap_or(HostValue::run_time_int(1))];
    let stride = [stride_0, stride_1, HostValue::integer(&all)];
    let operands = [shape, stride].map(|modes| operand(&HostValue::tuple(modes.to_vec())));
    let [shape, stride] = operands;
    run(Operation::MakeLayout, &[shape?, stride?]).map(Computed::of)
}
