//! Shared-memory layouts: atoms by name, descriptors, and what operations do to a layout that waits for its pointer.

use std::sync::Arc;

use layout_algebra::{
    self as algebra, AnyLayout, IntTuple,
    atom::element::ElementType,
    smem::{
        Major, MatrixDescriptor, SmemAtom, SmemLayout, make_gmma_desc, make_umma_desc, rs_smem_selector,
        sm100_smem_selector, ss_smem_selector,
    },
};

use super::{Arguments, Operation, Parameter, ParameterKind, Refusal, hardware, layout, tuple};
use crate::{Evaluated, Finding, Hardware, Value};

const TILE: &[Parameter] = &[
    hardware("major"),
    Parameter { name: "type", kind: ParameterKind::ElementType },
    tuple("BLK_MN"),
    tuple("BLK_K"),
];

const OPERAND: &[Parameter] = &[hardware("major"), layout("tensor")];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "smem_atom", parameters: &[layout("atom")], required: 1, compute: smem_atom },
    selector("ss_smem_selector", |arguments| {
        selected(arguments, |tile| ss_smem_selector(tile.major, tile.element, &tile.blk_mn, &tile.blk_k))
    }),
    selector("rs_smem_selector", |arguments| {
        selected(arguments, |tile| {
            rs_smem_selector(tile.major, tile.element, &tile.blk_mn, &tile.blk_k, false)
        })
    }),
    selector("sm100_smem_selector", |arguments| {
        selected(arguments, |tile| sm100_smem_selector(tile.major, tile.element, &tile.blk_mn, &tile.blk_k))
    }),
    descriptor("make_gmma_desc", |arguments| described(arguments, make_gmma_desc)),
    descriptor("make_umma_desc", |arguments| described(arguments, make_umma_desc)),
];

type Compute = fn(&Arguments<'_>) -> Result<Evaluated, Refusal>;

const fn selector(name: &'static str, compute: Compute) -> Operation {
    Operation { name, parameters: TILE, required: 4, compute }
}

const fn descriptor(name: &'static str, compute: Compute) -> Operation {
    Operation { name, parameters: OPERAND, required: 2, compute }
}

/// The name of an atom is its layout already.
fn smem_atom(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::Smem(smem) => Ok(Value::Smem(smem.clone()).into()),
        _ => Err(arguments.kind(0, "a shared-memory atom such as `GMMA::Layout_K_SW128_Atom<half_t>`")),
    }
}

/// What selects an atom.
struct Tile {
    major: Major,
    element: ElementType,
    blk_mn: IntTuple,
    blk_k: IntTuple,
}

fn major(arguments: &Arguments<'_>) -> Result<Major, Refusal> {
    match arguments.value(0)? {
        Value::Hardware(hardware) => match **hardware {
            Hardware::Major(major) => Ok(major),
            _ => Err(arguments.kind(0, "`GMMA::Major::K` or `GMMA::Major::MN`")),
        },
        _ => Err(arguments.kind(0, "`GMMA::Major::K` or `GMMA::Major::MN`")),
    }
}

fn selected(
    arguments: &Arguments<'_>,
    select: fn(Tile) -> Result<SmemAtom, algebra::Error>,
) -> Result<Evaluated, Refusal> {
    let name = arguments.element_type(1)?;
    let element = ElementType::find(name).ok_or_else(|| arguments.kind(1, "an element type such as f16"))?;
    let (blk_mn, blk_k) = (arguments.tuple(2)?, arguments.tuple(3)?);
    let atom = select(Tile { major: major(arguments)?, element, blk_mn, blk_k })?;
    Ok(Evaluated { steps: vec![atom.to_string()], ..Value::from(atom.layout()?).into() })
}

fn described(
    arguments: &Arguments<'_>,
    make: fn(Major, &SmemLayout) -> Result<MatrixDescriptor, algebra::Error>,
) -> Result<Evaluated, Refusal> {
    let Value::Smem(tensor) = arguments.value(1)? else {
        return Err(arguments.kind(1, "a shared-memory layout such as `GMMA::Layout_K_SW128_Atom<half_t>`"));
    };
    let MatrixDescriptor { mode, layout_type, leading_byte_offset, stride_byte_offset } =
        make(major(arguments)?, tensor)?;
    let text = format!(
        "layout type {layout_type} ({mode}), leading byte offset {}, stride byte offset {}",
        16 * leading_byte_offset,
        16 * stride_byte_offset
    );
    Ok(Value::Finding(Finding { text, number: Some(i64::from(layout_type)) }).into())
}

