//! Composition with a swizzle or a composed layout on the right (`composition` in CuTe's `swizzle.hpp`,
//! `swizzle_layout.hpp` and `layout_composed.hpp`).

use super::{AnyLayout, ComposedLayout, Function, FunctionChain};
use crate::error::shortened;
use crate::proof::{Answer, Verdict};
use crate::{Error, ErrorKind, Layout, Swizzle, analysis};

const OPERATION: &str = "composition";

/// The swizzle of the bits that one of both reads and changes, and whether it is both after each other.
///
/// # Errors
/// [`ErrorKind::NoSwizzle`] when their distances differ or what remains is no swizzle: CuTe refuses too.
///
/// ```
/// use layout_algebra::{Swizzle, compose_swizzles};
///
/// let (a, b): (Swizzle, Swizzle) = ("Sw<2,4,3>".parse()?, "Sw<1,4,3>".parse()?);
/// let answer = compose_swizzles(a, b)?;
/// assert_eq!((answer.value.to_string().as_str(), answer.verdict.name()), ("Sw<1,5,3>", "proved"));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn compose_swizzles(a: Swizzle, b: Swizzle) -> Result<Answer<Swizzle>, Error> {
    let read = a.source_mask() ^ b.source_mask();
    let changed = a.target_mask() ^ b.target_mask();
    if a.shift() != b.shift() {
        let reason = "the distances of both swizzles differ";
        return Err(Error::new(OPERATION, ErrorKind::NoSwizzle { read, changed, reason }));
    }
    let value = Swizzle::from_masks(OPERATION, read, changed)?;
    // Swizzles are linear over F2: they agree everywhere when they agree at each bit.
    let both = |bits: i64| a.apply(b.apply(bits));
    let differs = (0..i64::BITS - 2).map(|bit| 1 << bit).find(|&bits| both(bits) != value.apply(bits));
    let verdict = match differs {
        None => Verdict::Proved,
        Some(at) => Verdict::Wrong { at, expected: both(at).to_string(), found: value.apply(at).to_string() },
    };
    Ok(Answer { value, verdict })
}

/// a∘b as CuTe computes it, where either may be composed; and whether it is a∘b.
///
/// A swizzle on the right is carried through the layout on the left: the bits that it reads and changes are evaluated,
/// and become a swizzle of the left one's offsets. That is right for few layouts, and nothing in CuTe tests it.
///
/// # Errors
/// Those of [`composition`](crate::composition()); [`ErrorKind::NoSwizzle`] when a swizzle cannot be carried through;
/// [`ErrorKind::UnsupportedLayout`] when the offset of the right operand is not 0.
///
/// ```
/// use layout_algebra::{AnyLayout, ComposedLayout, Layout, compose_any};
///
/// let a = AnyLayout::from("1024:2".parse::<Layout>()?);
/// let b = AnyLayout::from("Sw<3,4,3> o 0 o (8,64):(64,1)".parse::<ComposedLayout>()?);
/// let answer = compose_any(&a, &b)?;
/// assert_eq!(answer.value.to_string(), "Sw<3,5,3> o 0 o (8,64):(128,2)");
/// assert_eq!(answer.verdict.name(), "proved");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn compose_any(a: &AnyLayout, b: &AnyLayout) -> Result<Answer<AnyLayout>, Error> {
    let value = composed_with(a, &b.functions())?;
    let verdict = judge(a, b, &value)?;
    Ok(Answer { value, verdict })
}

/// The functions after those of `b`, carried through a's domain one after the other.
fn composed_with(a: &AnyLayout, b: &[Function]) -> Result<AnyLayout, Error> {
    let functions = a.functions();
    let Some((Function::Layout(domain), outer)) = functions.split_last() else {
        return Err(FunctionChain::new(functions)?.without_domain(OPERATION));
    };
    let inner = match b {
        [Function::Layout(layout)] => AnyLayout::Layout(crate::composition(domain, layout)?),
        [Function::Swizzle(swizzle)] => through_layout(domain, *swizzle)?,
        [first, Function::Offset(0), rest @ ..] => {
            let first = composed_with(&AnyLayout::Layout(domain.clone()), std::slice::from_ref(first))?;
            composed_with(&first, rest)?
        }
        _ => {
            let kind = ErrorKind::UnsupportedLayout {
                layout: shortened(&FunctionChain::new(b.to_vec())?),
                reason: "CuTe composes with a composed layout on the right only when its offset is 0",
            };
            return Err(Error::new(OPERATION, kind));
        }
    };
    match outer.is_empty() {
        true => Ok(inner),
        false => FunctionChain::new(outer.to_vec())?.after(inner.functions())?.simplified(),
    }
}

/// CuTe's `composition(Layout, Swizzle)`.
fn through_layout(layout: &Layout, swizzle: Swizzle) -> Result<AnyLayout, Error> {
    let (read, changed) = (layout.at(swizzle.source_mask())?, layout.at(swizzle.target_mask())?);
    let carried = Swizzle::from_masks(OPERATION, read, changed)?;
    Ok(ComposedLayout::new(carried, 0, layout.clone()).simplified())
}

/// Whether `composed(c) = a(b(c))` for each coordinate c of b; for a swizzle, of a.
fn judge(a: &AnyLayout, b: &AnyLayout, composed: &AnyLayout) -> Result<Verdict, Error> {
    let Some(size) = composed.domain().map(Layout::size) else {
        return Ok(Verdict::Unproved {
            limit: "it has no domain whose coordinates are enumerated".to_owned(),
        });
    };
    if size > analysis::ENUMERATION_LIMIT {
        let limit = analysis::ENUMERATION_LIMIT;
        let limit = format!("{size} coordinates, and no more than {limit} are enumerated");
        return Ok(Verdict::Unproved { limit });
    }
    for at in 0..size {
        let (expected, found) = (a.at(b.at(at)?)?, composed.at(at)?);
        if expected != found {
            return Ok(Verdict::Wrong { at, expected: expected.to_string(), found: found.to_string() });
        }
    }
    Ok(Verdict::Proved)
}
