//! What is known of a value: the lines above the grid of a hover.

use layout_algebra::{
    ComposedLayout, Layout, Stride,
    analysis::{self, OffsetFunction},
    as_xor_layout,
    atom::copy::CopyTraits,
    coalesce,
    smem::SwizzleMode,
    symbolic::SymbolicLayout,
};
use layoutlens_eval::{Evaluated, Hardware, Value, Verdict};

/// The most coordinates that are looked at for a fact which strides alone do not tell: less than a millisecond.
const MOST_ENUMERATED: i64 = 1 << 16;

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
            facts.extend(vectors(layout.as_ref()));
            facts.push(fact("coalesced", coalesce(layout).to_string()));
            facts
        }
        Value::CoordinateLayout(layout) => {
            let mut facts = extents(layout);
            facts.push(fact("coalesced", coalesce(layout).to_string()));
            facts
        }
        Value::XorLayout(layout) => {
            let mut facts = extents(layout);
            facts.insert(1, fact("cosize", or_reason(layout.cosize())));
            facts.push(injective(layout));
            facts.push(fact("coalesced", coalesce(layout).to_string()));
            facts
        }
        // What begins with a swizzle has no coordinates of its own.
        Value::Chain(chain) => chain.domain().map(extents).unwrap_or_default(),
        Value::Composed(composed) => {
            let mut facts = extents(composed.layout());
            facts.insert(1, fact("cosize", or_reason(composed.cosize())));
            // A swizzle permutes offsets, so the composed layout is injective exactly when the inner one is.
            facts.push(injective(composed.layout()));
            facts.extend(vectors(composed.as_ref()));
            facts.extend(xor_strides(composed));
            facts.extend(unit(composed));
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
        Value::SymbolicLayout(layout) => of_run_time(layout),
        Value::Swizzled(swizzled) => of_run_time(swizzled.layout()),
        Value::Hardware(thing) => hardware(thing),
        // What is printed of them is all that is known.
        Value::Tuple(_)
        | Value::Swizzle(_)
        | Value::Tiler(_)
        | Value::SymbolicTiler(_)
        | Value::Coordinate(_)
        | Value::Bool(_)
        | Value::Offsets(_)
        | Value::Finding(_)
        | Value::ElementType(_)
        | Value::Unknown(_) => Vec::new(),
    }
}

/// What is known of a layout with run-time integers.
fn of_run_time(layout: &SymbolicLayout) -> Vec<Fact> {
    let size = layout.size().map_or_else(|error| format!("unknown: {error}"), |size| size.to_string());
    // A product of sizes without names alone says nothing.
    let says_something = size.contains(char::is_alphanumeric);
    let size = says_something.then(|| fact("size", size));
    let extents = [fact("rank", layout.rank().to_string()), fact("depth", layout.depth().to_string())];
    size.into_iter().chain(extents).collect()
}

/// What the numbers of a swizzle count that are those by which the hardware swizzles bytes.
fn unit(composed: &ComposedLayout) -> Option<Fact> {
    let swizzle = composed.swizzle();
    let mode = SwizzleMode::of(&swizzle).filter(|mode| *mode != SwizzleMode::Interleave)?;
    let (halves, words) = (swizzle.recast(8, 16).ok()?, swizzle.recast(8, 32).ok()?);
    Some(fact(
        "swizzle",
        format!(
            "it counts elements: of bytes this is the {mode} of TMA and wgmma, of 2-byte elements that is {halves}, of 4-byte ones \
             {words}"
        ),
    ))
}

