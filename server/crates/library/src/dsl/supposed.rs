//! Tiled MMAs and copies for parameters that nothing gives: `tiled_mma: cute.TiledMma`.

use std::sync::Arc;

use layout_algebra::{
    atom::{copy::CopyAtom, element::ElementType, mma::MmaAtom},
    symbolic::{Expression, Integer, Name},
};
use layoutlens_host_value::value::{HostValue, ThreadSlice};
use layoutlens_operation::{Hardware, Operation, Value};

use crate::dsl::{operand::operate, tma::supposed_tma_copy};

/// The MMA of a file with such a name, and how often it stands along M; of others, the one of a warp.
const MMAS: &[(&str, &str, i64)] = &[
    ("sm90", "SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", 1),
    ("sm100", "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,UMMA::Major::K,UMMA::Major::K>", 1),
    ("warp groups", "SM90_64x128x16_F32F16F16_RS<GMMA::Major::K,GMMA::Major::K>", 1),
    ("", "SM80_16x8x16_F32F16F16F32_TN", 4),
];

/// Whose MMAs are tried where the code refuses the first.
const OTHER_MMAS: [&str; 4] = ["sm90", "warp groups", "", "sm100"];

/// Copies of the TMA unit, which have no class of their own.
pub(super) const TMA_COPY: &str = "a TMA copy";

/// What a type of the DSL is supposed to be in a file of this name: a tiled MMA or copy, or a thread's slice of one; and
/// what is said of it.
pub(crate) fn supposed(kind: &str, file: &str) -> Option<(HostValue, String)> {
    if kind == TMA_COPY {
        return Some(supposed_tma_copy());
    }
    let (tiled, text) = if kind.ends_with("Mma") { tiled_mma(file)? } else { tiled_copy()? };
    if !kind.starts_with("Thr") {
        return Some((tiled.into(), format!("= {text}")));
    }
    let thread = Name { least: 0, ..Name::new("thread_idx.x") };
    let thread = HostValue::integer(&Integer::Dynamic(Expression::of_name(thread)));
    let slice = ThreadSlice { tiled: tiled.into(), thread };
    Some((HostValue::ThreadSlice(Arc::new(slice)), format!("= a slice of {text}")))
}

/// The parts of names of files for which an MMA is supposed, that of the file at hand first: where the code refuses its MMA,
/// it may be one of another GPU.
pub(crate) fn files_of(kind: &str, file: &str) -> Vec<&'static str> {
    let own = MMAS.iter().map(|(part, ..)| *part).find(|part| file.contains(part)).unwrap_or_default();
    match kind.ends_with("Mma") {
        true => [own].into_iter().chain(OTHER_MMAS.into_iter().filter(|other| *other != own)).collect(),
        false => vec![own],
    }
}

/// The MMA, and how it is written.
fn tiled_mma(file: &str) -> Option<(Value, String)> {
    let (_, atom, along_m) = MMAS.iter().find(|(part, ..)| file.contains(part))?;
    let mut text = format!("{atom} by ({along_m},1,1)");
    let atom = Value::from(Hardware::MmaAtom(MmaAtom::find(atom).ok()?));
    let atoms = Value::ints(&[*along_m, 1, 1].into_iter().collect());
    let mut operands = vec![atom, atoms];
    // Four warps take turns along M, each with two instructions along N: what copies of matrices need.
    if *along_m > 1 {
        text.push_str(" in (64,16,16)");
        operands.push(Value::ints(&[64, 16, 16].into_iter().collect()));
    }
    Some((operate(Operation::MakeTiledMma, &operands).ok()?.value, text))
}

/// 128 threads of 8 elements of 16 bits each, 8 of them along a row.
fn tiled_copy() -> Option<(Value, String)> {
    let atom = CopyAtom::new("UniversalCopy<uint128_t>".parse().ok()?, ElementType::find("half_t")?).ok()?;
    let layout = |shape: [i64; 2], stride: [i64; 2]| {
        let pair = |pair: [i64; 2]| Value::ints(&pair.into_iter().collect());
        operate(Operation::MakeLayout, &[pair(shape), pair(stride)]).ok().map(|layout| layout.value)
    };
    let operands = [Value::from(Hardware::CopyAtom(atom)), layout([16, 8], [8, 1])?, layout([1, 8], [0, 1])?];
    let text = "UniversalCopy<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t".to_owned();
    Some((operate(Operation::MakeTiledCopy, &operands).ok()?.value, text))
}