/// What an operation does to a shared-memory layout, as the headers show when compiled.
enum Effect {
    /// It changes how coordinates are read: swizzle and pointer stay, the layout before them changes.
    Domain,
    /// It asks for what the swizzle does not change.
    Extent,
    /// Elements become wider or narrower; the swizzle is on bytes and stays.
    Cast,
    /// It asks for offsets, in elements of memory that is aligned to the swizzle.
    Offsets,
    /// CuTe has no such operation, or one that forgets that the swizzle is on bytes (slices of the layout alone).
    Unknown,
}

fn effect(operation: &str) -> Effect {
    match operation {
        "composition" | "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide"
        | "logical_product" | "zipped_product" | "blocked_product" | "tile_to_shape" | "group" | "take"
        | "mode" | "coalesce" | "flatten" | "local_tile" | "local_partition" | "inner_partition"
        | "outer_partition" | "partition_A" | "partition_B" | "partition_C" | "partition_S"
        | "partition_D" => Effect::Domain,
        "size" | "cosize" | "rank" | "depth" | "shape" => Effect::Extent,
        "upcast" | "downcast" | "recast" => Effect::Cast,
        "eval" | "eval_all" | "bank_conflicts" | "conflict_free" | "injective" | "surjective"
        | "bijective" | "covers" | "equivalent" | "image" | "contiguity" | "alignment" | "linear_form" => {
            Effect::Offsets
        }
        _ => Effect::Unknown,
    }
}

/// Runs an operation one of whose operands is a shared-memory layout; `None` when none is, or the operation takes it
/// as it is.
pub(super) fn run(operation: &Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let takes_it = OPERATIONS.iter().any(|own| own.name == operation.name);
    let index = values.iter().position(|value| matches!(value, Value::Smem(_))).filter(|_| !takes_it)?;
    let Some(Value::Smem(smem)) = values.get(index) else { return None };
    let with = |value: Value| {
        let mut values = values.to_vec();
        values[index] = value;
        operation.run(&Arguments::new(operation.name, &values))
    };
    match operation.name {
        "get_swizzle_portion" => return Some(Ok(Value::Swizzle(smem.swizzle()).into())),
        "get_nonswizzle_portion" => return Some(Ok(Value::from(smem.layout().clone()).into())),
        _ => {}
    }
    Some(match effect(operation.name) {
        Effect::Domain => {
            with(Value::from(smem.layout().clone())).and_then(|evaluated| wrapped(smem, evaluated))
        }
        Effect::Extent => with(Value::from(smem.layout().clone())),
        Effect::Cast => cast(operation.name, smem, values),
        Effect::Offsets => match smem.position_independent() {
            Ok(AnyLayout::Layout(layout)) => with(Value::from(layout)),
            Ok(composed) => with(composed.into()),
            Err(error) => Err(error.into()),
        },
        Effect::Unknown => {
            let name = operation.name;
            Err(Refusal::Unknown(format!("{name} of a layout whose pointer is not set is not computed")))
        }
    })
}

/// The swizzle and the pointer of `smem` before the layout that came out.
fn wrapped(smem: &SmemLayout, evaluated: Evaluated) -> Result<Evaluated, Refusal> {
    match evaluated.value {
        Value::Layout(layout) => {
            let value = Value::from(smem.map(|_| Ok(Arc::unwrap_or_clone(layout)))?);
            Ok(Evaluated { value, ..evaluated })
        }
        _ => Ok(evaluated),
    }
}

fn cast(operation: &'static str, smem: &SmemLayout, values: &[Value]) -> Result<Evaluated, Refusal> {
    let arguments = Arguments::new(operation, values);
    let cast = match operation {
        "upcast" => smem.upcast(arguments.int(1)?)?,
        "downcast" => smem.downcast(arguments.int(1)?)?,
        _ => smem.recast(arguments.int(1)?, arguments.int(2)?)?,
    };
    Ok(Value::from(cast).into())
}

/// The offset of a coordinate, in elements of memory that is aligned to the swizzle.
pub(super) fn applied(smem: &SmemLayout, coordinate: &Value) -> Result<Evaluated, Refusal> {
    super::apply(&smem.position_independent()?.into(), coordinate)
}
