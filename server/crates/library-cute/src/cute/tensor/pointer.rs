//! Pointers: `make_gmem_ptr`, `recast_ptr`, counting iterators.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    tensor::{Beginning, MemorySpace, Pointer},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use crate::cute::{
    integer::{named_type, type_with},
    operand::{argument, bare, template_type, type_of},
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("make_gmem_ptr", |call| made(call, MemorySpace::Global)),
    ("make_smem_ptr", |call| made(call, MemorySpace::Shared)),
    ("make_rmem_ptr", |call| made(call, MemorySpace::Register)),
    ("make_tmem_ptr", |call| made(call, MemorySpace::Tensor)),
    ("make_ptr", raw),
    ("recast_ptr", recast),
    ("raw_pointer_cast", raw),
    ("as_position_independent_swizzle_ptr", raw),
    ("make_counting_iterator", counting),
    ("make_inttuple_iter", counting),
];

/// `counting_iterator<int>`: an iterator of no memory.
pub(super) fn specialized(name: &str, _: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    matches!(bare(name), "counting_iterator" | "ArithmeticTupleIterator")
        .then(|| Ok(type_with(HostValue::Pointer(counter(None).into()))))
}

/// `(T*)p`, `T*{p}`: the same address as a pointer of another type.
pub(super) fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    let HostType::Of(HostValue::Pointer(wanted)) = constructed else { return None };
    let [value] = call.positional()[..] else { return None };
    Some(match value {
        HostValue::Pointer(given) => of(Pointer { element: wanted.element.clone(), ..Pointer::clone(given) }),
        _ => of(somewhere(wanted.element.clone())),
    })
}

/// A pointer of which only its type is known: where it points may hang on the thread.
pub(super) fn somewhere(element: HostValue) -> Pointer {
    let beginning = Beginning { may_differ: true };
    Pointer { space: None, element, swizzle: None, offset: None, beginning }
}

fn counter(offset: Option<Value>) -> Pointer {
    Pointer {
        space: Some(MemorySpace::Counting),
        element: named_type("int"),
        swizzle: None,
        offset,
        beginning: Beginning::default(),
    }
}

fn of(pointer: Pointer) -> Outcome {
    Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
}

/// `make_gmem_ptr(p)`, `make_gmem_ptr<T>(p)`: what the pointer is does not matter, only what it points to.
fn made(call: &Call<'_>, space: MemorySpace) -> Outcome {
    let given = call.argument(0);
    let pointer = match given {
        Some(HostValue::Pointer(pointer)) => Pointer::clone(pointer),
        _ => {
            let reason = given
                .and_then(HostValue::unknown_reason)
                .unwrap_or("what the pointer points to is not known");
            somewhere(HostValue::unknown(reason))
        }
    };
    let element = match call.template.first() {
        Some(element) => element.clone(),
        None => pointer.element.clone(),
    };
    of(Pointer { space: Some(space), element, ..pointer })
}

fn recast(call: &Call<'_>) -> Outcome {
    let element = template_type(call, 0)?.clone();
    match argument(call, 0)? {
        HostValue::Pointer(pointer) => of(Pointer { element, offset: None, ..Pointer::clone(pointer) }),
        _ => of(somewhere(element)),
    }
}

/// The same address as a plain pointer.
fn raw(call: &Call<'_>) -> Outcome {
    match argument(call, 0)? {
        HostValue::Pointer(pointer) => of(Pointer { space: None, swizzle: None, ..Pointer::clone(pointer) }),
        value => unknown(value.unknown_reason().unwrap_or("this is no pointer")),
    }
}

fn counting(call: &Call<'_>) -> Outcome {
    let begin = match call.argument(0) {
        None => Some(Value::int(0)),
        Some(HostValue::Value(value)) if value.unknown_reason().is_none() => Some(value.clone()),
        Some(_) => None,
    };
    of(counter(begin))
}

/// What a type says that a pointer of it points to.
pub(super) fn pointee(host_type: &HostValue) -> Option<&HostValue> {
    match type_of(host_type)? {
        HostType::Of(HostValue::Pointer(pointer)) => Some(&pointer.element),
        _ => None,
    }
}
