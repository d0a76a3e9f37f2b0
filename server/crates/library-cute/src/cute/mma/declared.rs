//! MMA operations of the program's own: what its specialisations of `MMA_Traits` say (`cute/atom/mma_traits.hpp`).

use std::sync::Arc;

use layout_algebra::{
    Layout,
    atom::{
        element::ElementType,
        mma::{DeclaredTraits, MmaAtom, Operand, ValueTypes},
        tmem::{Allocation, Fragment},
    },
};
use layoutlens_host_value::{
    call::{Call, Outcome, Runner},
    library::{AskingTemplate, unknown},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value, value};
use layoutlens_syntax::program::{HostStatement, Item, StatementKind};

use crate::cute::{
    hardware::operand,
    mma::tiled,
    operand::{instance, type_of},
    spelling,
};

/// `make_tiled_mma(operation, thr_layout, permutations)`, of an operation of CuTe or of the program.
pub(super) fn make_tiled_mma(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let mut operands = call.positional();
    let own = match operands.first() {
        Some(HostValue::Instance(operation)) => {
            let operation = HostValue::Type(Arc::new(HostType::Class(operation.class.clone())));
            match runner.specialization("cute::MMA_Traits", std::slice::from_ref(&operation)) {
                Some(traits) => {
                    Some(HostValue::from(Value::from(Hardware::MmaAtom(atom(runner, &operation, &traits)?))))
                }
                None => None,
            }
        }
        _ => None,
    };
    if let (Some(own), Some(first)) = (&own, operands.first_mut()) {
        *first = own;
    }
    tiled::make_tiled_mma(&operands)
}

/// `MMA_Atom<Mine>` and `MMA_Atom<MMA_Traits<Mine>>` of an operation of the program.
pub(super) fn template(name: &str) -> Option<AskingTemplate> {
    (spelling::unqualified(name) == "MMA_Atom").then_some(atom_of_arguments)
}

fn atom_of_arguments(runner: &mut dyn Runner, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let first = arguments.first()?;
    let HostType::Class(class) = type_of(first)? else { return None };
    let (operation, traits) = match class.class.name.text.as_str() {
        "MMA_Traits" => (class.arguments.first()?, first.clone()),
        _ => (first, runner.specialization("cute::MMA_Traits", arguments)?),
    };
    let atom =
        atom(runner, operation, &traits).map(|atom| HostValue::from(Value::from(Hardware::MmaAtom(atom))));
    Some(atom.map(|atom| HostValue::Type(Arc::new(HostType::Of(atom)))))
}

/// The atom of an operation, by its traits.
fn atom(runner: &mut dyn Runner, operation: &HostValue, traits: &HostValue) -> Result<MmaAtom, Refusal> {
    if let Some(reason) = traits.unknown_reason() {
        return unknown(reason);
    }
    let Some(HostType::Class(class)) = type_of(operation) else {
        return unknown("the MMA operation is not known");
    };
    let name = match class.arguments.is_empty() {
        true => class.class.name.text.clone(),
        false => spelling::specialized(&class.class.name.text, &class.arguments),
    };
    let mut layout = |member: &str| layout_of(&runner.attribute(traits, member), member);
    let layouts = [layout("ALayout")?, layout("BLayout")?, layout("CLayout")?];
    let thr_id = layout("ThrID")?;
    let shape = runner.attribute(traits, "Shape_MNK");
    let shape_mnk = match operand(instance(&shape))? {
        Value::Tuple(tuple) => value::numbers(&tuple).ok().and_then(|numbers| {
            let numbers: Option<Vec<i64>> =
                numbers.modes().iter().map(|mode| mode.as_int().copied()).collect();
            numbers?.try_into().ok()
        }),
        _ => None,
    };
    let Some(shape_mnk) = shape_mnk else { return unknown("the shape of the MMA operation is not known") };
    let mut element = |member: &str| {
        let value = runner.attribute(traits, member);
        match spelling::type_name(&value) {
            Some(name) if ElementType::find(&name).is_some() => Ok(name),
            _ => {
                unknown(value.unknown_reason().unwrap_or("an element type of the MMA operation is not known"))
            }
        }
    };
    let value_types = ValueTypes {
        d: element("ValTypeD")?,
        a: element("ValTypeA")?,
        b: element("ValTypeB")?,
        c: element("ValTypeC")?,
    };
    let Some(HostType::Class(of_traits)) = type_of(traits) else {
        return unknown("the traits of the MMA operation are not known");
    };
    let mut source = |member: &str| match of_traits.class.bases.is_empty()
        && !declares(&of_traits.class.members, member)
    {
        // What `MMA_Traits` has where it is not said: the elements themselves.
        true => Ok(Operand::Registers),
        false => place(&runner.attribute(traits, member)),
    };
    let operands = [source("FrgTypeA")?, source("FrgTypeB")?, source("FrgTypeC")?];
    let traits = DeclaredTraits { shape_mnk, thr_id, layouts, value_types, operands };
    // What does not fit together is the compiler's to refuse: here it is only not known.
    MmaAtom::declared(&name, traits).or_else(|error| unknown(error.to_string()))
}

