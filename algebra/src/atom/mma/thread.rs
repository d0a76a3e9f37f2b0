//! The operations of one thread: `UniversalFMA`, the dot products of SM61, the paired FMAs of SM100.

use super::fragment::THREAD;
use super::{MmaAtom, Name, Operand, ValueTypes};
use crate::Error;

/// An operation of one thread without template parameters.
struct Operation {
    name: &'static str,
    shape: [i64; 3],
    /// The types of D, A, B, C.
    types: [&'static str; 4],
    header: &'static str,
    ptx: &'static str,
}

const OPERATIONS: &[Operation] = &[
    Operation {
        name: "SM61_DP4A",
        shape: [1, 1, 4],
        types: ["int32_t", "int8_t", "int8_t", "int32_t"],
        header: "mma_traits_sm61.hpp",
        ptx: "dp4a.s32.s32",
    },
    Operation {
        name: "SM61_DP2A",
        shape: [1, 1, 2],
        types: ["int32_t", "int16_t", "int16_t", "int32_t"],
        header: "mma_traits_sm61.hpp",
        ptx: "dp2a.s32.s32",
    },
    Operation {
        name: "SM100_2x1x1_F32F32F32F32",
        shape: [2, 1, 1],
        types: ["float"; 4],
        header: "mma_traits_sm100.hpp",
        ptx: "fma.rn.f32x2",
    },
    Operation {
        name: "SM100_1x2x1_F32F32F32F32",
        shape: [1, 2, 1],
        types: ["float"; 4],
        header: "mma_traits_sm100.hpp",
        ptx: "fma.rn.f32x2",
    },
];

const FMA: &str = "UniversalFMA";

/// The names of all operations.
pub(super) fn names() -> impl Iterator<Item = String> {
    OPERATIONS.iter().map(|operation| operation.name).chain([FMA]).map(str::to_owned)
}

/// The atom of this name.
///
/// `UniversalFMA<D,A,B,C>` takes any types; A is D, B is A and C is D where they are left out.
pub(super) fn find(name: &Name) -> Option<Result<MmaAtom, Error>> {
    if name.base == FMA {
        return Some(universal_fma(name));
    }
    let operation = OPERATIONS.iter().find(|operation| operation.name == name.base)?;
    let types = operation.types.map(str::to_owned);
    Some(atom(operation.name.to_owned(), operation.shape, types, operation.header, operation.ptx))
}

fn universal_fma(name: &Name) -> Result<MmaAtom, Error> {
    let given = |index: usize| name.arguments.get(index).cloned();
    let d = given(0).unwrap_or_else(|| "float".to_owned());
    let a = given(1).unwrap_or_else(|| d.clone());
    let b = given(2).unwrap_or_else(|| a.clone());
    let c = given(3).unwrap_or_else(|| d.clone());
    let text = if name.arguments.is_empty() {
        FMA.to_owned()
    } else {
        format!("{FMA}<{}>", name.arguments.join(","))
    };
    atom(text, [1, 1, 1], [d, a, b, c], "mma_traits.hpp", "fma")
}

/// One thread holds every element, in the order of the coordinates.
fn atom(
    name: String,
    [m, n, k]: [i64; 3],
    [d, a, b, c]: [String; 4],
    header: &'static str,
    ptx: &str,
) -> Result<MmaAtom, Error> {
    let elements = |count: i64| format!("(1,{count}):(0,{})", i64::from(count > 1)).parse();
    Ok(MmaAtom {
        majors: [None; 2],
        name,
        shape_mnk: [m, n, k],
        thr_id: THREAD.parse()?,
        layout_a: elements(m * k)?,
        layout_b: elements(n * k)?,
        layout_c: elements(m * n)?,
        value_types: ValueTypes { d, a, b, c },
        operand_a: Operand::Registers,
        operand_b: Operand::Registers,
        accumulator: Operand::Registers,
        more_layouts: Vec::new(),
        header,
        ptx: ptx.to_owned(),
    })
}
