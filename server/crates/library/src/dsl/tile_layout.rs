//! Shared-memory layout atoms of the DSL: `warpgroup.make_smem_layout_atom`.

use layout_algebra::{
    ComposedLayout,
    smem::{SmemAtom, tile_to_mma_shape},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value, value as leaf};

use crate::dsl::{
    element::{NumberType, number_type},
    enumeration::{member_name, value},
    operand::{argument, on_domain, operand, operate},
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.nvgpu.warpgroup.make_smem_layout_atom", make_smem_layout_atom),
    ("cutlass.cute.nvgpu.tcgen05.make_smem_layout_atom", make_smem_layout_atom),
    ("cutlass.cute.nvgpu.tcgen05.tile_to_mma_shape", to_mma_shape),
    ("cutlass.utils.sm90.make_smem_layout_atom", make_smem_layout_atom),
    ("cutlass.utils.sm100.make_smem_layout_atom", make_smem_layout_atom),
];

/// `make_smem_layout_atom(kind, element_type)`.
fn make_smem_layout_atom(call: &Call<'_>) -> Outcome {
    let kind = member_name(argument(call, "kind", 0)?, "SmemLayoutAtomKind")?;
    let element = width_known(argument(call, "element_type", 1)?)?;
    smem_atom(kind, element).map(Computed::plain)
}

/// `tile_to_mma_shape(atom, mma_tile_shape, order)`: atoms that fill the tile of `((M, K), rest of M, rest of K, stages)`; each mode
/// of the shape is coalesced by itself.
fn to_mma_shape(call: &Call<'_>) -> Outcome {
    let numbers = |value: &HostValue| match operand(value)? {
        Value::Tuple(tuple) => leaf::numbers(&tuple).map_err(|_| {
            Refusal::Unknown("the shape of the MMA's part is known at run time only".to_owned())
        }),
        _ => unknown("tile_to_mma_shape wants a shape"),
    };
    let shape = argument(call, "mma_tile_shape", 1)?;
    let numbers_of_shape = numbers(shape)?;
    let order = match call.keyword_or("order", 2) {
        None | Some(HostValue::Nothing) => None,
        Some(order) => Some(numbers(order)?),
    };
    let profile = operand(shape)?;
    let filled = on_domain(&operand(argument(call, "atom", 0)?)?, |atom| {
        let Value::Layout(atom) = atom else { return unknown("the atom of shared memory is not known") };
        let tiled = tile_to_mma_shape(atom, &numbers_of_shape, order.as_ref());
        let tiled = tiled.map_err(|error| Refusal::Unknown(error.to_string()))?;
        operate(Operation::Coalesce, &[tiled.into(), profile.clone()])
    })?;
    Ok(Computed::of(filled))
}

/// The type, which must be known for its width.
pub(super) fn width_known(element: &HostValue) -> Result<NumberType, Refusal> {
    match number_type(element) {
        Some(number) => Ok(number),
        None => unknown("the width of the element type is not known"),
    }
}

/// The atom of this kind for elements of this type: a swizzle after a layout of elements.
pub(super) fn smem_atom(kind: &str, number: NumberType) -> Result<Value, Refusal> {
    let Some(element) = number.element() else { return unknown("there is no atom of this element type") };
    let name = format!("GMMA::Layout_{kind}_Atom<{}>", element.name);
    let atom = name.parse::<SmemAtom>().and_then(|atom| atom.layout());
    let atom = atom.map_err(|error| Refusal::Unknown(error.to_string()))?;
    Ok(Value::from(ComposedLayout::new(atom.swizzle(), 0, atom.layout().clone())))
}

/// The widest atom of which the contiguous extent is a multiple, for Hopper.
pub(super) fn widest_kind(major: &str, extent: i64, number: NumberType) -> Result<String, Refusal> {
    let Some(bits) = extent.checked_mul(number.bits) else { return unknown("the tile is too large") };
    let width = match bits {
        bits if bits % 1024 == 0 => "SW128",
        bits if bits % 512 == 0 => "SW64",
        bits if bits % 256 == 0 => "SW32",
        _ => "INTER",
    };
    Ok(format!("{major}_{width}"))
}

/// A kind of atoms as the program sees it.
pub(super) fn kind_value(kind: &str) -> HostValue {
    value("SmemLayoutAtomKind", kind)
}
