//! Copy operations and copy atoms by their names, and the types and layouts that they declare.

use layout_algebra::{
    IntTuple, Tiler,
    atom::{
        copy::{CopyAtom, CopyTraits, copy_operations},
        element::ElementType,
        tmem::TmemInstruction,
    },
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value};

use crate::cute::{
    copy::tiled,
    element::{array_of, number_type},
    hardware::{hardware, tiled_copy, type_of},
    spelling,
    tag::tag,
};

/// How operations of the TMA unit end of which only the type is known: those of tensors of images, of rows one by one, and
/// those of one rank (`cute/arch/copy_sm90_tma.hpp`, `cute/arch/copy_sm100_tma.hpp`).
const TMA_TYPES: [&str; 13] = [
    "IM2COL",
    "IM2COL_MULTICAST",
    "IM2COL_3D",
    "IM2COL_4D",
    "IM2COL_5D",
    "GATHER4",
    "SCATTER4",
    "1D",
    "2D",
    "3D",
    "4D",
    "5D",
    "STORE_PTR",
];

fn is_tma_type(name: &str) -> bool {
    let after = ["SM90_TMA_", "SM100_TMA_"].iter().find_map(|prefix| name.strip_prefix(prefix));
    after.is_some_and(|after| {
        TMA_TYPES
            .iter()
            .any(|end| after.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('_')))
    })
}

/// `SM75_U32x4_LDSM_N`, `DefaultCopy`, `SM100_TMEM_LOAD_32dp32b1x`, without template arguments.
pub(super) fn named(name: &str) -> Option<HostValue> {
    let name = spelling::unqualified(name);
    if let Ok(instruction) = TmemInstruction::find(&name) {
        return Some(type_of(Value::from(Hardware::TmemInstruction(instruction))));
    }
    match name.parse::<CopyTraits>() {
        Ok(traits) => Some(type_of(Value::from(Hardware::CopyOperation(traits)))),
        // How much an operation of the TMA unit copies, its atom says.
        Err(_) if copy_operations().any(|known| known == name) => Some(type_of(tag(&name))),
        Err(_) if is_tma_type(&name) => Some(type_of(tag(&name))),
        Err(_) => None,
    }
}

/// `Copy_Atom<Op, T>`, `UniversalCopy<T>`, `Copy_Traits<..>`, `AutoVectorizingCopyWithAssumedAlignment<128>`.
pub(super) fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let name = spelling::unqualified(name);
    match name.as_str() {
        "Copy_Atom" => Some(copy_atom(arguments)),
        "TiledCopy" => Some(tiled::of_type(arguments)),
        "Copy_Traits" => Some(traits(&name, arguments)),
        _ if copy_operations().any(|known| known == name) => Some(traits(&name, arguments)),
        _ => None,
    }
}

fn traits(name: &str, arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let traits = spelling::specialized(name, arguments).parse::<CopyTraits>();
    let traits = traits.map_err(|error| spelling::unmade(arguments, error))?;
    Ok(type_of(Value::from(Hardware::CopyOperation(traits))))
}

fn copy_atom(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let element = arguments.get(1).and_then(spelling::type_name).and_then(|name| ElementType::find(&name));
    let Some(element) = element else {
        return Err(spelling::unmade(arguments, "the element type of the copy atom is not known"));
    };
    let traits = match arguments.first().and_then(hardware) {
        Some(Hardware::CopyOperation(traits)) => traits.clone(),
        Some(Hardware::TmemInstruction(instruction)) => CopyTraits::of_tmem(instruction)?,
        _ => return Err(spelling::unmade(arguments, "the operation of the copy atom is not known")),
    };
    Ok(type_of(Value::from(Hardware::CopyAtom(CopyAtom::new(traits, element)?))))
}

/// `SM90_TMA_LOAD{}`, and what copies itself: `TiledCopy{copy}`, `Copy_Atom{atom}`. `T{}` of atoms is the family's of MMA.
pub(super) fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Of(value @ HostValue::Object(operation))
            if copy_operations().any(|known| known == operation.kind) =>
        {
            Some(Ok(Computed::plain(value.clone())))
        }
        HostType::Named(name)
            if matches!(spelling::unqualified(name).as_str(), "TiledCopy" | "Copy_Atom" | "ThrCopy") =>
        {
            call.argument(0).map(|copied| Ok(Computed::plain(copied.clone())))
        }
        _ => None,
    }
}

