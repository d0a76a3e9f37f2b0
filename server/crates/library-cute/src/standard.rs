//! Names of C++ itself, of the CUDA run time and of Thrust, as far as layouts depend on them.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction},
    library::unknown,
    object::Object,
    tensor::{Beginning, Pointer},
    types::HostType,
    value::{HostValue, Typed},
};
use layoutlens_operation::{Refusal, Value};

use crate::family::{Family, find};

/// Names of C++ itself and of what comes with CUDA.
pub const FAMILY: Family =
    Family { function, method, member, named, specialized, construct, apply, ..Family::NONE };

/// Classes that hold elements of one type.
const CONTAINERS: &[&str] = &[
    "std::vector",
    "std::array",
    "thrust::host_vector",
    "thrust::device_vector",
    "thrust::universal_vector",
    "cutlass::DeviceAllocation",
    "cutlass::device_memory::allocation",
    "cutlass::HostTensor",
    "cutlass::AlignedArray",
    "ArrayEngine",
    "array_aligned",
    "aligned_struct",
    "array",
];

/// The field of an array that holds its elements, where they are known and cannot change.
const ELEMENTS: &str = "elements";

/// The elements of `std::array<int, 2>{1, 2}`, with or without braces of their own; `None` where one tuple may be either.
fn given_elements(element: &HostValue, call: &Call<'_>) -> Option<HostValue> {
    let is_number = matches!(element, HostValue::Type(of) if matches!(**of, HostType::Named(_)));
    match call.positional().as_slice() {
        [whole] if whole.elements().is_some() => is_number.then(|| (*whole).clone()),
        elements => Some(HostValue::tuple(elements.iter().map(|element| (*element).clone()).collect())),
    }
}

/// What is certain of a container whose elements may have been written: the type of its elements.
pub fn with_written_elements(value: &HostValue) -> Option<HostValue> {
    let HostValue::Object(object) = value else { return None };
    CONTAINERS.contains(&object.kind.as_str()).then(|| with_open_elements(value.clone()))
}

/// A variable that may be assigned again: what its elements are is not followed.
pub fn with_open_elements(value: HostValue) -> HostValue {
    match value {
        HostValue::Object(object) if object.fields.contains_key(ELEMENTS) => {
            let mut object = Object::clone(&object);
            object.fields.remove(ELEMENTS);
            HostValue::Object(Arc::new(object))
        }
        other => other,
    }
}

/// `array[2]`.
fn apply(callee: &HostValue, call: &Call<'_>) -> Option<Outcome> {
    let HostValue::Object(object) = callee else { return None };
    if !call.is_subscript() || !CONTAINERS.contains(&object.kind.as_str()) {
        return None;
    }
    let Some(elements) = object.fields.get(ELEMENTS).and_then(HostValue::elements) else {
        return Some(Ok(Computed::plain(some_element(object)?)));
    };
    let index = call.argument(0)?.known_int().and_then(|index| usize::try_from(index).ok());
    Some(match index.and_then(|index| elements.get(index)) {
        Some(element) => Ok(Computed::plain(element.clone())),
        None => unknown("which element of the array is meant is not known"),
    })
}

const FUNCTIONS: &[(&str, PlainFunction)] =
    &[("std::move", same), ("std::forward", same), ("thrust::raw_pointer_cast", same)];

const OF_CONTAINERS: &[(&str, PlainFunction)] = &[
    ("data", elements),
    ("begin", elements),
    ("get", elements),
    ("device_data", elements),
    ("host_data", elements),
    ("at", element),
    ("front", element),
    ("back", element),
];

fn function(name: &str) -> Option<LibraryFunction> {
    find(FUNCTIONS, name)
}

fn named(name: &str) -> Option<HostValue> {
    let (kind, least) = match name {
        "threadIdx" | "blockIdx" => ("uint3", 0),
        "blockDim" | "gridDim" => ("dim3", 1),
        "dim3" | "uint3" | "void" => {
            return Some(HostValue::Type(Arc::new(HostType::Named(name.to_owned()))));
        }
        "nullptr" | "NULL" => return Some(HostValue::Nothing),
        _ => return None,
    };
    let field = |axis: &str| {
        let name = Name { least, ..Name::new(&format!("{name}.{axis}")) };
        (axis.to_owned(), HostValue::integer(&Integer::Dynamic(Expression::of_name(name))))
    };
    Some(record(kind, ["x", "y", "z"].into_iter().map(field).collect()))
}

