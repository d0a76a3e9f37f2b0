//! `cute.copy` and its kin: they give nothing, and what they cost is told.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, Runner},
    tensor::Tensor,
    value::HostValue,
};
use layoutlens_operation::Hardware;

use crate::{
    access::{Copied, told},
    cute::hardware::hardware,
    dsl::{
        atom::{Types, typed},
        element::number_type,
    },
};

pub(super) const ASKING: &[(&str, AskingFunction)] = &[("cutlass.cute.copy", copy)];

/// `copy(atom, src, dst, pred=..)`.
fn copy(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let nothing = || Ok(Computed::plain(HostValue::Nothing));
    let (Some(atom), Some(HostValue::Tensor(source)), Some(HostValue::Tensor(destination))) =
        (call.keyword_or("atom", 0), call.keyword_or("src", 1), call.keyword_or("dst", 2))
    else {
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
        aligned_bits: None,
        source,
        destination,
        wider: None,
        bits,
        block: runner.block(),
    }))
}

/// Bits of an element, where its type is known.
fn element_bits(tensor: &Tensor) -> Option<i64> {
    number_type(&tensor.element).map(|number| number.bits)
}
