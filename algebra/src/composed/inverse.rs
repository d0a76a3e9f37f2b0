//! Inverses and complements of composed layouts (CuTe's `layout_composed.hpp` and `swizzle_layout.hpp`).

use super::compose::compose_any;
use super::{AnyLayout, Function, FunctionChain};
use crate::proof::{self, Answer, Verdict};
use crate::{Error, IntTuple, Layout, Swizzle, analysis, complement};

/// [`right_inverse`](crate::right_inverse()) of a composed layout: the inverses of its functions in the opposite order.
///
/// CuTe carries the swizzle of a layout without offset through the inverse of the layout, which is not always right;
/// with an offset it stays where it is, and the result takes any integer.
///
/// # Errors
/// Those of the plain operation and of [`compose_any`].
///
/// ```
/// use layout_algebra::{ComposedLayout, composed_right_inverse};
///
/// let composed: ComposedLayout = "Sw<2,1,3> o 6 o (8,16):(16,1)".parse()?;
/// let answer = composed_right_inverse(&composed.into())?;
/// assert_eq!(answer.value.to_string(), "(16,8):(8,1) o -6 o Sw<2,1,3>");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_right_inverse(layout: &AnyLayout) -> Result<Answer<AnyLayout>, Error> {
    const OPERATION: &str = "right_inverse";
    let Some((swizzle, domain)) = swizzled_without_offset(layout) else {
        let inverse = FunctionChain::new(layout.functions())?.inverted(OPERATION, crate::right_inverse)?;
        // Each function but the layouts is undone by its inverse, and so is a layout's right inverse by the layout.
        return Ok(Answer::exact(inverse.simplified()?));
    };
    let inverse = crate::right_inverse(domain)?;
    let value = carried_through(OPERATION, &inverse, swizzle)?;
    let verdict = first_difference(inverse.size(), |k| Ok((k, layout.at(value.at(k)?)?)))?;
    Ok(Answer { value, verdict })
}

/// [`left_inverse`](crate::left_inverse()) of a composed layout: the inverses of its functions in the opposite order.
///
/// # Errors
/// Those of the plain operation and of [`compose_any`].
pub fn composed_left_inverse(layout: &AnyLayout) -> Result<Answer<AnyLayout>, Error> {
    const OPERATION: &str = "left_inverse";
    let Some((swizzle, domain)) = swizzled_without_offset(layout) else {
        let chain = FunctionChain::new(layout.functions())?;
        let mut verdict = Verdict::Proved;
        let inverse = chain.inverted(OPERATION, |layout| {
            let answer = proof::left_inverse(layout)?;
            verdict = verdict.clone().or_graver(answer.verdict);
            Ok(answer.value)
        })?;
        return Ok(Answer { value: inverse.simplified()?, verdict });
    };
    let value = carried_through(OPERATION, &crate::left_inverse(domain)?, swizzle)?;
    let is_injective = analysis::is_injective(domain)?;
    let verdict = first_difference(domain.size(), |at| {
        let offset = layout.at(at)?;
        let back = value.at(offset)?;
        if is_injective { Ok((at, back)) } else { Ok((offset, layout.at(back)?)) }
    })?;
    Ok(Answer { value, verdict })
}

/// The swizzle and the layout of `Sw o 0 o layout`.
fn swizzled_without_offset(layout: &AnyLayout) -> Option<(Swizzle, &Layout)> {
    match layout {
        AnyLayout::Composed(composed) if *composed.offset() == 0 => {
            Some((composed.swizzle(), composed.layout()))
        }
        _ => None,
    }
}

fn carried_through(operation: &'static str, inverse: &Layout, swizzle: Swizzle) -> Result<AnyLayout, Error> {
    // As a chain of one swizzle, which CuTe composes with as such.
    let swizzle = AnyLayout::Chain(FunctionChain::new(vec![Function::Swizzle(swizzle)])?);
    let answer = compose_any(&AnyLayout::Layout(inverse.clone()), &swizzle);
    answer.map(|answer| answer.value).map_err(|error| error.of_operation(operation))
}

/// The verdict of a result that gives `found` where `expected` is right, at each of the numbers below `count`.
fn first_difference(count: i64, values: impl Fn(i64) -> Result<(i64, i64), Error>) -> Result<Verdict, Error> {
    if count > analysis::ENUMERATION_LIMIT {
        let limit = analysis::ENUMERATION_LIMIT;
        let limit = format!("{count} coordinates, and no more than {limit} are enumerated");
        return Ok(Verdict::Unproved { limit });
    }
    for at in 0..count {
        let (expected, found) = values(at)?;
        if expected != found {
            return Ok(Verdict::Wrong { at, expected: expected.to_string(), found: found.to_string() });
        }
    }
    Ok(Verdict::Proved)
}

/// [`complement()`] of a composed layout: that of its layout, as in CuTe; the default cotarget is its cosize.
///
/// # Errors
/// Those of the plain operation; [`UnsupportedLayout`](crate::ErrorKind::UnsupportedLayout) when a swizzle is applied
/// first.
pub fn composed_complement(layout: &AnyLayout, cotarget: Option<&IntTuple>) -> Result<Layout, Error> {
    const OPERATION: &str = "complement";
    let Some(domain) = layout.domain() else {
        return Err(FunctionChain::new(layout.functions())?.without_domain(OPERATION));
    };
    match cotarget {
        Some(cotarget) => complement(domain, cotarget),
        None => complement(domain, &IntTuple::Int(domain.cosize()?)),
    }
}
