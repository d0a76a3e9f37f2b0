//! `cute.copy` and its kin: they give nothing, and what they cost is told.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, Runner},
    tensor::Tensor,
    value::HostValue,
};
use layoutlens_operation::Hardware;

use crate::dsl::{
    atom::{Types, typed},
    element::number_type,
};
use layoutlens_library_cute::{
    access::{Aligned, Copied, told, told_of_unknown},
    cute::{
        algorithm::{cost_of_operands, tma},
        hardware::hardware,
    },
};

pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("cutlass.cute.copy", copy),
    ("cutlass.cute.autovec_copy", |runner, call| of_layouts(runner, call, Aligned::Supposed(WIDEST_BITS))),
    // An element at a time.
    ("cutlass.cute.basic_copy", |runner, call| of_layouts(runner, call, Aligned::Taken(8))),
    ("cutlass.cute.gemm", gemm),
];

/// The widest access, in bits.
const WIDEST_BITS: i64 = 128;

/// `copy(atom, src, dst, pred=..)`.
fn copy(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let nothing = || Ok(Computed::plain(HostValue::Nothing));
    let operands = [call.keyword_or("atom", 0), call.keyword_or("src", 1), call.keyword_or("dst", 2)];
    if let Some((place, reason)) = first_unknown(&operands) {
        return Ok(told_of_unknown(place, reason));
    }
    if let (Some(atom), Some(source), Some(destination)) = (operands[0], operands[1], operands[2])
        && let Some(told) = tma(&typed(atom).0, [source, destination])
    {
        return Ok(told);
    }
    let [Some(atom), Some(HostValue::Tensor(source)), Some(HostValue::Tensor(destination))] = operands else {
        return nothing();
    };
    let (atom, types) = typed(atom);
    let atom = match (types, hardware(&atom)) {
        (Types::Known, Some(Hardware::CopyAtom(atom))) => atom,
        (Types::Known, Some(Hardware::TiledCopy(copy))) => copy.atom(),
        _ => return nothing(),
    };
    let bits = [source, destination].map(|tensor| element_bits(tensor));
    Ok(told(&Copied {
        atom: Some(atom),
        aligned: None,
        source,
        destination,
        wider: None,
        bits,
        block: runner.block(),
    }))
}

/// `autovec_copy(src, dst)` and `basic_copy(src, dst)`: as many elements at a time as both layouts have side by side, where
/// pointers are aligned so.
fn of_layouts(runner: &mut dyn Runner, call: &Call<'_>, aligned: Aligned) -> Outcome {
    let operands = [call.keyword_or("src", 0), call.keyword_or("dst", 1)];
    if let Some((place, reason)) = first_unknown(&operands) {
        return Ok(told_of_unknown(place, reason));
    }
    let [Some(HostValue::Tensor(source)), Some(HostValue::Tensor(destination))] = operands else {
        return Ok(Computed::plain(HostValue::Nothing));
    };
    let bits = [source, destination].map(|tensor| element_bits(tensor));
    let (aligned, block) = (Some(aligned), runner.block());
    Ok(told(&Copied { atom: None, aligned, source, destination, wider: None, bits, block }))
}

/// `gemm(atom, d, a, b, c)`.
fn gemm(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let operands = [call.keyword_or("a", 2), call.keyword_or("b", 3)];
    if let Some((place, reason)) = first_unknown(&operands) {
        return Ok(told_of_unknown(place + 2, reason));
    }
    let [Some(HostValue::Tensor(a)), Some(HostValue::Tensor(b))] = operands else {
        return Ok(Computed::plain(HostValue::Nothing));
    };
    Ok(cost_of_operands(runner.block(), call.keyword_or("atom", 0), a, b))
}

/// The first operand that is not known, and why.
fn first_unknown<'v>(operands: &[Option<&'v HostValue>]) -> Option<(usize, &'v str)> {
    operands.iter().enumerate().find_map(|(place, operand)| {
        let reason = match operand.as_ref()? {
            HostValue::Tensor(tensor) => tensor.layout.unknown_reason(),
            operand => operand.unknown_reason(),
        };
        Some((place, reason?))
    })
}

/// Bits of an element, where its type is known.
fn element_bits(tensor: &Tensor) -> Option<i64> {
    number_type(&tensor.element).map(|number| number.bits)
}
