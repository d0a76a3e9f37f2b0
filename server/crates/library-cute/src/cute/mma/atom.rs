//! MMA atoms by the names of their operations, and the types and layouts that they declare.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashSet;

use layout_algebra::{
    ErrorKind, IntTuple, Layout, TiledMma, TilerMode,
    atom::mma::{MmaAtom, Operand},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::{operate, unknown},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value};

use crate::cute::{
    hardware::{hardware, operand, tiled_mma, type_of},
    mma::scaled,
    spelling,
};

/// `SM80_16x8x16_F32F16F16F32_TN`, without template arguments; an operation whose traits take them goes by its name.
pub(super) fn named(name: &str) -> Option<HostValue> {
    let name = spelling::unqualified(name);
    if !may_be_operation(&name) {
        return None;
    }
    match MmaAtom::find(&name) {
        Ok(atom) => Some(type_of(Value::from(Hardware::MmaAtom(atom)))),
        Err(error) if matches!(error.kind(), ErrorKind::AtomArguments { .. }) => Some(element(&name)),
        Err(_) => None,
    }
}

/// `MMA_Atom<..>`, `MMA_Traits<..>`, `TiledMMA<..>`, `ThrMMA<..>`, and operations with template arguments.
pub(super) fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let name = spelling::unqualified(name);
    match name.as_str() {
        "MMA_Atom" | "MMA_Traits" => Some(wrapped(arguments)),
        "TiledMMA" => Some(tiled_mma_type(arguments)),
        _ => operation(&name, arguments),
    }
}

/// Whether a name looks like an operation's. The thousands of operations are told apart only where it does.
fn may_be_operation(name: &str) -> bool {
    ["SM", "MMA", "FMA"].iter().any(|part| name.contains(part))
}

/// The thousands of operations without template arguments, with and without their namespaces.
static OPERATIONS: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
    let mut names: FxHashSet<String> = std::iter::once("UniversalFMA".to_owned()).collect();
    for name in MmaAtom::names() {
        let unqualified = name.match_indices("::").map(|(at, colons)| name[at + colons.len()..].to_owned());
        names.extend(unqualified);
        names.insert(name);
    }
    names
});

/// An operation of CuTe with its template arguments; `None` where no operation begins like this.
fn operation(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    if !may_be_operation(name) {
        return None;
    }
    let found = MmaAtom::find(&spelling::specialized(name, arguments));
    (found.is_ok() || OPERATIONS.contains(name)).then(|| {
        found
            .map(|atom| type_of(Value::from(Hardware::MmaAtom(atom))))
            .map_err(|error| spelling::unmade(arguments, error))
    })
}

/// `MMA_Atom<Op>`, `MMA_Atom<MMA_Traits<Op, ..>>`: the atom of the operation; what follows are arguments of the operation.
fn wrapped(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let not_known = || spelling::unmade(arguments, "this MMA operation is not known here");
    let Some((first, rest)) = arguments.split_first() else { return Err(not_known()) };
    if let Some(Hardware::MmaAtom(atom)) = hardware(first) {
        return Ok(type_of(Value::from(Hardware::MmaAtom(atom.clone()))));
    }
    let name = spelling::type_name(first).ok_or_else(not_known)?;
    operation(&name, rest).unwrap_or_else(|| Err(not_known()))
}

/// `TiledMMA<MMA_Atom<..>, Layout<..>, Tile<..>>`. The class asserts what `make_tiled_mma` fills up before it names it. A
/// layout in the place of the tile is that of the values by which earlier versions of CuTe repeated atoms; the present one takes none.
fn tiled_mma_type(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let mut operands = arguments.iter().map(operand).collect::<Result<Vec<_>, _>>()?;
    if operands.get(1).and_then(rank).is_some_and(|rank| rank != 3) {
        return unknown("TiledMMA takes a layout of atoms over M, N and K; CuTe refuses another rank");
    }
    match operands.get(2) {
        Some(Value::Layout(values)) => match repeated(&operands, values) {
            Some(tile) => operands[2] = tile,
            None => {
                return unknown(
                    "TiledMMA takes a Tile of M, N and K where this is a layout; which values earlier versions of CuTe repeat by it is not known",
                );
            }
        },
        Some(tile) if rank(tile).is_some_and(|rank| rank != 3) => {
            return unknown("TiledMMA takes a Tile of M, N and K; CuTe refuses another rank");
        }
        _ => {}
    }
    operate(Operation::MakeTiledMma, &operands).map(|evaluated| type_of(evaluated.value))
}

/// The tile of a tiled MMA that repeats its atoms by a layout of values: in each mode the atom, the atoms and the values.
fn repeated(operands: &[Value], values: &Layout) -> Option<Value> {
    let [Value::Hardware(atom), Value::Layout(atoms), _] = operands else { return None };
    let Hardware::MmaAtom(atom) = &**atom else { return None };
    if atoms.rank() != 3 || values.rank() != 3 {
        return None;
    }
    let of_mode = |((atom, atoms), values): ((i64, Layout), Layout)| {
        atom.checked_mul(atoms.size())?.checked_mul(values.size()).map(TilerMode::Size)
    };
    let modes = atom.shape_mnk().into_iter().zip(atoms.modes()).zip(values.modes()).map(of_mode);
    Some(Value::Tiler(modes.collect::<Option<_>>()?))
}

