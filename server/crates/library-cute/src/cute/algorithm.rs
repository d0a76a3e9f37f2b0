//! Algorithms and instructions, which work on tensors and give nothing: `copy`, `gemm`, `clear`, `print`.

use layout_algebra::{
    IntTuple,
    atom::{copy::CopyAtom, element::ElementType},
};
use layoutlens_host_value::{
    block::Block,
    call::{AskingFunction, Call, Computed, LibraryFunction, Outcome, Runner},
    tensor::{MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::{Code, Hardware, Leaf, Operation, Refusal, Size, Value};

use crate::{
    access::{Aligned, Copied, OperandOfGemm, told, told_of_operands, told_of_tma, told_of_unknown},
    cute::{hardware::hardware, operand::bare, operate::run, spelling, thread_part::slice_with_lanes},
    family::{Family, find, names},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| {
        let nothing = LibraryFunction::Plain(|_| give_nothing());
        find(CHECKED, bare(name)).or_else(|| GIVE_NOTHING.contains(&bare(name)).then_some(nothing))
    },
    function_names: || names(CHECKED).chain(GIVE_NOTHING.iter().copied()).collect(),
    ..Family::NONE
};

const CHECKED: &[(&str, AskingFunction)] =
    &[("copy", copy), ("copy_aligned", copy), ("copy_if", copy_if), ("gemm", gemm)];

const GIVE_NOTHING: &[&str] = &[
    "copy_vec",
    "cooperative_copy",
    "cooperative_gemm",
    "axpby",
    "clear",
    "fill",
    "prefetch",
    "print",
    "print_layout",
    "print_latex",
    "print_tensor",
    "printf",
    "cp_async_fence",
    "cp_async_wait",
    "warpgroup_arrive",
    "warpgroup_commit_batch",
    "warpgroup_wait",
    "warpgroup_fence_operand",
    "tma_store_fence",
    "tma_store_arrive",
    "tma_store_wait",
    "tma_desc_commit_group",
    "cluster_sync",
    "cluster_arrive",
    "cluster_arrive_relaxed",
    "cluster_wait",
    "initialize_barrier",
    "set_barrier_transaction_bytes",
    "wait_barrier",
    "arrive_barrier",
    "prefetch_tma_descriptor",
    "__syncthreads",
    "__syncwarp",
];

fn give_nothing() -> Outcome {
    Ok(Computed::plain(HostValue::Nothing))
}

/// `copy(source, destination)`, with a copy atom or a tiled copy in front.
fn copy(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    match call.positional().as_slice() {
        [HostValue::Tensor(source), HostValue::Tensor(destination)] => {
            match plain_copy(source, destination) {
                Some(message) => refused(Some((1, message))),
                None => Ok(cost(runner.block(), call, None, source, destination)),
            }
        }
        [atom, HostValue::Tensor(source), HostValue::Tensor(destination)] if is_copy(atom) => {
            match copy_with_atom(source, destination) {
                Some(message) => refused(Some((2, message))),
                None => Ok(cost(runner.block(), call, atom_of(atom), source, destination)),
            }
        }
        [atom, source, destination] => match tma(atom, [source, destination]) {
            Some(told) => Ok(told),
            None => not_counted(&[*atom, *source, *destination]),
        },
        operands => not_counted(operands),
    }
}

/// What a TMA copy moves: the side in shared memory says how many boxes.
pub fn tma(atom: &HostValue, sides: [&HostValue; 2]) -> Option<Computed> {
    let (Hardware::TmaAtom(atom) | Hardware::TmaCopy { atom, .. }) = hardware(atom)? else { return None };
    sides.into_iter().find_map(|side| match side {
        HostValue::Tensor(tensor) if tensor.space == Some(MemorySpace::Shared) => {
            Some(told_of_tma(atom, tensor))
        }
        _ => None,
    })
}

/// Why nothing is counted of a call: its first operand that is not known.
fn not_counted(operands: &[&HostValue]) -> Outcome {
    let unknown = |operand: &&HostValue| match operand {
        HostValue::Tensor(tensor) => tensor.layout.unknown_reason().map(str::to_owned),
        operand => operand.unknown_reason().map(str::to_owned),
    };
    match operands.iter().enumerate().find_map(|(place, operand)| Some((place, unknown(operand)?))) {
        Some((place, reason)) => Ok(told_of_unknown(place, &reason)),
        None => give_nothing(),
    }
}

/// `copy_if(atom, predicates, source, destination)`: what the copy costs where no predicate is false.
fn copy_if(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    match call.positional().as_slice() {
        [atom, _, HostValue::Tensor(source), HostValue::Tensor(destination)] if is_copy(atom) => {
            Ok(cost(runner.block(), call, atom_of(atom), source, destination))
        }
        [_, HostValue::Tensor(source), HostValue::Tensor(destination)] => {
            // Element by element, each where its predicate says so.
            let bits = [source, destination].map(|tensor| element_bits(tensor));
            let (block, aligned) = (runner.block(), Some(Aligned::Taken(8)));
            let destination: &Tensor = destination;
            Ok(told(&Copied { atom: None, aligned, source, destination, wider: None, bits, block }))
        }
        operands => not_counted(operands),
    }
}

/// What a copy costs.
fn cost(
    block: Block,
    call: &Call<'_>,
    atom: Option<&CopyAtom>,
    source: &Tensor,
    destination: &Tensor,
) -> Computed {
    let bits = [source, destination].map(element_bits);
    // `copy` takes pointers of static layouts to be aligned to 128 bits.
    let aligned = match call.name {
        _ if atom.is_some() => None,
        "copy_aligned" => Some(128),
        _ => match (&source.layout, &destination.layout) {
            (Value::SymbolicLayout(_), _) | (_, Value::SymbolicLayout(_)) => Some(8),
            _ => Some(128),
        },
    };
    let aligned = aligned.map(Aligned::Taken);
    told(&Copied { atom, aligned, source, destination, wider: None, bits, block })
}

/// The atom of a copy.
fn atom_of(copy: &HostValue) -> Option<&CopyAtom> {
    match hardware(copy)? {
        Hardware::CopyAtom(atom) => Some(atom),
        Hardware::TiledCopy(copy) => Some(copy.atom()),
        _ => None,
    }
}

/// Bits of an element, where its type is known.
fn element_bits(tensor: &Tensor) -> Option<i64> {
    let name = spelling::type_name(&tensor.element)?;
    ElementType::find(&name).map(|element| element.bits)
}

fn refused(differ: Option<(usize, String)>) -> Outcome {
    match differ {
        Some((argument, message)) => Err(Refusal::Problem { argument, code: Code::SizeMismatch, message }),
        None => give_nothing(),
    }
}

/// Whether this is an atom or a tiled copy, for which the first mode is what one instruction moves.
fn is_copy(value: &HostValue) -> bool {
    match value {
        HostValue::Value(Value::Hardware(thing)) => {
            matches!(**thing, Hardware::CopyAtom(_) | Hardware::TiledCopy(_))
        }
        _ => false,
    }
}

/// Whether elements are where their layout says: tensor memory and descriptors count otherwise.
fn has_elements(tensor: &Tensor) -> bool {
    matches!(tensor.space, Some(MemorySpace::Global | MemorySpace::Shared | MemorySpace::Register))
}

/// A number that an operation gives of the tensor, when it is a number.
fn number(operation: Operation, tensor: &Tensor, modes: &[i64]) -> Option<i64> {
    let modes = modes.iter().map(|&mode| Value::int(mode));
    let operands: Vec<Value> = [tensor.layout.clone()].into_iter().chain(modes).collect();
    HostValue::Value(run(operation, &operands).ok()?.value).known_int()
}

fn plain_copy(source: &Tensor, destination: &Tensor) -> Option<String> {
    if !has_elements(source) || !has_elements(destination) {
        return None;
    }
    let (from, to) = (number(Operation::Size, source, &[])?, number(Operation::Size, destination, &[])?);
    (from != to).then(|| {
        format!(
            "the source {} has {from} elements, the destination {} has {to}: a copy goes from coordinate i to \
             coordinate i for all i",
            source.layout, destination.layout
        )
    })
}

fn copy_with_atom(source: &Tensor, destination: &Tensor) -> Option<String> {
    if !has_elements(source) || !has_elements(destination) {
        return None;
    }
    let (from, to) = (number(Operation::Rank, source, &[])?, number(Operation::Rank, destination, &[])?);
    if from != to {
        return Some(format!(
            "the source {} has {from} modes, the destination {} has {to}: behind the elements of one instruction, a \
             copy goes from coordinate i to coordinate i for all i",
            source.layout, destination.layout
        ));
    }
    (1..from).find_map(|mode| {
        let (from, to) = (number(Operation::Size, source, &[mode])?, number(Operation::Size, destination, &[mode])?);
        (from != to).then(|| {
            format!(
                "mode {mode} of the source {} has size {from}, that of the destination {} has size {to}: behind the \
                 elements of one instruction, a copy goes from coordinate i to coordinate i for all i",
                source.layout, destination.layout
            )
        })
    })
}

/// `gemm(mma, A, B, C)` and `gemm(mma, D, A, B, C)` of partitions: A is (V,M,K), B is (V,N,K), C is (V,M,N); K may be
/// left out.
fn gemm(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let differ = match call.positional().as_slice() {
        [mma, HostValue::Tensor(a), HostValue::Tensor(b), HostValue::Tensor(c)] if is_mma(mma) => {
            partitions_differ([a, b, c]).map(|(index, message)| (index + 1, message))
        }
        [mma, _, HostValue::Tensor(a), HostValue::Tensor(b), HostValue::Tensor(c)] if is_mma(mma) => {
            partitions_differ([a, b, c]).map(|(index, message)| (index + 2, message))
        }
        _ => None,
    };
    match (differ, call.positional().as_slice()) {
        (Some(differ), _) => refused(Some(differ)),
        (None, [before @ .., HostValue::Tensor(a), HostValue::Tensor(b), _]) => {
            Ok(cost_of_operands(runner.block(), before.first().copied(), a, b))
        }
        (None, operands) => not_counted(operands),
    }
}

/// What `gemm` of an MMA issues, and what it reads of its operands: of shared memory, for each step of K, by copies to
/// registers or by descriptors.
pub fn cost_of_operands(block: Block, mma: Option<&HostValue>, a: &Tensor, b: &Tensor) -> Computed {
    let steps = [a, b].map(step_of);
    let [step_a, step_b] = &steps;
    let operands = [("A", a, step_a), ("B", b, step_b)].map(|(name, whole, step)| {
        let operand = match (whole.space, step, &whole.described) {
            (Some(space @ (MemorySpace::Register | MemorySpace::Tensor)), ..) => OperandOfGemm::At(space),
            (_, Some((slice, fragment)), _) => OperandOfGemm::Copied(Box::new(Copied {
                atom: None,
                aligned: Some(Aligned::Taken(128)),
                source: slice,
                destination: fragment,
                wider: Some(whole),
                bits: [element_bits(whole); 2],
                block,
            })),
            (_, None, Some(described)) => OperandOfGemm::Described(described),
            _ => OperandOfGemm::Unknown,
        };
        (name, operand)
    });
    told_of_operands(mma.and_then(|mma| issued(mma, a, b)), &operands)
}

/// How often `gemm` of partitions issues the instruction of its MMA, for each of their modes M, N and K.
fn issued(mma: &HostValue, a: &Tensor, b: &Tensor) -> Option<String> {
    let HostValue::Value(Value::Hardware(thing)) = mma else { return None };
    let atom = match &**thing {
        Hardware::MmaAtom(atom) => atom,
        Hardware::TiledMma(tiled) => tiled.atom(),
        _ => return None,
    };
    let size = |of: &Tensor, mode: i64| number(Operation::Size, of, &[mode]);
    let (m, n) = (size(a, 1)?, size(b, 1)?);
    let k = match [a, b].map(|operand| number(Operation::Rank, operand, &[])) {
        [Some(2), Some(2)] => 1,
        [Some(3), Some(3)] => size(a, 2)?,
        _ => return None,
    };
    Some(format!("{m} x {n} x {k} (M x N x K) of {}", atom.name()))
}

/// The part of an operand in shared memory that one step of K takes, and the registers for it.
fn step_of(operand: &Tensor) -> Option<(Tensor, Tensor)> {
    if operand.space != Some(MemorySpace::Shared) {
        return None;
    }
    operand.lanes()?;
    let rank =
        usize::try_from(number(Operation::Rank, operand, &[])?).ok().filter(|rank| (2..=3).contains(rank))?;
    let leaf = |mode: usize| match mode + 1 == rank {
        true => IntTuple::Int(Leaf::Size(Size::Known(0))),
        false => IntTuple::Int(Leaf::Keep),
    };
    let at = Value::Tuple(IntTuple::Tuple((0..rank).map(leaf).collect()));
    let slice = layoutlens_operation::apply(&operand.layout, &at).ok()?.value;
    let fragment = run(Operation::MakeFragmentLike, std::slice::from_ref(&operand.layout)).ok()?.value;
    let fragment = layoutlens_operation::apply(&fragment, &at).ok()?.value;
    let fragment = Tensor::new(Some(MemorySpace::Register), operand.element.clone(), fragment);
    Some((slice_with_lanes(operand, &at, operand.with_layout(slice)), fragment))
}

fn is_mma(value: &HostValue) -> bool {
    match value {
        HostValue::Value(Value::Hardware(thing)) => {
            matches!(**thing, Hardware::MmaAtom(_) | Hardware::TiledMma(_))
        }
        _ => false,
    }
}

/// Which of A, B, C has a size that another contradicts, and what is wrong.
fn partitions_differ(operands: [&Tensor; 3]) -> Option<(usize, String)> {
    let [a, b, c] = operands;
    let ranks = operands.map(|operand| number(Operation::Rank, operand, &[]));
    let shared: &[(&str, usize, i64, usize, i64)] = match ranks {
        [Some(2), Some(2), Some(3)] => &[("M", 0, 1, 2, 1), ("N", 1, 1, 2, 2)],
        [Some(3), Some(3), Some(3)] => &[("M", 0, 1, 2, 1), ("N", 1, 1, 2, 2), ("K", 0, 2, 1, 2)],
        _ => return None,
    };
    const NAMES: [&str; 3] = ["A", "B", "C"];
    shared.iter().find_map(|&(size, one, one_mode, other, other_mode)| {
        let of = |operand: usize, mode: i64| number(Operation::Size, [a, b, c].get(operand)?, &[mode]);
        let (found, expected) = (of(other, other_mode)?, of(one, one_mode)?);
        let (one, name) = (NAMES.get(one)?, NAMES.get(other)?);
        (found != expected).then(|| {
            let message = format!(
                "mode {other_mode} of {name} has size {found}, mode {one_mode} of {one} has size {expected}, and both \
                 are the {size} of a GEMM"
            );
            (other, message)
        })
    })
}
