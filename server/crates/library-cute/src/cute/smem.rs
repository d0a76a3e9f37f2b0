//! Shared-memory layout atoms of GMMA and UMMA.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::{
    Layout,
    atom::element::ElementType,
    composed_map,
    smem::{Major, SmemAtom, SmemLayout, tile_to_mma_shape},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{operate, operation_named, unknown},
    object::Object,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value, value};

use crate::{
    cute::{
        hardware::{hardware, operand, type_of},
        operand::{instance, template_number},
        spelling,
    },
    family::{Family, find},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, unqualified_selector(name)),
    named,
    specialized,
    construct,
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("ss_smem_selector", selector),
    ("rs_smem_selector", selector),
    ("sm100_smem_selector", selector),
    ("sm120_rr_smem_selector", register_operand_selector),
    ("UMMA::tile_to_mma_shape", to_mma_shape),
    ("tile_to_mma_shape", to_mma_shape),
];

/// CUTLASS has the selectors in `cutlass::gemm::collective::detail`.
fn unqualified_selector(name: &str) -> &str {
    match name.rsplit("::").next() {
        Some(last) if last.ends_with("_smem_selector") => last,
        _ => name,
    }
}

/// `GMMA::Major::K`, `UMMA::Major::MN`, `GMMA::Layout_K_SW128_Atom_Bits`.
fn named(name: &str) -> Option<HostValue> {
    match name.rsplit_once("Major::") {
        Some((_, "K")) => return Some(Value::from(Hardware::Major(Major::K)).into()),
        Some((_, "MN")) => return Some(Value::from(Hardware::Major(Major::MN)).into()),
        _ => {}
    }
    let atom = spelling::unqualified(name).parse::<SmemAtom>().ok()?;
    Some(type_of(Value::from(atom.layout().ok()?)))
}

/// `GMMA::Layout_K_SW128_Atom<half_t>`, `GMMA::Layout_SW128_Atom<half_t, GMMA::Major::K>`.
fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let name = spelling::unqualified(name);
    let last = name.rsplit("::").next()?;
    if let (FLAG, [bits]) = (last, arguments) {
        return Some(template_number(bits).map(|bits| {
            let fields = BTreeMap::from([(BITS.to_owned(), HostValue::static_int(bits))]);
            type_of(HostValue::Object(Arc::new(Object { class: None, kind: FLAG.to_owned(), fields })))
        }));
    }
    if !(last.starts_with("Layout_") && last.ends_with("_Atom")) {
        return None;
    }
    let atom = spelling::specialized(&name, arguments).parse::<SmemAtom>().and_then(|atom| atom.layout());
    Some(atom.map(|layout| type_of(Value::from(layout))).map_err(|error| spelling::unmade(arguments, error)))
}

/// `smem_ptr_flag_bits<16>`: stands for a pointer to elements of so many bits that a swizzle acts on the bytes of
/// (`cute/pointer_flagged.hpp`).
const FLAG: &str = "smem_ptr_flag_bits";
const BITS: &str = "(bits)";

/// The layout that a swizzle makes of another one behind [`FLAG`]; `None` where the offset is none.
pub(super) fn behind_flag(swizzle: &HostValue, offset: &HostValue, layout: &HostValue) -> Option<Outcome> {
    let HostValue::Object(flag) = instance(offset) else { return None };
    let bits = flag.fields.get(BITS).filter(|_| flag.kind == FLAG)?.known_int()?;
    Some(match (instance(swizzle), instance(layout)) {
        (HostValue::Value(Value::Swizzle(swizzle)), HostValue::Value(Value::Layout(layout)))
            if swizzle.bits() > 0 =>
        {
            let layout = SmemLayout::new(*swizzle, bits, Layout::clone(layout));
            layout.map(|layout| Computed::plain(Value::from(layout))).map_err(Refusal::from)
        }
        (swizzle, layout) => {
            let reason = swizzle.unknown_reason().or(layout.unknown_reason());
            unknown(reason.unwrap_or("a swizzle of these on a pointer's bytes is not computed"))
        }
    })
}

/// `T{}` of an atom, or of [`FLAG`].
fn construct(constructed: &HostType, _: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Of(value @ HostValue::Object(flag)) if flag.kind == FLAG => {
            Some(Ok(Computed::plain(value.clone())))
        }
        HostType::Of(value @ HostValue::Value(Value::Smem(_))) => Some(Ok(Computed::plain(value.clone()))),
        _ => None,
    }
}

/// `ss_smem_selector<Major, T, BLK_MN, BLK_K>()`: the widest atom that divides the tile.
fn selector(call: &Call<'_>) -> Outcome {
    let [major, element, mn, k, ..] = call.template else {
        return unknown(format!("{} without its template arguments is not computed", call.name));
    };
    let why = |value: &HostValue, reason: &str| unknown(value.unknown_reason().unwrap_or(reason));
    let Some(Hardware::Major(major)) = hardware(major) else {
        return why(major, "the major mode is not known");
    };
    let found = spelling::type_name(element).and_then(|name| ElementType::find(&name));
    let Some(element) = found else { return why(element, "the element type is not known") };
    let operands = [
        Value::from(Hardware::Major(*major)),
        Value::ElementType(element.name.to_owned()),
        operand(mn)?,
        operand(k)?,
    ];
    operate(operation_named(unqualified_selector(call.name))?, &operands).map(Computed::of)
}

/// `sm120_rr_smem_selector<T, TileK>()`: the widest atom along K that divides the tile
/// (`cutlass/gemm/collective/builders/sm120_common.inl`).
fn register_operand_selector(call: &Call<'_>) -> Outcome {
    let [element, tile] = call.template else {
        return unknown(format!("{} without its template arguments is not computed", call.name));
    };
    let found = spelling::type_name(element).and_then(|name| ElementType::find(&name));
    let Some(element) = found else {
        return unknown(element.unknown_reason().unwrap_or("the element type is not known"));
    };
    let operands = [
        Value::from(Hardware::Major(Major::K)),
        Value::ElementType(element.name.to_owned()),
        // An atom along K has 8 rows, whatever the tile has.
        Value::from(8),
        operand(tile)?,
    ];
    operate(operation_named("sm100_smem_selector")?, &operands).map(Computed::of)
}

/// `UMMA::tile_to_mma_shape(atom, shape)`, with an order of the modes.
fn to_mma_shape(call: &Call<'_>) -> Outcome {
    let (Some(atom), Some(shape)) = (call.argument(0), call.argument(1)) else {
        return unknown("tile_to_mma_shape without a shape is not computed");
    };
    let numbers = |value: &HostValue| match operand(value)? {
        Value::Tuple(tuple) => value::numbers(&tuple).map_err(|_| {
            Refusal::Unknown("the shape of the MMA's part is known at run time only".to_owned())
        }),
        _ => unknown("tile_to_mma_shape wants a shape"),
    };
    let order = match call.argument(2) {
        None => None,
        Some(HostValue::Object(object)) if matches!(object.kind.as_str(), "GenColMajor" | "LayoutLeft") => {
            None
        }
        Some(order) => Some(numbers(order)?),
    };
    let shape = numbers(shape)?;
    let tiled = |layout: &Layout| tile_to_mma_shape(layout, &shape, order.as_ref());
    let value = match operand(atom)? {
        Value::Smem(smem) => Value::from(smem.map(tiled)?),
        Value::Composed(composed) => composed_map(&composed, tiled)?.into(),
        Value::Layout(layout) => tiled(&layout)?.into(),
        _ => return unknown("the atom of this shared-memory layout is not known"),
    };
    Ok(Computed::of(value.into()))
}