/// `Tiler_MN`, `TiledLayout_TV`, `NumValSrc`, `ValLayoutSrc`, `ThrID` and others of a copy atom or a tiled copy.
pub(crate) fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    if let Some(copy) = tiled_copy(receiver) {
        match name {
            "Tiler_MN" => return Some(type_of(tiler(&copy.tiler()))),
            "TiledLayout_TV" => return Some(type_of(Value::from(copy.layout_tv().clone()))),
            "TiledNumThr" => return Some(type_of(Value::int(copy.threads()))),
            "TiledNumVal" => return Some(type_of(Value::int(copy.values()))),
            _ => {}
        }
    }
    let atom = match hardware(receiver)? {
        Hardware::CopyAtom(atom) => atom,
        Hardware::TiledCopy(copy) => copy.atom(),
        Hardware::CopyOperation(traits) => return registers(traits.operation(), name),
        _ => return None,
    };
    Some(match name {
        "ThrID" | "AtomThrID" => type_of(Value::from(atom.traits().thr_id().clone())),
        "ValLayoutSrc" | "AtomLayoutSrc" => type_of(Value::from(atom.src_layout().clone())),
        "ValLayoutDst" | "AtomLayoutDst" => type_of(Value::from(atom.dst_layout().clone())),
        "ValLayoutRef" | "AtomLayoutRef" => type_of(Value::from(atom.ref_layout().clone())),
        "NumValSrc" => HostValue::run_time_int(atom.src_values()),
        "NumValDst" => HostValue::run_time_int(atom.dst_values()),
        "AtomNumThr" => type_of(Value::int(atom.threads())),
        "AtomNumVal" => type_of(Value::int(atom.values())),
        "ValType" => HostValue::Type(HostType::Named(atom.element().name.to_owned()).into()),
        _ => return None,
    })
}

/// `SRegisters` and `DRegisters` of an operation, the types of what it reads and writes (`cute/arch/copy*.hpp`).
fn registers(operation: &str, name: &str) -> Option<HostValue> {
    let is_source = match name {
        "SRegisters" => true,
        "DRegisters" => false,
        _ => return None,
    };
    let (operation, arguments) = match operation.split_once('<') {
        Some((operation, arguments)) => (operation, arguments.strip_suffix('>')?),
        None => (operation, ""),
    };
    let array = |element: &str, length: i64| {
        let element = HostValue::Type(HostType::Named(number_type(element.trim())?.name.to_owned()).into());
        Some(HostValue::Type(array_of(element, length).into()))
    };
    if operation == "UniversalCopy" || operation.starts_with("SM80_CP_ASYNC") {
        let mut types = arguments.split(',');
        let source = types.next()?;
        return array(if is_source { source } else { types.next().unwrap_or(source) }, 1);
    }
    let (matrices, moves) =
        operation.strip_prefix("SM75_U32x").or(operation.strip_prefix("SM90_U32x"))?.split_once('_')?;
    let matrices: i64 = matrices.parse().ok()?;
    match (moves, is_source) {
        ("LDSM_N", true) | ("STSM_N", false) => array("uint128_t", 1),
        ("LDSM_N", false) | ("STSM_N", true) => array("uint32_t", matrices),
        _ => None,
    }
}

/// A tiler of sizes alone is the tuple of them.
fn tiler(tiler: &Tiler) -> Value {
    let Tiler::ByMode(modes) = tiler else { return Value::unknown("a tiler of one layout") };
    let sizes: Option<Vec<IntTuple>> = modes
        .iter()
        .map(|mode| match mode {
            layout_algebra::TilerMode::Size(size) => Some(IntTuple::Int(*size)),
            _ => None,
        })
        .collect();
    match sizes {
        Some(sizes) => Value::ints(&IntTuple::Tuple(sizes)),
        None => Value::Tiler(modes.clone()),
    }
}
