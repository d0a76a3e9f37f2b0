//! Ways out of the bank conflicts of a copy in code: another layout where its tensor is made. Each was tried: the whole document
//! was evaluated with it, the copy takes the least then, and nothing is found that was not found before.

use std::{collections::BTreeMap, ops::Range};

use layout_algebra::{IntTuple, Layout, Swizzle};
use layoutlens_eval::{SharedAccess, Value, WayOut};
use layoutlens_syntax::Language;
use layoutlens_world::{Analysis, Change, Document, Encoding};

use super::{BenchFix, NoBench, subject};
use crate::{code_action::Edit, picture};

/// The most ways that are tried: each costs an evaluation of the document.
const MOST_TRIALS: usize = 6;
const CODE: &str = "bank-conflict";

/// The ways out of the bank conflicts of the call that a bench shows at `offset`, tried in this document.
///
/// # Errors
/// [`NoBench`].
pub fn conflict_fixes(
    document: &Document,
    analysis: &Analysis,
    offset: usize,
) -> Result<Vec<BenchFix>, NoBench> {
    let found = subject::find(analysis, offset, None)?;
    let accesses = accesses(analysis, found.range.start);
    let candidates = accesses
        .iter()
        .flat_map(|access| access.ways_out.iter().flat_map(|way| candidates(analysis, &access.whole, way)));
    let mends = |fix: &BenchFix| mends(document, analysis, found.range.start, &accesses, fix);
    Ok(candidates.take(MOST_TRIALS).filter(mends).collect())
}

/// What the call at a place accesses.
fn accesses(analysis: &Analysis, at: usize) -> Vec<SharedAccess> {
    let Ok(found) = subject::find(analysis, at, None) else { return Vec::new() };
    let supposed = found.supposed.first().map(|supposed| &supposed.answer.evaluated);
    let known = [Some(found.evaluated), supposed].into_iter().flatten();
    let finding = known.filter_map(|evaluated| match &evaluated.value {
        Value::Finding(finding) => Some(finding.accesses.as_ref().clone()),
        _ => None,
    });
    finding.into_iter().next().unwrap_or_default()
}

/// Whether the document with the fix in it has no conflict in what had ways out, and nothing new.
fn mends(
    document: &Document,
    analysis: &Analysis,
    at: usize,
    before: &[SharedAccess],
    fix: &BenchFix,
) -> bool {
    let mut edits: Vec<(Range<usize>, &str)> = vec![(fix.range.clone(), fix.text.as_str())];
    edits.extend(fix.also.as_ref().map(|also| (also.range.clone(), also.text.as_str())));
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let (mut text, mut at) = (analysis.text.to_string(), at);
    // From the end, so that what stands before stays where it is.
    for (range, new) in edits {
        if text.get(range.clone()).is_none() {
            return false;
        }
        text.replace_range(range.clone(), new);
        if range.end <= at {
            at = at + new.len() - range.len();
        }
    }
    let mut trial = document.clone();
    trial.edit(document.version(), vec![Change::Full(text)], Encoding::Utf8);
    let behind = trial.analysis();
    let after = accesses(&behind, at);
    let is_better = before.len() == after.len()
        && before.iter().zip(&after).any(|(before, after)| !before.ways_out.is_empty() && is_free(after))
        && before.iter().zip(&after).all(|(before, after)| is_free(after) || !is_free(before));
    let counts = |analysis: &Analysis| {
        let mut counts = BTreeMap::new();
        for problem in &analysis.evaluation.problems {
            *counts.entry(problem.code.as_str()).or_insert(0_usize) += 1;
        }
        counts
    };
    let (found, known) = (counts(&behind), counts(analysis));
    is_better && found.iter().all(|(code, count)| known.get(code).is_some_and(|known| count <= known))
}

fn is_free(access: &SharedAccess) -> bool {
    use layout_algebra::analysis::{Access, bank_conflicts};
    let conflicts =
        Access::new(8, access.width).and_then(|width| bank_conflicts(access.bytes.as_slice(), width));
    conflicts.is_ok_and(|conflicts| conflicts.wavefronts() == conflicts.ideal_wavefronts())
}