/// The modes of a layout, a tile or a tuple that stands for one.
fn rank(value: &Value) -> Option<usize> {
    match value {
        Value::Layout(layout) => Some(layout.rank()),
        Value::Tiler(modes) => Some(modes.len()),
        Value::Tuple(IntTuple::Tuple(modes)) => Some(modes.len()),
        _ => None,
    }
}

/// `T{}` of an atom's or a tiled MMA's type; `MMA_Atom{op}`.
pub(super) fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Of(value @ HostValue::Value(Value::Hardware(_))) => {
            Some(Ok(Computed::plain(value.clone())))
        }
        HostType::Named(name)
            if matches!(spelling::unqualified(name).as_str(), "TiledMMA" | "MMA_Atom" | "ThrMMA") =>
        {
            call.argument(0).map(|copied| Ok(Computed::plain(copied.clone())))
        }
        _ => None,
    }
}

/// `Shape_MNK`, `ThrID`, `ValTypeA` and other types of an atom or a tiled MMA.
pub(super) fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    let atom = match hardware(receiver)? {
        Hardware::MmaAtom(atom) => atom,
        Hardware::TiledMma(mma) => mma.atom(),
        _ => return None,
    };
    if let Some(of_tiled) = tiled_mma(receiver).and_then(|mma| tiled_member(mma, name)) {
        return Some(of_tiled);
    }
    if let Some(of_scaled) = scaled::member(atom, name) {
        return Some(of_scaled);
    }
    Some(match name {
        "Shape_MNK" => type_of(shape_mnk(atom)),
        "ThrID" => type_of(Value::from(atom.thr_id().clone())),
        "LayoutA_TV" | "ALayout" => type_of(Value::from(atom.layout_a().clone())),
        "LayoutB_TV" | "BLayout" => type_of(Value::from(atom.layout_b().clone())),
        "LayoutC_TV" | "CLayout" => type_of(Value::from(atom.layout_c().clone())),
        "ValTypeA" => element(&atom.value_types().a),
        "ValTypeB" => element(&atom.value_types().b),
        "ValTypeC" => element(&atom.value_types().c),
        "ValTypeD" => element(&atom.value_types().d),
        "FrgTypeA" => fragment_type(atom.operand_a(), &atom.value_types().a),
        "FrgTypeB" => fragment_type(atom.operand_b(), &atom.value_types().b),
        "FrgTypeC" => fragment_type(atom.accumulator(), &atom.value_types().c),
        "FrgTypeD" => fragment_type(atom.accumulator(), &atom.value_types().d),
        "MMA_Op" | "Traits" | "Atom" => type_of(Value::from(Hardware::MmaAtom(atom.clone()))),
        // A mode of the instruction that the program switches; no layout depends on it.
        "accumulate_" => HostValue::unknown("a mode of the instruction, not a layout"),
        _ => return None,
    })
}

fn tiled_member(mma: &TiledMma, name: &str) -> Option<HostValue> {
    let atom = mma.atom();
    Some(match name {
        "AtomShape_MNK" => type_of(shape_mnk(atom)),
        "AtomThrID" => type_of(Value::from(atom.thr_id().clone())),
        "AtomLayoutA_TV" => type_of(Value::from(atom.layout_a().clone())),
        "AtomLayoutB_TV" => type_of(Value::from(atom.layout_b().clone())),
        "AtomLayoutC_TV" => type_of(Value::from(atom.layout_c().clone())),
        "ThrLayoutVMNK" => type_of(Value::from(mma.thr_layout_vmnk().clone())),
        "thr_layout_vmnk_" => Value::from(mma.thr_layout_vmnk().clone()).into(),
        _ => return None,
    })
}

fn shape_mnk(atom: &MmaAtom) -> Value {
    Value::ints(&atom.shape_mnk().into_iter().collect::<IntTuple>())
}

pub(super) fn element(name: &str) -> HostValue {
    if name == spelling::UNSPELT {
        return HostValue::unknown("the element type of the MMA is not known");
    }
    HostValue::Type(Arc::new(HostType::Named(name.to_owned())))
}

/// What `make_tensor<FrgType>` makes a tensor of.
fn fragment_type(operand: &Operand, value_type: &str) -> HostValue {
    match operand {
        Operand::Registers => element(value_type),
        Operand::SharedMemory => HostValue::unknown("a descriptor of shared memory"),
        Operand::TensorMemory(_) => HostValue::unknown("an allocation in tensor memory"),
    }
}

/// The atom of a tiled MMA, or the value itself when it is one.
pub(super) fn atom_of(value: &HostValue) -> Result<&MmaAtom, Refusal> {
    match hardware(value) {
        Some(Hardware::MmaAtom(atom)) => Ok(atom),
        Some(Hardware::TiledMma(mma)) => Ok(mma.atom()),
        _ => unknown("this is no MMA atom"),
    }
}
