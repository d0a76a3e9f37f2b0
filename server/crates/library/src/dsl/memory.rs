//! Pointers and shared memory of the DSL: `cute.make_ptr`, `cute.recast_ptr`, `SmemAllocator`, `storage.sA.get_tensor`.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::Swizzle;
use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, LibraryFunction, Outcome, PlainFunction, Runner},
    function::Callable,
    in_warp::may_differ_in_warp,
    library::unknown,
    object::{Annotation, ClassValue, Object},
    tensor::{Beginning, MemorySpace, Pointer, Tensor},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value};

use crate::dsl::{
    architecture,
    element::{self, number_type},
    enumeration::member_name,
    operand::{argument, operand, operand_at, operate, optional, receiver},
};
use layoutlens_library_cute::{access::swizzle_unit, cute::integer::moved, family::Family};

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, member, construct, binary: moved, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.make_ptr", make_ptr),
    ("cutlass.cute.runtime.make_ptr", make_ptr),
    ("cutlass.cute.recast_ptr", recast_ptr),
    ("cutlass.utils.SmemAllocator", |_| Ok(Computed::plain(record(ALLOCATOR)))),
    ("cutlass.utils.TmemAllocator", |_| Ok(Computed::plain(record(TENSOR_MEMORY)))),
    ("cutlass.cute.arch.retrieve_tmem_ptr", |call| Ok(tensor_memory(argument(call, "element_type", 0)?))),
];

/// Functions that ask whoever runs the program.
pub(super) const ASKING: &[(&str, AskingFunction)] =
    &[("cutlass.utils.get_smem_capacity_in_bytes", capacity)];

/// What allocates shared memory.
const ALLOCATOR: &str = "SmemAllocator";

/// What allocates tensor memory.
const TENSOR_MEMORY: &str = "TmemAllocator";

/// Where the tensor memory of a program begins.
fn tensor_memory(element: &HostValue) -> Computed {
    let (space, element) = (Some(MemorySpace::Tensor), element.clone());
    Computed::plain(HostValue::Pointer(Arc::new(Pointer {
        space,
        element,
        swizzle: None,
        offset: None,
        beginning: Beginning::default(),
    })))
}

/// `tmem.retrieve_ptr(dtype)`.
fn retrieve_ptr(call: &Call<'_>) -> Outcome {
    match optional(call, "dtype", 0) {
        Some(_) => Ok(tensor_memory(argument(call, "dtype", 0)?)),
        None => Ok(tensor_memory(&element::as_type("Float32"))),
    }
}

/// A struct in shared memory, or one of its members.
const STORAGE: &str = "storage in shared memory";

fn record(kind: &str) -> HostValue {
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields: BTreeMap::new() }))
}

/// The class of a struct in shared memory, and the names under which its members know where they are from.
const CLASS: &str = "class";
const OWNER: &str = "owner";
const MEMBER: &str = "member";

/// How many structs lie in each other.
const MOST_STRUCTS: usize = 8;

/// A struct of this class in shared memory.
fn storage_of(class: &HostValue) -> HostValue {
    storage([(CLASS, class.clone())])
}

fn storage<const N: usize>(fields: [(&str, HostValue); N]) -> HostValue {
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    HostValue::Object(Arc::new(Object { class: None, kind: STORAGE.to_owned(), fields }))
}

/// What the class of a struct says of a member.
fn of_member(member: &Object, structs: usize) -> Option<Annotation> {
    let (Some(HostValue::Object(owner)), Some(HostValue::Text(name))) =
        (member.fields.get(OWNER), member.fields.get(MEMBER))
    else {
        return None;
    };
    let class = class_of(owner, structs.checked_sub(1)?)?;
    class.annotations.get(&**name).cloned()
}