/// Whether these members, or those of a branch among them, declare a name.
fn declares(members: &[Item], name: &str) -> bool {
    fn is_declared(statement: &HostStatement, name: &str) -> bool {
        match &statement.kind {
            StatementKind::Declare(declaration) => declaration.names.iter().any(|own| own.text == name),
            StatementKind::Alternatives(branches) => {
                branches.iter().flat_map(|branch| &branch.body).any(|inner| is_declared(inner, name))
            }
            // What is not read may be anything.
            StatementKind::Unread(_) => true,
            _ => false,
        }
    }
    members.iter().any(|member| matches!(member, Item::Statement(statement) if is_declared(statement, name)))
}

fn layout_of(value: &HostValue, member: &str) -> Result<Layout, Refusal> {
    match operand(instance(value))? {
        Value::Layout(layout) => Ok(Arc::unwrap_or_clone(layout)),
        _ => unknown(
            value.unknown_reason().unwrap_or(&format!("the {member} of the MMA operation is not known")),
        ),
    }
}

/// How the accumulator of an operation lies whose B stays where it is.
const WEIGHT_STATIONARY: &str = "tmem_frg_ws_1sm";

/// Where an operand lies: in registers where the traits say its element type.
fn place(value: &HostValue) -> Result<Operand, Refusal> {
    let not_known =
        || value.unknown_reason().unwrap_or("where an operand of the MMA operation lies is not known");
    let Some(HostType::Named(name)) = type_of(value) else { return unknown(not_known()) };
    if ElementType::find(name).is_some() {
        return Ok(Operand::Registers);
    }
    let (kind, arguments) = match name.split_once('<') {
        Some((kind, arguments)) => (kind, arguments.trim_end_matches('>').split(',').collect()),
        None => (name.as_str(), Vec::new()),
    };
    let sms = match kind {
        "smem_desc" => return Ok(Operand::SharedMemory),
        "tmem_frg_1sm" | WEIGHT_STATIONARY => 1,
        "tmem_frg_2sm" => 2,
        _ => return unknown(not_known()),
    };
    let allocation = match arguments.get(2) {
        None if kind == WEIGHT_STATIONARY => Allocation::WeightStationary,
        None | Some(&"TmemAllocMode::Interleaved") => Allocation::Interleaved,
        Some(&"TmemAllocMode::NonInterleaved") => Allocation::NonInterleaved,
        Some(&"TmemAllocMode::Duplicated") => Allocation::Duplicated,
        Some(_) => return unknown(not_known()),
    };
    let bits = |name: &str| ElementType::find(name).map(|element| element.bits);
    let Some(&values) = arguments.first() else { return unknown(not_known()) };
    match (bits(values), arguments.get(1).map_or(Some(32), |storage| bits(storage))) {
        (Some(own), Some(storage)) if own == storage => {
            Ok(Operand::TensorMemory(Fragment::dense(values, sms, allocation)))
        }
        (Some(_), Some(32)) => Ok(Operand::TensorMemory(Fragment::accumulator(values, sms, allocation))),
        _ => unknown(not_known()),
    }
}

/// `UMMA::TmemAllocMode::NonInterleaved`.
pub(super) fn named(name: &str) -> Option<HostValue> {
    let (_, mode) = name.rsplit_once("TmemAllocMode::")?;
    let is_mode = matches!(mode, "Interleaved" | "NonInterleaved" | "Duplicated");
    is_mode.then(|| HostValue::Type(Arc::new(HostType::Named(format!("TmemAllocMode::{mode}")))))
}

/// `UMMA::smem_desc<..>`, `UMMA::tmem_frg_1sm<ValueType, StorageType, TmemAllocMode>`: where an operand lies.
pub(super) fn operand_type(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let kind = name.rsplit("::").next()?;
    let spelt = match kind {
        "smem_desc" => kind.to_owned(),
        "tmem_frg_1sm" | "tmem_frg_2sm" | WEIGHT_STATIONARY => spelling::specialized(kind, arguments),
        _ => return None,
    };
    Some(Ok(HostValue::Type(Arc::new(HostType::Named(spelt)))))
}