/// Where the text may be changed for a way out.
fn candidates(analysis: &Analysis, whole: &Value, way: &WayOut) -> Vec<BenchFix> {
    match way {
        WayOut::Swizzle { swizzle, replaces: Some(old) } => replaced_swizzles(analysis, *old, *swizzle),
        WayOut::Swizzle { swizzle, replaces: None } => made(analysis, whole)
            .filter_map(|made| {
                let text =
                    swizzled(analysis.file.language, *swizzle, analysis.text.get(made.layout.clone())?)?;
                let title = format!("swizzle {} with {swizzle}", made.name);
                Some(BenchFix { title, code: CODE, range: made.layout, text, also: None })
            })
            .collect(),
        WayOut::Padding { leading, layout } => made(analysis, whole)
            .filter_map(|made| {
                let text = written(analysis.file.language, layout)?;
                let &(_, longer) = layout.leaves().iter().max_by_key(|(_, stride)| *stride)?;
                let title = format!("pad {}: rows of {longer} for {leading}", made.name);
                let pointer = analysis.text.get(made.pointer.clone())?;
                let also = in_longer_array(analysis, pointer, layout)?;
                Some(BenchFix { title, code: CODE, range: made.layout, text, also })
            })
            .collect(),
    }
}

/// A tensor that the code makes of a pointer and a layout.
struct Made<'a> {
    name: &'a str,
    pointer: Range<usize>,
    layout: Range<usize>,
}

/// The tensors of the code that have this layout.
fn made<'a>(analysis: &'a Analysis, whole: &'a Value) -> impl Iterator<Item = Made<'a>> {
    let variables = analysis.evaluation.host.variables.iter();
    let of_layout = variables.filter(move |variable| {
        let answers = variable.answers.iter().map(|answer| &answer.evaluated.value);
        let supposed = variable.supposed.iter().map(|supposed| &supposed.answer.evaluated.value);
        answers.chain(supposed).any(|value| value == whole)
    });
    of_layout.filter_map(move |variable| {
        let statement = analysis.text.get(variable.statement.clone())?;
        let call = "make_tensor(";
        let begin = variable.statement.start + statement.find(call)? + call.len();
        let [pointer, layout] = arguments(&analysis.text, begin)?.try_into().ok()?;
        Some(Made { name: &variable.name, pointer, layout })
    })
}

/// The arguments of a call whose bracket opens before `begin`, without blanks around them.
fn arguments(text: &str, begin: usize) -> Option<Vec<Range<usize>>> {
    let mut arguments = Vec::new();
    let (mut depth, mut start) = (0_usize, begin);
    let mut end = |start: usize, end: usize| {
        let argument = text.get(start..end)?;
        let blank = argument.len() - argument.trim_start().len();
        arguments.push(start + blank..start + blank + argument.trim().len());
        Some(())
    };
    for (at, letter) in text.get(begin..)?.char_indices().map(|(at, letter)| (begin + at, letter)) {
        match letter {
            // What is compared or shifted in arguments of templates is in brackets of its own.
            '(' | '[' | '{' | '<' => depth += 1,
            ')' if depth == 0 => {
                end(start, at)?;
                return Some(arguments);
            }
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                end(start, at)?;
                start = at + 1;
            }
            ';' => return None,
            _ => {}
        }
    }
    None
}

/// A layout of the code behind a swizzle.
fn swizzled(language: Language, swizzle: Swizzle, layout: &str) -> Option<String> {
    let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
    match language {
        Language::Cuda => Some(format!("composition(Swizzle<{bits},{base},{shift}>{{}}, {layout})")),
        Language::Python => Some(format!(
            "cute.make_composed_layout(cute.make_swizzle({bits}, {base}, {shift}), 0, {layout})"
        )),
        _ => None,
    }
}

/// The places where the code writes this swizzle, with another one.
fn replaced_swizzles(analysis: &Analysis, old: Swizzle, new: Swizzle) -> Vec<BenchFix> {
    let (begin, end) = match analysis.file.language {
        Language::Cuda => ("Swizzle<", '>'),
        Language::Python => ("make_swizzle(", ')'),
        _ => return Vec::new(),
    };
    let text = &analysis.text;
    let found = text.match_indices(begin).filter_map(|(at, _)| {
        let start = at + begin.len();
        let length = text.get(start..)?.find(end)?;
        let numbers: Vec<i64> = text
            .get(start..start + length)?
            .split(',')
            .map(|number| number.trim().parse().ok())
            .collect::<Option<_>>()?;
        let is_old = numbers == [i64::from(old.bits()), i64::from(old.base()), i64::from(old.shift())];
        let written = format!("{}, {}, {}", new.bits(), new.base(), new.shift());
        let written =
            if analysis.file.language == Language::Cuda { written.replace(' ', "") } else { written };
        (is_old && analysis.file.is_code(at)).then_some(BenchFix {
            title: format!("{new} for {old}"),
            code: CODE,
            range: start..start + length,
            text: written,
            also: None,
        })
    });
    found.collect()
}

