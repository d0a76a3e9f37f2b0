//! Atoms of the DSL's MMA and copy operations, and what they tell: `cute.make_mma_atom`, `atom.layout_src_tv`.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::{
    IntTuple, Layout,
    atom::{copy::CopyAtom, mma::MmaAtom},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    object::Object,
    types::HostType,
    value::{HostValue, ThreadSlice},
};
use layoutlens_operation::{Hardware, Value};

use crate::dsl::{element::of_cutlass, enumeration::value, operand::argument};
use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[("cutlass.cute.make_mma_atom", make_mma_atom)];

/// What is known of the element types of an atom, or of what is made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Types {
    /// All of them.
    Known,
    /// Enough for all layouts.
    EnoughForLayouts,
    /// Enough for the layouts of the accumulators.
    EnoughForAccumulators,
}

/// Objects of the library that stand for an atom whose element types are not all known. The atom in their field `like`
/// has the same layouts, as far as those depend on what is known.
const UNTYPED: &[(&str, Types)] = &[
    ("an atom whose element types are not known", Types::EnoughForLayouts),
    ("an MMA whose operands' types are not known", Types::EnoughForAccumulators),
];

/// The value with what stands for an atom of unknown types replaced by the atom that has its layouts.
pub(super) fn typed(value: &HostValue) -> (HostValue, Types) {
    match value {
        HostValue::Object(object) => {
            let known = UNTYPED.iter().find(|(kind, _)| *kind == object.kind);
            match (known, object.fields.get("like")) {
                (Some((_, types)), Some(atom)) => (atom.clone(), *types),
                _ => (value.clone(), Types::Known),
            }
        }
        HostValue::ThreadSlice(slice) => match typed(&slice.tiled) {
            (_, Types::Known) => (value.clone(), Types::Known),
            (tiled, types) => {
                let slice = ThreadSlice { tiled, thread: slice.thread.clone() };
                (HostValue::ThreadSlice(Arc::new(slice)), types)
            }
        },
        _ => (value.clone(), Types::Known),
    }
}

/// An atom or what is made of one, of which so much is known.
pub(super) fn with_types(atom: HostValue, types: Types) -> HostValue {
    let Some((kind, _)) = UNTYPED.iter().find(|(_, known)| *known == types) else { return atom };
    let fields = BTreeMap::from([("like".to_owned(), atom)]);
    HostValue::Object(Arc::new(Object { class: None, kind: (*kind).to_owned(), fields }))
}

fn make_mma_atom(call: &Call<'_>) -> Outcome {
    let operation = argument(call, "op", 0)?;
    match typed(operation).0 {
        HostValue::Value(Value::Hardware(_)) => Ok(Computed::plain(operation.clone())),
        _ => unknown("this MMA operation is not computed"),
    }
}

/// The DSL gives a single value of a single thread the stride 0.
fn thread_values(layout: &Layout) -> HostValue {
    let pair = |number: i64| [number, number].into_iter().collect::<IntTuple>();
    match layout.size() {
        1 => match Layout::new(pair(1), pair(0)) {
            Ok(layout) => Value::from(layout).into(),
            Err(error) => HostValue::unknown(error.to_string()),
        },
        _ => Value::from(layout.clone()).into(),
    }
}

/// `atom.layout_src_tv`, `tiled_mma.shape_mnk`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    let (value, types) = typed(receiver);
    let value = match &value {
        // A thread's slice is one of what it is a slice of.
        HostValue::ThreadSlice(slice) => &slice.tiled,
        value => value,
    };
    let HostValue::Value(Value::Hardware(hardware)) = value else { return None };
    if types == Types::EnoughForAccumulators && !matches!(name, "thr_id" | "tv_layout_C") {
        return None;
    }
    match hardware.as_ref() {
        Hardware::MmaAtom(atom) => of_mma(atom, types, name),
        Hardware::TiledMma(mma) => of_mma(mma.atom(), types, name),
        Hardware::CopyAtom(atom) => of_copy(atom, name),
        Hardware::TiledCopy(copy) => of_copy(copy.atom(), name),
        Hardware::TmaAtom(atom) => of_copy(&atom.copy_atom().ok()?, name),
        _ => None,
    }
}