/// The class of a struct: its own, or what the struct that it lies in says.
fn class_of(storage: &Object, structs: usize) -> Option<ClassValue> {
    let class = match storage.fields.get(CLASS) {
        Some(class) => class.clone(),
        None => {
            let annotation = of_member(storage, structs)?;
            annotation.subscripted.iter().all(|of| is_of_struct(of, ALIGN)).then_some(annotation.first)?
        }
    };
    match &class {
        HostValue::Callable(callable) => match &**callable {
            Callable::Class(class) => Some(class.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// `cute.struct.Align[T, 16]`: a member that begins where it must.
const ALIGN: &str = "cutlass.cute.struct.Align";

/// `cute.struct.MemRange[T, n]`: so many elements of a type.
const MEMORY_RANGE: &str = "cutlass.cute.struct.MemRange";

/// Whether something is what the DSL has under a path. A class of the program may have the same name.
fn is_of_struct(of: &HostValue, path: &str) -> bool {
    matches!(of, HostValue::Module(own) if **own == *path)
}

/// `T` of `cute.struct.MemRange[T, n]`, which may be aligned.
fn element_of(annotation: Annotation) -> Option<HostValue> {
    let (range, around) = annotation.subscripted.split_last()?;
    let is_range = is_of_struct(range, MEMORY_RANGE) && around.iter().all(|of| is_of_struct(of, ALIGN));
    is_range.then_some(annotation.first)
}

/// The element type of a member of a struct, as its annotation says.
fn element_of_member(call: &Call<'_>) -> HostValue {
    let element = match call.receiver {
        Some(HostValue::Object(member)) => of_member(member, MOST_STRUCTS).and_then(element_of),
        _ => None,
    };
    match element {
        Some(element) if number_type(&element).is_some() => element,
        _ => HostValue::unknown("the element type of this memory is not followed"),
    }
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    // `SharedStorage.allocate(smem)` of a class that its decorator made a struct in shared memory.
    if let (HostValue::Callable(callable), "allocate") = (receiver, name) {
        return matches!(&**callable, Callable::Class(_)).then_some(LibraryFunction::Plain(allocated));
    }
    if let (HostValue::Pointer(_), "align") = (receiver, name) {
        return Some(LibraryFunction::Plain(aligned));
    }
    let HostValue::Object(object) = receiver else { return None };
    let function: PlainFunction = match (object.kind.as_str(), name) {
        (STORAGE, "get_tensor") => get_tensor,
        (STORAGE, "data_ptr") => data_ptr,
        (ALLOCATOR, "allocate") => {
            |call| Ok(Computed::plain(call.argument(0).map_or_else(|| record(STORAGE), storage_of)))
        }
        (ALLOCATOR, "allocate_tensor") => allocate_tensor,
        (ALLOCATOR, "allocate_array") => allocate_array,
        (TENSOR_MEMORY, "retrieve_ptr") => retrieve_ptr,
        (TENSOR_MEMORY, "allocate" | "free" | "wait_for_alloc" | "relinquish_alloc_permit") => {
            |_| Ok(Computed::plain(HostValue::Nothing))
        }
        _ => return None,
    };
    Some(function.into())
}

/// `SharedStorage(pointer)` of a class that its decorator made a struct: the one that lies there.
fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    let is_there = match (constructed, call.argument(0)?) {
        (HostType::Class(_), HostValue::Object(object)) => object.kind == STORAGE,
        (HostType::Class(_), HostValue::Pointer(pointer)) => pointer.space == Some(MemorySpace::Shared),
        _ => false,
    };
    let HostType::Class(class) = constructed else { return None };
    let class = HostValue::Callable(Arc::new(Callable::Class(ClassValue::clone(class))));
    (is_there && call.arguments.len() == 1).then(|| Ok(Computed::plain(storage_of(&class))))
}

/// A member of a struct in shared memory. Which members it has, no layout depends on.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Object(object) if object.kind == STORAGE && name != "get_tensor" && name != "data_ptr" => {
            Some(storage([(OWNER, receiver.clone()), (MEMBER, HostValue::Text(name.into()))]))
        }
        HostValue::Pointer(pointer) if name == "dtype" || name == "value_type" => {
            Some(pointer.element.clone())
        }
        _ => None,
    }
}

