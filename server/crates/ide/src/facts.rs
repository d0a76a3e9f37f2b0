//! What is known of a value: the lines above the grid of a hover.

use layout_algebra::{
    Layout, Stride,
    analysis::{self, OffsetFunction},
    coalesce,
    smem::SwizzleMode,
};
use layoutlens_eval::{Evaluated, Value, Verdict};

/// The most coordinates that are looked at for a fact which strides alone do not tell: a hover is quick.
const MOST_ENUMERATED: i64 = 4096;

/// One fact, `size` and `24`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    /// What it is about.
    pub(crate) name: &'static str,
    /// Its value, or why it is not known.
    pub(crate) text: String,
}

/// The facts of a value, most wanted first.
pub(crate) fn facts(value: &Value) -> Vec<Fact> {
    match value {
        Value::Layout(layout) => {
            let mut facts = extents(layout);
            facts.insert(1, fact("cosize", or_reason(layout.cosize())));
            facts.extend(kinds(layout));
            facts.extend(vectors(layout));
            facts.push(fact("coalesced", coalesce(layout).to_string()));
            facts
        }
        Value::CoordinateLayout(layout) => {
            let mut facts = extents(layout);
            facts.push(fact("coalesced", coalesce(layout).to_string()));
            facts
        }
        Value::Composed(composed) => {
            let mut facts = extents(composed.layout());
            facts.insert(1, fact("cosize", or_reason(composed.cosize())));
            // A swizzle permutes offsets, so the composed layout is injective exactly when the inner one is.
            facts.extend(kinds(composed.layout()).into_iter().filter(|fact| fact.name == "injective"));
            facts.extend(vectors(composed));
            facts
        }
        Value::Smem(smem) => {
            let mut facts = extents(smem.layout());
            facts.insert(1, fact("cosize", or_reason(smem.layout().cosize())));
            facts.extend(
                SwizzleMode::of(&smem.swizzle()).map(|mode| fact("swizzle mode", swizzle_mode(mode))),
            );
            facts
        }
        Value::SymbolicLayout { shape, .. } => {
            let size = shape.leaves().into_iter().cloned().try_fold(
                layoutlens_eval::Size::Known(1),
                |size, next| {
                    layoutlens_eval::Size::combine(layoutlens_eval::SizeOperator::Multiply, &size, &next)
                },
            );
            vec![
                fact(
                    "size",
                    size.map_or_else(|_| "does not fit in 64 bits".to_owned(), |size| size.to_string()),
                ),
                fact("rank", shape.rank().to_string()),
                fact("depth", shape.depth().to_string()),
            ]
        }
        _ => Vec::new(),
    }
}

/// `128-byte swizzle: layout type 1 of SM90, 2 of SM100, TMA 3`.
fn swizzle_mode(mode: SwizzleMode) -> String {
    let gmma = mode.gmma_layout_type().map(|number| format!("{number} of SM90, ")).unwrap_or_default();
    format!("{mode}: layout type {gmma}{} of SM100, TMA {}", mode.umma_layout_type(), mode.tensor_map())
}

fn fact(name: &'static str, text: String) -> Fact {
    Fact { name, text }
}

fn extents<D: Stride>(layout: &Layout<D>) -> Vec<Fact> {
    vec![
        fact("size", layout.size().to_string()),
        fact("rank", layout.rank().to_string()),
        fact("depth", layout.depth().to_string()),
    ]
}

fn kinds(layout: &Layout) -> Vec<Fact> {
    let injective = match analysis::first_collision(layout) {
        Ok(None) => "yes".to_owned(),
        Ok(Some((first, second))) => {
            let offset = or_reason(layout.at(first));
            format!("no: coordinates {first} and {second} share offset {offset}")
        }
        Err(error) => format!("unknown: {error}"),
    };
    let bijective = match analysis::is_bijective(layout) {
        Ok(true) => "yes".to_owned(),
        Ok(false) => "no".to_owned(),
        Err(error) => format!("unknown: {error}"),
    };
    vec![fact("injective", injective), fact("bijective", bijective)]
}

/// How many elements an aligned vector of consecutive coordinates has, when that is more than one.
fn vectors(function: &impl OffsetFunction) -> Option<Fact> {
    if function.as_layout().is_none() && function.size() > MOST_ENUMERATED {
        return None;
    }
    let count = analysis::alignment(function).ok().filter(|count| *count > 1)?;
    Some(fact("vectors of", count.to_string()))
}

fn or_reason<T: ToString>(result: Result<T, layout_algebra::Error>) -> String {
    result.map_or_else(|error| format!("unknown: {error}"), |value| value.to_string())
}

/// What a value is worth, in words; `None` when it is simply proved.
pub(crate) fn verdict_text(evaluated: &Evaluated) -> Option<String> {
    match &evaluated.verdict {
        Verdict::Proved => None,
        Verdict::Wrong { at, expected, found } => {
            Some(format!("wrong: compiles, but R({at}) = {found} where the definition gives {expected}"))
        }
        Verdict::NeedsPredicate { covers, of, .. } => {
            Some(format!("needs a predicate: covers {covers} of {of}"))
        }
        Verdict::Unproved { limit } => Some(format!("unproved: {limit}")),
    }
}
