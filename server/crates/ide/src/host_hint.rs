//! Layouts of the code's variables beside their names.

use std::collections::BTreeMap;

use layoutlens_eval::{
    Hardware, Value, Verdict,
    host::{Answer, HostValue, Site, Supposed, Variable, VariableKind},
};
use layoutlens_world::Analysis;

use crate::{
    hint_label::{HintText, Mark},
    hint_place::{self, HintPlace},
    inlay_hint::{Draft, HintOptions, thread_mark, verdict_mark},
    owner::without_owners,
    shape_first::start_of_sentence,
    suppositions::Heads,
};

/// Which names of the code get a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HintKinds {
    /// Variables that are layouts.
    pub layouts: bool,
    /// Variables that are tensors.
    pub tensors: bool,
    /// Tuples: shapes, strides, coordinates, tilers.
    pub tuples: bool,
    /// Tiled MMAs and copies.
    pub tiled: bool,
    /// Parameters of functions, bound at their call sites.
    pub parameters: bool,
    /// Parameters of templates that stand for layouts.
    pub template_parameters: bool,
    /// Type aliases of layouts.
    pub aliases: bool,
    /// Layouts that the source spells out already.
    pub obvious: bool,
    /// What unknown variables would be if types, numbers and tensors that nothing gives are these.
    pub suppositions: bool,
    /// Accesses of plain kernels that cost more than they must, and the arrays of shared memory.
    pub accesses: bool,
}

impl Default for HintKinds {
    fn default() -> Self {
        Self {
            layouts: true,
            tensors: true,
            tuples: false,
            tiled: false,
            parameters: true,
            template_parameters: false,
            aliases: true,
            obvious: false,
            suppositions: true,
            accesses: true,
        }
    }
}

/// The hints of the code's variables, each at its own place.
pub(crate) fn drafts(analysis: &Analysis, options: &HintOptions) -> Vec<Draft> {
    let kinds = options.kinds;
    let variables = &analysis.evaluation.host.variables;
    let heads = heads(analysis, kinds);
    let mut names_of: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for variable in variables {
        *names_of.entry((variable.statement.start, variable.statement.end)).or_default() += 1;
    }
    let shown = |variable| Some((variable, said(analysis, variable, kinds, &heads)?));
    let shown: Vec<(&Variable, Said)> = variables.iter().filter_map(shown).collect();
    let draft = |alike: &[(&Variable, Said)]| {
        let [(first, said), ..] = alike else { return None };
        let (last, _) = alike.last()?;
        let Said { value, marks, full } = said.clone();
        let is_alone = names_of.get(&(first.statement.start, first.statement.end)) == Some(&1);
        let is_named = options.place == HintPlace::Line && (!is_alone || is_parameter(first));
        let names =
            || alike.iter().map(|(variable, _)| variable.name.as_str()).collect::<Vec<_>>().join(", ");
        let lead = match alike.len() {
            1 if is_named => format!("{} = ", first.name),
            1 => "= ".to_owned(),
            _ if is_named => format!("{} = ", names()),
            2 => "both = ".to_owned(),
            count => format!("these {count} = "),
        };
        let text = HintText::Value { lead, value, marks };
        let at = hint_place::of_variable(analysis, last, is_alone, text.least(), options.place);
        let is_told = alike.len() > 1 || is_named || is_parameter(first);
        let full = if is_told { format!("{} {full}", names()) } else { full };
        Some(Draft { offset: at.offset, room: at.room, text, full, subject: last.range.start })
    };
    shown
        .chunk_by(|(a, said_of_a), (b, said_of_b)| said_of_a == said_of_b && is_next(analysis, a, b))
        .filter_map(draft)
        .collect()
}

/// Whether a statement declares `b` right behind `a`, with a comma alone between them on one line: `a, b = ..`. What is the
/// same of both is said once, behind the last of them.
fn is_next(analysis: &Analysis, a: &Variable, b: &Variable) -> bool {
    let between = analysis.text.get(a.range.end..b.range.start);
    a.statement == b.statement
        && !is_parameter(a)
        && between.is_some_and(|between| between.trim() == "," && !between.contains('\n'))
}

/// What is said at the heads of functions and classes, of the values that hints of these kinds show.
pub(crate) fn heads(analysis: &Analysis, kinds: HintKinds) -> Heads {
    let variables = &analysis.evaluation.host.variables;
    let supposed =
        variables.iter().filter_map(|variable| Some((variable, shown_supposition(variable, kinds)?)));
    let known = variables.iter().filter_map(|variable| {
        let [Answer { site: Some(site), .. }] = variable.answers.as_slice() else { return None };
        shown_answer(analysis, variable, kinds)?;
        Some((variable, program(site)))
    });
    Heads::of(analysis, supposed, known)
}