/// The element type that a call has to give.
pub(super) fn element_type(call: &Call<'_>, keyword: &str, index: usize) -> HostValue {
    let given = call.keyword_or(keyword, index).cloned();
    given.unwrap_or_else(|| HostValue::unknown(format!("`{keyword}` is not given")))
}

/// `allocate_tensor(element_type, layout, byte_alignment, swizzle)`.
fn allocate_tensor(call: &Call<'_>) -> Outcome {
    let element = element_type(call, "element_type", 0);
    let layout = operand_at(call, "layout", 1)?;
    shared(element, layout, swizzle(optional(call, "swizzle", 3))?)
}

/// Bytes of shared memory that a thread block of an architecture may have.
const CAPACITIES: &[(&str, i64)] = &[
    ("sm_80", 166_912),
    ("sm_86", 101_376),
    ("sm_89", 101_376),
    ("sm_90", 232_448),
    ("sm_100", 232_448),
    ("sm_103", 232_448),
    ("sm_107", 334_848),
    ("sm_120", 101_376),
];

/// How many bytes of shared memory a block may have on the architecture of this name, which has no suffix.
pub(super) fn capacity_of(architecture: &str) -> Option<i64> {
    CAPACITIES.iter().find(|(known, _)| *known == architecture).map(|(_, bytes)| *bytes)
}

/// `get_smem_capacity_in_bytes("sm_90")`; without a name, of the GPU for which the program is compiled.
fn capacity(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let name = match optional(call, "compute_capability", 0) {
        Some(HostValue::Text(name)) => name.to_string(),
        Some(given) if given.unknown_reason().is_none() => {
            return unknown("of what GPU is meant is not known");
        }
        // What is not known is mostly the GPU's own name.
        _ => match architecture::supposed(runner) {
            Some(name) => name.trim_end_matches(['a', 'f']).to_owned(),
            None => return unknown("what GPU the program is compiled for is not known"),
        },
    };
    match capacity_of(&name) {
        Some(bytes) => Ok(Computed::plain(HostValue::static_int(bytes))),
        None => unknown("how much shared memory this GPU has is not known"),
    }
}

fn allocated(call: &Call<'_>) -> Outcome {
    match call.argument(0) {
        Some(HostValue::Object(object)) if object.kind == ALLOCATOR => {
            Ok(Computed::plain(call.receiver.map_or_else(|| record(STORAGE), storage_of)))
        }
        _ => unknown("what allocates the struct is not known"),
    }
}

/// `allocate_array(element_type, num_elems)`: a pointer.
fn allocate_array(call: &Call<'_>) -> Outcome {
    let element = element_type(call, "element_type", 0);
    let (space, offset) = (Some(MemorySpace::Shared), Some(Value::int(0)));
    Ok(Computed::plain(HostValue::Pointer(Arc::new(Pointer {
        space,
        element,
        swizzle: None,
        offset,
        beginning: Beginning::default(),
    }))))
}

/// `get_tensor(layout, swizzle, dtype)`.
fn get_tensor(call: &Call<'_>) -> Outcome {
    let layout = operand_at(call, "layout", 0)?;
    let swizzle = swizzle(optional(call, "swizzle", 1))?;
    let element = match optional(call, "dtype", 2) {
        Some(dtype) => dtype.clone(),
        None => element_of_member(call),
    };
    shared(element, layout, swizzle)
}

fn swizzle(value: Option<&HostValue>) -> Result<Option<Swizzle>, Refusal> {
    match value.map(operand).transpose()? {
        Some(Value::Swizzle(swizzle)) => Ok(Some(swizzle)),
        Some(_) => unknown("this is no swizzle"),
        None => Ok(None),
    }
}