/// A layout of numbers as C++ writes it.
fn written(language: Language, layout: &Layout) -> Option<String> {
    fn tuple(kind: &str, numbers: &IntTuple<i64>) -> String {
        match numbers {
            IntTuple::Int(number) => format!("Int<{number}>"),
            IntTuple::Tuple(modes) => {
                let modes: Vec<String> = modes.iter().map(|mode| tuple(kind, mode)).collect();
                format!("{kind}<{}>", modes.join(", "))
            }
        }
    }
    let layout_text =
        || format!("Layout<{}, {}>{{}}", tuple("Shape", &layout.shape()), tuple("Stride", &layout.stride()));
    (language == Language::Cuda).then(layout_text)
}

/// What shared memory of a length that is compiled may hold, in bytes.
const MOST_STATIC: i64 = 48 << 10;

/// An array in shared memory that the code declares.
struct Array<'a> {
    name: &'a str,
    /// Where its length stands.
    length: Range<usize>,
    elements: i64,
    /// The bytes of an element.
    bytes: i64,
}

/// The arrays of a document whose lengths are numbers; `None` where one has another length or an element that is not known.
fn arrays(text: &str) -> Option<Vec<Array<'_>>> {
    let declared =
        text.match_indices("__shared__").filter_map(|(at, _)| Some((at, text.get(at..)?.split(';').next()?)));
    let arrays = declared.map(|(at, declaration)| {
        let (head, length) = declaration.split_once('[')?;
        let length = length.trim_end().strip_suffix(']')?;
        let mut words = head.split_whitespace().rev();
        let (name, element) = (words.next()?, words.next()?);
        let bytes = match element.rsplit("::").next()? {
            "double" | "int64_t" | "uint64_t" => 8,
            "float" | "int" | "int32_t" | "uint32_t" | "tfloat32_t" => 4,
            "half" | "half_t" | "bfloat16_t" | "__half" | "__nv_bfloat16" | "int16_t" | "uint16_t" => 2,
            "char" | "int8_t" | "uint8_t" | "float_e4m3_t" | "float_e5m2_t" => 1,
            _ => return None,
        };
        let start = at + head.len() + 1;
        let elements = picture::evaluated(length).ok()?.value.as_int()?;
        Some(Array { name, length: start..start + length.len(), elements, bytes })
    });
    arrays.collect()
}

/// What makes the array hold the layout that a pointer is made of: nothing where it does, another length where that is a number,
/// nothing else uses the array, and all arrays together still fit. `None` where that is not known.
#[expect(
    clippy::option_option,
    reason = "whether it can be made to hold it, and what has to be changed for that"
)]
fn in_longer_array(analysis: &Analysis, pointer: &str, layout: &Layout) -> Option<Option<Edit>> {
    let text = &analysis.text;
    let name = pointer.strip_prefix("make_smem_ptr(")?.strip_suffix(')')?.trim().trim_start_matches('&');
    let arrays = arrays(text)?;
    let [array] = arrays.iter().filter(|array| array.name == name).collect::<Vec<_>>().try_into().ok()?;
    if layout.cosize().ok()? <= array.elements {
        return Some(None);
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let uses = text.match_indices(name).filter(|(at, _)| {
        let before = text.get(..*at).and_then(|text| text.chars().next_back());
        let behind = text.get(at + name.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_part) && !behind.is_some_and(is_part) && analysis.file.is_code(*at)
    });
    if uses.count() != 2 {
        return None;
    }
    let &(extent, stride) = layout.leaves().iter().max_by_key(|(_, stride)| *stride)?;
    let longer = extent.checked_mul(stride)?;
    let others = arrays.iter().filter(|other| other.length != array.length);
    let sizes = others.map(|other| (other.elements, other.bytes)).chain([(longer, array.bytes)]);
    let all = sizes.map(|(elements, bytes)| elements.checked_mul(bytes)).sum::<Option<i64>>()?;
    (all <= MOST_STATIC)
        .then(|| Some(Edit { range: array.length.clone(), text: format!("{extent} * {stride}") }))
}
