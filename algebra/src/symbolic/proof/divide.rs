//! When the tiles of a divide with run-time integers make up the layout.

use super::composition::judge;
use super::{Answer, Fact, Verdict, divides, leaves, refined, size_of};
use crate::Error;
use crate::symbolic::divide::tile_and_rest;
use crate::symbolic::{Expression, SymbolicLayout, SymbolicTiler, coalesce};

macro_rules! divides {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("[`", stringify!($name), "`](crate::symbolic::", stringify!($name), "), and when its tiles \
                make up the layout.")]
            ///
            /// # Errors
            #[doc = concat!("Those of [`", stringify!($name), "`](crate::symbolic::", stringify!($name), ").")]
            pub fn $name(layout: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<Answer<SymbolicLayout>, Error> {
                let value = crate::symbolic::$name(layout, tiler)?;
                let verdict = refined(|known| judge_tiler(&layout.map(known)?, &tiler.map(known)?))?;
                Ok(Answer { value, verdict })
            }
        )*
    };
}

divides! { logical_divide zipped_divide tiled_divide flat_divide }

fn judge_tiler(layout: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<Verdict, Error> {
    match tiler {
        SymbolicTiler::Keep => Ok(Verdict::default()),
        SymbolicTiler::Size(size) => judge_tile(layout, &SymbolicLayout::of_size(size)),
        SymbolicTiler::Layout(tile) => judge_tile(layout, tile),
        SymbolicTiler::ByMode(elements) => {
            let mut verdict = Verdict::default();
            for (mode, element) in layout.modes().iter().zip(elements) {
                verdict = verdict.and(judge_tiler(mode, element)?);
            }
            Ok(verdict)
        }
    }
}

fn judge_tile(layout: &SymbolicLayout, tile: &SymbolicLayout) -> Result<Verdict, Error> {
    let pair = tile_and_rest(layout, tile)?;
    let mut verdict = judge(layout, &pair)?;
    let covered = covered_in_order(tile, &mut verdict)?;
    let (Some(covers), Some(size)) = (size_of(&pair), size_of(layout)) else {
        verdict.lack(Fact::Beyond("sizes are too large to compare"));
        return Ok(verdict);
    };
    if covers == size {
        return Ok(verdict);
    }
    if !covers.is_at_least(&size) {
        verdict.lack(Fact::Beyond("the tiles may not reach every element"));
    }
    // A rest of several modes is rounded up mode by mode; the tile must divide the leading ones.
    let mut rounded = roundings(layout, &covered)?;
    if rounded.is_empty() {
        rounded.push((size, covered));
    }
    for (dividend, divisor) in rounded {
        verdict.round_up_unless(divides(&dividend, &divisor));
    }
    Ok(verdict)
}

/// What lies below the end of the tile and its gaps, which must be filled without remainder.
fn covered_in_order(tile: &SymbolicLayout, verdict: &mut Verdict) -> Result<Expression, Error> {
    let mut modes = leaves(tile);
    modes.retain(|(size, _)| size.as_constant() != Some(1));
    if modes.iter().any(|(_, stride)| stride.as_constant() == Some(0)) {
        verdict.lack(Fact::Beyond("the tile repeats elements"));
    }
    // CuTe sorts static strides; a run-time one stands alone.
    modes.sort_by_key(|(_, stride)| stride.as_constant());
    let mut covered = Expression::constant(1);
    for (size, stride) in modes {
        verdict.needs_divisor(&stride, &covered);
        covered = stride.times(&size)?;
    }
    Ok(covered)
}

/// The divisions of the rest that round up: the tile is divided out of the coalesced modes from left to right.
fn roundings(layout: &SymbolicLayout, covered: &Expression) -> Result<Vec<(Expression, Expression)>, Error> {
    let mut divisor = covered.clone();
    let mut rounded = Vec::new();
    for (size, _) in leaves(&coalesce(layout)?) {
        if size.is_multiple_of(&divisor) {
            break;
        }
        if divisor.is_multiple_of(&size) {
            divisor = divisor.quotient(&size)?;
            continue;
        }
        let is_numeric = size.as_constant().is_some() && divisor.as_constant().is_some();
        rounded.push((size.clone(), divisor.clone()));
        if !is_numeric {
            // Where it divides, nothing is left to divide the other modes.
            break;
        }
        divisor = divisor.ceil_quotient(&size)?;
    }
    Ok(rounded)
}