/// Whether the name stands in the middle of its line, among others.
fn is_parameter(variable: &Variable) -> bool {
    matches!(variable.kind, VariableKind::Parameter | VariableKind::TemplateParameter)
}

/// What a hint says of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Said {
    value: String,
    marks: Vec<Mark>,
    /// `= VALUE`, where and for whom it holds, or what is supposed for it.
    full: String,
}

/// The longest name of a program in a hint, in characters; the hover has it whole.
const LONGEST_PROGRAM: usize = 20;

/// The longest one where there is little room.
const SHORT_PROGRAM: usize = 10;

/// The most suppositions of a hint's own that it names.
const MOST_CONDITIONS: usize = 2;

/// Whether hints of these kinds show names of this kind.
fn is_wanted(variable: &Variable, kinds: HintKinds) -> bool {
    match variable.kind {
        VariableKind::Parameter => kinds.parameters,
        VariableKind::TemplateParameter => kinds.template_parameters,
        VariableKind::Alias => kinds.aliases,
        VariableKind::Variable | VariableKind::Field => true,
    }
}

/// Whether something is known of a variable without suppositions.
fn is_known(variable: &Variable) -> bool {
    variable.answers.iter().any(|answer| answer.evaluated.value.unknown_reason().is_none())
}

/// What the hint says of a variable; `None` when it says nothing.
fn said(analysis: &Analysis, variable: &Variable, kinds: HintKinds, heads: &Heads) -> Option<Said> {
    if !is_known(variable) {
        return said_if(analysis, variable, shown_supposition(variable, kinds)?, heads);
    }
    let first = shown_answer(analysis, variable, kinds)?;
    let value = first.evaluated.value.to_string();
    let mut marks: Vec<Mark> = verdict_mark(&first.evaluated.verdict).into_iter().collect();
    let mut full =
        format!("= {value}{}", marks.iter().map(|mark| format!(" {}", mark.long)).collect::<String>());
    let sites = match variable.answers.as_slice() {
        [only] => only.site.as_ref().map(|site| {
            let program = program(site);
            let named = |longest| format!("in {}", start_of_sentence(program, longest));
            let [long, short] = if heads.says_program(analysis, variable.range.start, program) {
                [ABOVE_PROGRAM.to_owned(), ABOVE_PROGRAM.to_owned()]
            } else {
                [named(LONGEST_PROGRAM), named(SHORT_PROGRAM)]
            };
            marks.push(Mark { long, short, is_condition: false });
            format!("in {program}")
        }),
        several => {
            let count = format!("×{}", several.len());
            marks.push(Mark { long: count.clone(), short: count, is_condition: true });
            Some(format!("1 of {} call sites", several.len()))
        }
    };
    marks.extend(first.thread.as_ref().map(|_| thread_mark()));
    let holds: Vec<String> = [sites, first.thread.clone()].into_iter().flatten().collect();
    if !holds.is_empty() {
        full += &format!("  ({})", holds.join(", "));
    }
    Some(Said { value: in_a_hint(value, first), marks, full })
}

/// The first value of a variable that is known, where a hint shows it.
fn shown_answer<'a>(analysis: &Analysis, variable: &'a Variable, kinds: HintKinds) -> Option<&'a Answer> {
    let mut known =
        variable.answers.iter().filter(|answer| answer.evaluated.value.unknown_reason().is_none());
    let first = known.next().filter(|answer| is_wanted(variable, kinds) && is_of(answer, kinds))?;
    let value = first.evaluated.value.to_string();
    let is_hidden = matches!(first.evaluated.verdict, Verdict::Unproved { .. })
        || says_nothing(&value)
        || !kinds.obvious && variable.answers.len() == 1 && is_obvious(analysis, variable, &value);
    (!is_hidden).then_some(first)
}

/// A value as a hint shows it.
fn in_a_hint(value: String, answer: &Answer) -> String {
    match answer.evaluated.value {
        Value::Hardware(_) => value,
        _ => without_owners(&value),
    }
}