fn of_mma(atom: &MmaAtom, types: Types, name: &str) -> Option<HostValue> {
    Some(match name {
        "op" => with_types(Value::from(Hardware::MmaAtom(atom.clone())).into(), types),
        "a_major_mode" => major_mode(atom, 0)?,
        "b_major_mode" => major_mode(atom, 1)?,
        "a_dtype" if names_operands(atom) => element_type(&atom.value_types().a, types),
        "b_dtype" if names_operands(atom) => element_type(&atom.value_types().b, types),
        "acc_dtype" if names_operands(atom) => element_type(&atom.value_types().c, types),
        "shape_mnk" => Value::ints(&atom.shape_mnk().into_iter().collect()).into(),
        "thr_id" => Value::from(atom.thr_id().clone()).into(),
        "tv_layout_A" => operand_layout(atom.layout_a()),
        "tv_layout_B" => operand_layout(atom.layout_b()),
        "tv_layout_C" => operand_layout(atom.layout_c()),
        _ => return None,
    })
}

/// Whether the operation of an atom has an element type for each operand: those of warp groups and of tensor memory.
fn names_operands(atom: &MmaAtom) -> bool {
    ["SM90_64x", "SM100_MMA_", "SM103::", "SM107_MMA_"].iter().any(|begin| atom.name().starts_with(begin))
}

/// The DSL's type of elements that CUTLASS calls so.
fn element_type(cutlass: &str, types: Types) -> HostValue {
    match types {
        Types::Known => of_cutlass(&HostValue::Type(Arc::new(HostType::Named(cutlass.to_owned())))),
        Types::EnoughForLayouts | Types::EnoughForAccumulators => {
            HostValue::unknown("the element types of the operation are not known")
        }
    }
}

/// The contiguous mode of an operand, as the name of the instruction says.
fn major_mode(atom: &MmaAtom, operand: usize) -> Option<HostValue> {
    // What a warp group takes from registers has K contiguous.
    if operand == 0 && atom.name().starts_with("SM90_64x") && atom.name().ends_with("_RS") {
        return Some(value("OperandMajorMode", "K"));
    }
    let major = atom.name().split("Major::").nth(operand.checked_add(1)?)?;
    Some(value("OperandMajorMode", if major.starts_with('K') { "K" } else { "MN" }))
}

/// (thread, value) to element. A single thread block has the stride of a second one.
fn operand_layout(layout: &Layout) -> HostValue {
    let by_thread = |layout: &Layout| -> Option<Layout> {
        let [threads, values] = <[Layout; 2]>::try_from(layout.modes()).ok()?;
        match threads.size() {
            1 => {
                let rows = values.mode(0).ok()?.size();
                let threads = Layout::new(IntTuple::Int(1), IntTuple::Int(rows)).ok()?;
                Layout::from_modes([threads, values]).ok()
            }
            _ => Some(layout.clone()),
        }
    };
    match by_thread(layout) {
        // The DSL prints the layouts of single values otherwise.
        Some(layout) if layout.mode(1).is_ok_and(|values| values.size() > 1) => Value::from(layout).into(),
        _ => HostValue::unknown("the layout of a single value is printed otherwise by the DSL"),
    }
}

fn of_copy(atom: &CopyAtom, name: &str) -> Option<HostValue> {
    Some(match name {
        "thr_id" => Value::from(atom.traits().thr_id().clone()).into(),
        "layout_src_tv" => thread_values(atom.src_layout()),
        "layout_dst_tv" => thread_values(atom.dst_layout()),
        _ => return None,
    })
}