/// Shape, threads and layouts of an MMA.
fn hardware(thing: &Hardware) -> Vec<Fact> {
    match thing {
        Hardware::MmaAtom(atom) => {
            let [m, n, k] = atom.shape_mnk();
            vec![
                fact("shape", format!("({m},{n},{k})")),
                fact("threads", atom.thr_id().to_string()),
                fact("A", atom.layout_a().to_string()),
                fact("B", atom.layout_b().to_string()),
                fact("C", atom.layout_c().to_string()),
                fact("instruction", atom.ptx().to_owned()),
                fact("header", atom.header().to_owned()),
            ]
        }
        Hardware::TiledMma(mma) => {
            let tile = mma.tile_shape().map(|[m, n, k]| format!("({m},{n},{k})"));
            vec![
                fact("tile", or_reason(tile)),
                fact("threads", mma.thr_size().to_string()),
                fact("A", or_reason(mma.layout_a_tv())),
                fact("B", or_reason(mma.layout_b_tv())),
                fact("C", or_reason(mma.layout_c_tv())),
            ]
        }
        Hardware::CopyOperation(traits) => {
            let mut facts = vec![fact("threads", traits.thr_id().to_string())];
            facts.push(fact("source bits", traits.src_layout().to_string()));
            facts.push(fact("destination bits", traits.dst_layout().to_string()));
            facts.extend(instruction(traits));
            facts
        }
        Hardware::CopyAtom(atom) => {
            let mut facts = vec![fact("threads", atom.threads().to_string())];
            facts.push(fact("source", atom.src_layout().to_string()));
            facts.push(fact("destination", atom.dst_layout().to_string()));
            facts.extend(instruction(atom.traits()));
            facts
        }
        Hardware::TiledCopy(copy) => {
            let mut facts = vec![fact("tile", copy.tile_shape().to_string())];
            facts.push(fact("threads", copy.threads().to_string()));
            facts.push(fact("source", or_reason(copy.layout_s_tv())));
            facts.push(fact("destination", or_reason(copy.layout_d_tv())));
            facts.extend(instruction(copy.atom().traits()));
            facts
        }
        // What is printed of them is all that is known.
        Hardware::TmaAtom(_)
        | Hardware::TmaCopy { .. }
        | Hardware::TmemInstruction(_)
        | Hardware::Projection(_)
        | Hardware::Major(_) => Vec::new(),
    }
}

fn instruction(traits: &CopyTraits) -> [Fact; 2] {
    [fact("instruction", traits.instruction().to_owned()), fact("header", traits.header().to_owned())]
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

fn injective<D: Stride>(layout: &Layout<D>) -> Fact {
    let text = match analysis::first_collision_within(layout, MOST_ENUMERATED) {
        Ok(None) => "yes".to_owned(),
        Ok(Some((first, second))) => {
            let offset = or_reason(layout.at(first));
            format!("no: coordinates {first} and {second} share offset {offset}")
        }
        Err(error) => format!("unknown: {error}"),
    };
    fact("injective", text)
}

fn kinds(layout: &Layout) -> Vec<Fact> {
    let bijective = match analysis::is_bijective(layout) {
        Ok(true) => "yes".to_owned(),
        Ok(false) => "no".to_owned(),
        Err(error) => format!("unknown: {error}"),
    };
    vec![injective(layout), fact("bijective", bijective)]
}

/// The strides that say what a swizzled layout does, where there are such and they are found.
fn xor_strides(composed: &ComposedLayout) -> Option<Fact> {
    if composed.size() > MOST_ENUMERATED {
        return None;
    }
    let strides = as_xor_layout(&composed.clone().into()).ok()??;
    Some(fact("XOR strides", strides.to_string()))
}

/// How many elements an aligned vector of consecutive coordinates has, when that is more than one and known.
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
        Verdict::Proved if !evaluated.rounds_up_unless.is_empty() => {
            Some(format!("needs a predicate unless {}", together(&evaluated.rounds_up_unless)))
        }
        Verdict::Proved => None,
        Verdict::Wrong { at, expected, found } => {
            Some(format!("wrong: compiles, but R({at}) = {found} where the definition gives {expected}"))
        }
        Verdict::NeedsPredicate { covers, of, .. } => {
            Some(format!("needs a predicate: covers {covers} of {of}"))
        }
        // Of what is not counted, why.
        Verdict::Unproved { limit } if matches!(evaluated.value, Value::Finding(_)) => Some(limit.clone()),
        Verdict::Unproved { limit } => Some(format!("unproved: {limit}")),
    }
}

/// What a reader is told of sizes that have no name, in front of the number of which each is a multiple.
const UNNAMED_MULTIPLE: &str = "a run-time size is a multiple of ";

/// Conditions as one; those of sizes that have no name are told together.
fn together(conditions: &[String]) -> String {
    let multiples: Vec<&str> =
        conditions.iter().filter_map(|condition| condition.strip_prefix(UNNAMED_MULTIPLE)).collect();
    if multiples.len() < 2 {
        return conditions.join(" and ");
    }
    let unnamed = format!("run-time sizes are multiples of {}", multiples.join(" and "));
    let named = conditions.iter().filter(|condition| !condition.starts_with(UNNAMED_MULTIPLE)).cloned();
    named.chain([unnamed]).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::together;

    #[test]
    fn conditions_of_sizes_without_a_name_are_told_together() {
        let conditions =
            ["a run-time size is a multiple of 128", "M % 32 == 0", "a run-time size is a multiple of 64"];
        let told = together(&conditions.map(str::to_owned));
        assert_eq!(told, "M % 32 == 0 and run-time sizes are multiples of 128 and 64");
    }
}