/// The name of the file of the one call site that a value is known for.
fn program(site: &Site) -> &str {
    let file = site.file.as_deref().unwrap_or(&site.label);
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// What an unknown variable would be if something is what the code does not say, where a hint shows it.
fn shown_supposition(variable: &Variable, kinds: HintKinds) -> Option<&Supposed> {
    if !kinds.suppositions || !is_wanted(variable, kinds) || is_known(variable) {
        return None;
    }
    let is_shown = |supposed: &&Supposed| {
        let evaluated = &supposed.answer.evaluated;
        matches!(evaluated.verdict, Verdict::Proved | Verdict::NeedsPredicate { .. })
            && evaluated.value.unknown_reason().is_none()
            && is_of(&supposed.answer, kinds)
    };
    variable.supposed.iter().find(is_shown).filter(|first| {
        let value = first.answer.evaluated.value.to_string();
        !says_nothing(&value)
    })
}

/// A value that rests on suppositions: with its own, or with how many these are.
fn said_if(analysis: &Analysis, variable: &Variable, supposed: &Supposed, heads: &Heads) -> Option<Said> {
    let value = supposed.answer.evaluated.value.to_string();
    let own = heads.own(analysis, variable.range.start, &supposed.condition);
    let few = |count: usize| format!("if {count} condition{}", if count == 1 { "" } else { "s" });
    let count = own.suppositions().len();
    let (long, short) = match count {
        0 => (ABOVE.to_owned(), ABOVE.to_owned()),
        1..=MOST_CONDITIONS => (format!("if {own}"), few(count)),
        _ => (few(count), few(count)),
    };
    let mut marks = vec![Mark { long, short, is_condition: true }];
    marks.extend(supposed.answer.thread.as_ref().map(|_| thread_mark()));
    let thread = supposed.answer.thread.as_ref().map(|thread| format!("  ({thread})")).unwrap_or_default();
    let full = format!("= {value} if {}{thread}", supposed.condition);
    Some(Said { value: in_a_hint(value, &supposed.answer), marks, full })
}

/// That a value rests on what the head of its function or class says.
const ABOVE: &str = "if ↑";

/// That a value is of the program that the head of its function or class names.
const ABOVE_PROGRAM: &str = "in ↑";

/// Whether nothing stands in a value but sizes and strides that are not known, with 0 and 1 at most.
fn says_nothing(value: &str) -> bool {
    let leaves = || value.split(|c| "():,".contains(c)).filter(|leaf| !leaf.is_empty());
    leaves().any(|leaf| leaf == "?") && leaves().all(|leaf| matches!(leaf, "?" | "0" | "1"))
}

fn is_of(answer: &Answer, kinds: HintKinds) -> bool {
    match (&answer.value, &answer.evaluated.value) {
        (HostValue::Tensor(_), _) => kinds.tensors,
        (_, Value::Hardware(thing)) => {
            kinds.tiled && matches!(thing.as_ref(), Hardware::TiledMma(_) | Hardware::TiledCopy(_))
        }
        (_, Value::Tuple(tuple)) => kinds.tuples && tuple.is_tuple(),
        (_, value) if value.is_layout() => kinds.layouts,
        (_, Value::Tiler(_) | Value::SymbolicTiler(_) | Value::Coordinate(_)) => kinds.tuples,
        // Numbers, types and findings have no hint of their own.
        _ => false,
    }
}

/// Whether the declaration shows the sizes and strides of the value in their order already: `make_layout(Int<8>{})` is
/// `8:1`.
fn is_obvious(analysis: &Analysis, variable: &Variable, value: &str) -> bool {
    let Some(source) = analysis.text.get(variable.range.end..variable.statement.end) else { return false };
    let spelling = analysis.libraries.convention.spelling;
    let (written, shown) = (leaves(source, spelling), leaves(value, spelling));
    let is_compact_line = shown.len() == 2 && shown.last() == Some(&"1");
    let is_spelled = |shown: &[&str]| !shown.is_empty() && written.ends_with(shown);
    spelling.iter().any(|word| source.contains(word))
        && (is_spelled(&shown) || (is_compact_line && is_spelled(shown.get(..1).unwrap_or_default())))
}

/// The numbers and names of a text, `_8` as `8`, without the words around them.
fn leaves<'t>(text: &'t str, spelling: &[&str]) -> Vec<&'t str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c: char| !is_word(c))
        .map(|word| word.trim_start_matches('_'))
        .filter(|word| !word.is_empty() && !spelling.contains(word))
        .collect()
}

#[cfg(test)]
mod tests {
    use layoutlens_library::of_language;
    use layoutlens_syntax::Language;

    use super::{leaves, says_nothing};

    #[test]
    fn unknown_sizes_beside_ones_and_zeros_say_nothing() {
        assert!(says_nothing("(?,?):(?,?)") && says_nothing("((1,?),?):((0,?),?)"));
        assert!(!says_nothing("(128,?):(?,1)") && !says_nothing("1:0") && !says_nothing("(?,?):(1@0,1@1)"));
    }

    #[test]
    fn leaves_are_what_is_no_spelling() {
        let spelling = of_language(Language::Cuda).convention.spelling;
        assert_eq!(leaves("make_layout(make_shape(Int<8>{}, _4{}, m2))", spelling), ["8", "4", "m2"]);
        assert_eq!(leaves("(8,4):(1,8)", spelling), ["8", "4", "1", "8"]);
    }
}
