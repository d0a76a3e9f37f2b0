//! Tensor memory: fragments and copies.

use layout_algebra::atom::{
    copy::{CopyAtom, CopyTraits},
    element::ElementType,
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{operate, refuse_unknown, unknown},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value};

use crate::{
    cute::{
        hardware::{hardware, operand, type_of},
        spelling,
        tag::tag,
    },
    family::{Family, find, names},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, name),
    function_names: || names(FUNCTIONS).collect(),
    member,
    named,
    construct,
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[("make_tmem_copy", make_tmem_copy)];

const ALLOCATORS: [&str; 2] = ["TMEM::Allocator1Sm", "TMEM::Allocator2Sm"];

/// `TMEM::Allocator1Sm`, `TMEM::Allocator2Sm`: objects without layouts.
fn named(name: &str) -> Option<HostValue> {
    let name = spelling::unqualified(name);
    ALLOCATORS.contains(&name.as_str()).then(|| type_of(tag(&name)))
}

/// `TMEM::Allocator1Sm::Sm100TmemCapacityColumns`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match crate::cute::operand::instance(receiver) {
        HostValue::Object(object) if ALLOCATORS.contains(&object.kind.as_str()) => match name {
            "Sm100TmemCapacityColumns" => Some(HostValue::run_time_int(layout_algebra::atom::tmem::COLUMNS)),
            _ => None,
        },
        _ => None,
    }
}

/// `TMEM::Allocator1Sm{}`.
fn construct(constructed: &HostType, _: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Of(value @ HostValue::Object(object)) if ALLOCATORS.contains(&object.kind.as_str()) => {
            Some(Ok(Computed::plain(value.clone())))
        }
        _ => None,
    }
}

/// `make_tmem_copy(operation or atom, tensor)`: four warps between registers and a tensor in tensor memory.
fn make_tmem_copy(call: &Call<'_>) -> Outcome {
    let Some((copy, tensor)) = call.argument(0).zip(call.argument(1)) else {
        return unknown("make_tmem_copy without a tensor is not computed");
    };
    refuse_unknown([copy, tensor])?;
    let HostValue::Tensor(tensor) = tensor else { return unknown("make_tmem_copy wants a tensor") };
    if let Some(reason) = tensor.layout.unknown_reason() {
        return unknown(reason);
    }
    let atom = match hardware(copy) {
        Some(Hardware::CopyAtom(atom)) => atom.clone(),
        Some(Hardware::TmemInstruction(instruction)) => {
            CopyAtom::new(CopyTraits::of_tmem(instruction)?, element(&tensor.element)?)?
        }
        Some(Hardware::CopyOperation(traits)) => CopyAtom::new(traits.clone(), element(&tensor.element)?)?,
        _ => return unknown("the operation of this copy is not known"),
    };
    operate(
        Operation::MakeTmemCopy,
        &[Value::from(Hardware::CopyAtom(atom)), operand(&tensor.layout.clone().into())?],
    )
    .map(Computed::of)
}

fn element(element: &HostValue) -> Result<ElementType, Refusal> {
    match spelling::type_name(element).and_then(|name| ElementType::find(&name)) {
        Some(element) => Ok(element),
        None => unknown("the element type of the tensor in tensor memory is not known"),
    }
}