/// A tensor in shared memory of its own.
fn shared(element: HostValue, layout: Value, swizzle: Option<Swizzle>) -> Outcome {
    let layout = match layout.is_layout() {
        true => layout,
        false => operate(Operation::MakeLayout, &[layout])?.value,
    };
    let bits = number_type(&element).map(|number| number.bits);
    let evaluated = bits
        .and_then(|bits| swizzle_unit(&layout, bits))
        .map(|warning| Box::new(Evaluated { warning: Some(warning), ..layout.clone().into() }));
    let tensor = Tensor { swizzle, ..Tensor::new(Some(MemorySpace::Shared), element, layout) };
    Ok(Computed { value: HostValue::Tensor(Arc::new(tensor)), evaluated })
}

fn data_ptr(call: &Call<'_>) -> Outcome {
    let element = element_of_member(call);
    let space = Some(MemorySpace::Shared);
    let pointer = Pointer {
        space,
        element,
        swizzle: None,
        offset: Some(Value::int(0)),
        beginning: Beginning::default(),
    };
    Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
}

/// The memory that a member of `AddressSpace` names.
pub(super) fn space(member: &HostValue) -> Option<MemorySpace> {
    match member_name(member, "AddressSpace").ok()? {
        "gmem" => Some(MemorySpace::Global),
        "smem" => Some(MemorySpace::Shared),
        "rmem" => Some(MemorySpace::Register),
        "tmem" => Some(MemorySpace::Tensor),
        _ => None,
    }
}

/// `make_ptr(dtype, value, mem_space, assumed_align=.., swizzle_=..)`: the address is of no account, only what lies there.
fn make_ptr(call: &Call<'_>) -> Outcome {
    let Some(element) = call.keyword_or("dtype", 0) else { return unknown("a pointer to no type") };
    if element.unknown_reason().is_none() && number_type(element).is_none() {
        return unknown("what this pointer points to is no type of numbers");
    }
    let space = optional(call, "mem_space", 2).and_then(space);
    let swizzled = call.arguments.iter().find(|given| given.keyword.as_deref() == Some("swizzle_"));
    let swizzle = swizzle(swizzled.map(|given| &given.value).filter(|value| **value != HostValue::Nothing))?;
    let may_differ = call.keyword_or("value", 1).is_none_or(may_differ_in_warp);
    let beginning = Beginning { may_differ };
    let pointer = Pointer { space, element: element.clone(), swizzle, offset: None, beginning };
    Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
}

/// `pointer.align(16)`: another pointer where this one may point elsewhere, without its swizzle.
fn aligned(call: &Call<'_>) -> Outcome {
    let HostValue::Pointer(pointer) = receiver(call)? else {
        return unknown("what is aligned is no pointer");
    };
    let bytes = argument(call, "min_align", 0)?.known_int().and_then(|bytes| u64::try_from(bytes).ok());
    if bytes.is_none_or(|bytes| !bytes.is_power_of_two()) {
        return unknown("to how many bytes this pointer is aligned is not known");
    }
    match (pointer.space, pointer.swizzle) {
        (Some(MemorySpace::Tensor), _) => unknown("the DSL aligns no pointer to tensor memory"),
        (_, Some(_)) => unknown("whether this pointer keeps its swizzle is not known"),
        (_, None) => {
            let pointer = Pointer { offset: None, ..Pointer::clone(pointer) };
            Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
        }
    }
}

/// `recast_ptr(ptr, swizzle_, dtype)`.
fn recast_ptr(call: &Call<'_>) -> Outcome {
    let HostValue::Pointer(pointer) = argument(call, "ptr", 0)? else {
        return unknown("recast is a pointer");
    };
    let swizzle = match optional(call, "swizzle_", 1) {
        given @ Some(_) => swizzle(given)?,
        None => None,
    };
    let element = optional(call, "dtype", 2).cloned().unwrap_or_else(|| pointer.element.clone());
    let offset = pointer.offset.clone().filter(|offset| *offset == Value::int(0));
    let pointer = Pointer { element, swizzle, offset, ..Pointer::clone(pointer) };
    Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
}