fn record(kind: &str, fields: BTreeMap<String, HostValue>) -> HostValue {
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields }))
}

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    CONTAINERS.contains(&name).then(|| Ok(HostValue::specialized(name, arguments)))
}

fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Named(name) if name == "dim3" => Some(Ok(Computed::plain(dim3(call)))),
        HostType::Specialized { name, arguments } if CONTAINERS.contains(&name.as_str()) => {
            if let [only] = call.positional().as_slice()
                && matches!(only, HostValue::Object(object) if object.kind == *name)
            {
                return Some(Ok(Computed::plain((*only).clone())));
            }
            let element = arguments.first().cloned();
            let element =
                element.unwrap_or_else(|| HostValue::unknown("the type of the elements is not known"));
            let elements = given_elements(&element, call)
                .filter(|_| name.ends_with("array") && !call.arguments.is_empty());
            let mut fields = BTreeMap::from([("element".to_owned(), element)]);
            fields.extend(elements.map(|elements| (ELEMENTS.to_owned(), elements)));
            Some(Ok(Computed::plain(record(name, fields))))
        }
        _ => None,
    }
}

/// `dim3(x, y, z)`: what is left out is 1.
fn dim3(call: &Call<'_>) -> HostValue {
    if let [only] = call.positional().as_slice()
        && matches!(only, HostValue::Value(Value::Unknown(_)))
    {
        return HostValue::unknown("whether this `dim3` is a copy is not known");
    }
    let axes = ["x", "y", "z"].into_iter().enumerate();
    let field = |(index, axis): (usize, &str)| {
        let value = match call.argument(index) {
            Some(value) => match value.known_int() {
                Some(number) => HostValue::run_time_int(number),
                None => value.clone(),
            },
            None => HostValue::run_time_int(1),
        };
        (axis.to_owned(), value)
    };
    record("dim3", axes.map(field).collect())
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match receiver {
        HostValue::Object(object) if CONTAINERS.contains(&object.kind.as_str()) => find(OF_CONTAINERS, name),
        HostValue::Pointer(_) if name == "get" => Some(LibraryFunction::Plain(elements)),
        _ => None,
    }
}

fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Object(object) if CONTAINERS.contains(&object.kind.as_str()) && name == "value_type" => {
            object.fields.get("element").cloned()
        }
        _ => None,
    }
}

/// A pointer to the elements of a container, or the pointer itself.
fn elements(call: &Call<'_>) -> Outcome {
    match call.receiver {
        Some(HostValue::Object(object)) => {
            let element = object.fields.get("element").cloned();
            let element =
                element.unwrap_or_else(|| HostValue::unknown("the type of the elements is not known"));
            let pointer = Pointer {
                space: None,
                element,
                swizzle: None,
                offset: None,
                beginning: Beginning::default(),
            };
            Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
        }
        Some(pointer) => Ok(Computed::plain(pointer.clone())),
        None => unknown("no container is at hand"),
    }
}

/// An element of a container of which nothing but its type is known, where that is a tuple's.
fn some_element(container: &Object) -> Option<HostValue> {
    let HostValue::Type(of) = container.fields.get("element")? else { return None };
    let HostType::Of(tuple) = &**of else { return None };
    tuple.elements()?;
    let reason = "an element in memory".to_owned();
    Some(HostValue::Typed(Arc::new(Typed { of: HostType::clone(of), reason })))
}

/// `vector.at(i)`.
fn element(call: &Call<'_>) -> Outcome {
    match call.receiver {
        Some(HostValue::Object(object)) => match some_element(object) {
            Some(element) => Ok(Computed::plain(element)),
            None => unknown("an element in memory"),
        },
        _ => unknown("no container is at hand"),
    }
}

fn same(call: &Call<'_>) -> Outcome {
    match call.argument(0) {
        Some(value) => Ok(Computed::plain(value.clone())),
        None => unknown(format!("{} needs an argument", call.name)),
    }
}
