//! What a kernel of CUTLASS 3 declares of its collectives: `GemmUniversal<Problem, Mainloop, Epilogue>::StrideA`, and its
//! adapter for the device, `GemmUniversalAdapter<Kernel>::GemmKernel` (`cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized.hpp` and
//! those beside it, `cutlass/gemm/device/gemm_universal_adapter.h`); strides of the collectives, which their layouts alone decide.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction},
    library::unknown,
    tensor::{Beginning, Pointer},
    types::HostType,
    value::HostValue,
};

use super::members::{Members, REST, type_with_members};
use crate::cute::{
    cutlass::stride_of_layout,
    operand::{bare, of_type, type_of},
    policy,
};

pub(super) const KERNEL: &str = "GemmUniversal";
pub(super) const ADAPTER: &str = "GemmUniversalAdapter";

/// What a kernel takes over from its main loop, and from its epilogue.
const OF_MAINLOOP: &[&str] = &[
    "ElementA",
    "ElementB",
    "StrideA",
    "StrideB",
    "InternalStrideA",
    "InternalStrideB",
    "TileShape",
    "TiledMma",
    "ArchTag",
    "DispatchPolicy",
    "ElementAccumulator",
];
const OF_EPILOGUE: &[&str] =
    &["ElementC", "ElementD", "StrideC", "StrideD", "InternalStrideC", "InternalStrideD"];

/// A kernel or its adapter, with these arguments.
pub(super) fn specialized(name: &str, arguments: &[HostValue]) -> Option<HostValue> {
    let last = name.rsplit("::").next()?;
    match (last, arguments) {
        (KERNEL, [problem, mainloop, epilogue, ..]) => {
            let mut members = BTreeMap::from([
                ("ProblemShape".to_owned(), problem.clone()),
                ("CollectiveMainloop".to_owned(), mainloop.clone()),
                ("CollectiveEpilogue".to_owned(), epilogue.clone()),
            ]);
            take_over(&mut members, mainloop, OF_MAINLOOP);
            take_over(&mut members, epilogue, OF_EPILOGUE);
            Some(type_with_members(KERNEL, members))
        }
        (ADAPTER, [kernel]) => {
            let mut members = BTreeMap::from([("GemmKernel".to_owned(), kernel.clone())]);
            let parts = ["CollectiveMainloop", "CollectiveEpilogue"];
            take_over(&mut members, kernel, &parts);
            let own = ["ElementA", "ElementB", "ElementC", "ElementD", "TileShape", "ElementAccumulator"];
            take_over(&mut members, kernel, &own);
            Some(type_with_members(ADAPTER, members))
        }
        _ => None,
    }
}

/// `GemmUniversalAdapter<Kernel> gemm;`
pub(super) fn construct(constructed: &HostType, _: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Of(value @ HostValue::Object(object)) if object.kind == ADAPTER => {
            Some(Ok(Computed::plain(value.clone())))
        }
        _ => None,
    }
}

/// What an adapter does on the host: it changes nothing of the program's, and what it answers no layout depends on.
const OF_ADAPTER: &[&str] = &[
    "can_implement",
    "get_grid_shape",
    "get_workspace_size",
    "initialize",
    "maximum_active_blocks",
    "params",
    "run",
    "to_underlying_arguments",
    "update",
];

/// A method of an adapter.
pub(super) fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    let is_adapter =
        matches!(of_type(receiver).unwrap_or(receiver), HostValue::Object(object) if object.kind == ADAPTER);
    let answered: PlainFunction =
        |call| unknown(format!("what `{}` of a kernel answers is not computed", call.name));
    (is_adapter && OF_ADAPTER.contains(&name)).then(|| answered.into())
}

/// What `of` declares under these names, unknown where nobody knows what it is.
fn take_over(members: &mut Members, of: &HostValue, names: &[&str]) {
    for &name in names {
        let value = match (of.unknown_reason(), of_type(of)) {
            (Some(reason), _) => Some(HostValue::unknown(reason)),
            (None, Some(HostValue::Object(object))) => object.fields.get(name).cloned().or_else(|| {
                let rest = object.fields.get(REST)?;
                Some(HostValue::unknown(rest.unknown_reason()?))
            }),
            _ => None,
        };
        members.extend(value.map(|value| (name.to_owned(), value)));
    }
}

/// `StrideA` and `InternalStrideA` of a collective whose operand A has this layout in global memory: a tag, a pointer to a tag
/// where there are several matrices, or a tag with the layout of factors behind it. `None` of anything else.
pub(super) fn strides(operand: char, layout: &HostValue) -> Option<Members> {
    let (of_one, is_pointer) = match type_of(layout)? {
        HostType::Named(_) => (layout.clone(), false),
        HostType::Of(HostValue::Pointer(pointer)) => (pointer.element.clone(), true),
        _ => return None,
    };
    let HostType::Named(tag) = type_of(&of_one)? else { return None };
    let stride = bare(tag).starts_with("layout::").then(|| stride_of_layout(operand, &of_one))??;
    let declared = if is_pointer { pointer_type(&stride) } else { stride.clone() };
    Some(BTreeMap::from([
        (format!("Stride{operand}"), declared),
        (format!("InternalStride{operand}"), stride),
    ]))
}

/// Whether the builders of an architecture are those of NVIDIA: others make pointers of strides by the schedule.
pub(super) fn is_of_nvidia(architecture: &HostValue) -> bool {
    policy::choice(architecture).is_some_and(|name| name.starts_with("Sm"))
}

/// The type of a pointer to elements of a type.
pub(super) fn pointer_type(element: &HostValue) -> HostValue {
    let pointer = Pointer {
        space: None,
        element: element.clone(),
        swizzle: None,
        offset: None,
        beginning: Beginning::default(),
    };
    HostValue::Type(Arc::new(HostType::Of(HostValue::Pointer(Arc::new(pointer)))))
}

/// What an epilogue's builder declares, as far as its arguments alone say it.
pub(super) fn epilogue(arguments: &[HostValue]) -> Option<Members> {
    let [arch, _, _, _, _, _, _, element_c, layout_c, _, element_d, layout_d, ..] = arguments else {
        return None;
    };
    if !is_of_nvidia(arch) {
        return None;
    }
    // Without a source, C is laid out as D is; where both have one layout, nobody need know whether there is one.
    let (has_source, layout_c) = match type_of(element_c) {
        Some(HostType::Named(name)) if name == "void" => (false, layout_d),
        Some(_) => (true, layout_c),
        None if layout_c == layout_d => (false, layout_d),
        None => return None,
    };
    let mut members = strides('C', layout_c)?;
    for (name, value) in strides('C', layout_d)? {
        let of_d = name.strip_suffix('C').map(|name| format!("{name}D"));
        members.extend(of_d.map(|name| (name, value)));
    }
    if has_source {
        members.insert("ElementC".to_owned(), element_c.clone());
    }
    members.insert("ElementD".to_owned(), element_d.clone());
    Some(members)
}
