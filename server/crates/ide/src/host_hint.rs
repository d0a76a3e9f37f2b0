//! Layouts of the code's variables at the end of their lines.

use std::{collections::BTreeMap, ops::Range};

use layoutlens_eval::{
    Hardware, Value, Verdict,
    host::{Answer, HostValue, Site, Supposed, Variable, VariableKind},
};
use layoutlens_world::Analysis;

use crate::{
    inlay_hint::{InlayHint, LONGEST, end_of_line},
    shorten::shorten,
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
        }
    }
}

/// The hints of the code's variables inside `range`: one a line, whatever the line declares.
pub(crate) fn hints(analysis: &Analysis, range: &Range<usize>, kinds: HintKinds) -> Vec<InlayHint> {
    let mut lines: BTreeMap<usize, Vec<(&Variable, Text)>> = BTreeMap::new();
    for variable in &analysis.evaluation.host.variables {
        if let Some(text) = text(analysis, variable, kinds) {
            let end = end_of_line(&analysis.text, variable.statement.end.max(variable.range.end));
            if range.start <= end && end <= range.end {
                lines.entry(end).or_default().push((variable, text));
            }
        }
    }
    lines.into_iter().map(|(offset, variables)| line_hint(offset, &variables)).collect()
}

/// `= VALUE` for the one variable of a line; `a = VALUE, b = VALUE` for several.
fn line_hint(offset: usize, variables: &[(&Variable, Text)]) -> InlayHint {
    let line = |said: &dyn Fn(&Text) -> String| match variables {
        [(variable, text)] if !is_parameter(variable) => format!("= {}", said(text)),
        several => several
            .iter()
            .map(|(variable, text)| format!("{} = {}", variable.name, said(text)))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let full = line(&Text::full);
    let label = match full.chars().count() > LONGEST {
        true => shorten(&line(&Text::short), LONGEST),
        false => full.clone(),
    };
    let tooltip = (label != full).then_some(full);
    InlayHint { offset, label, tooltip }
}

/// Whether the name stands in the middle of its line, among others.
fn is_parameter(variable: &Variable) -> bool {
    matches!(variable.kind, VariableKind::Parameter | VariableKind::TemplateParameter)
}

/// What a hint says of a variable.
struct Text {
    value: String,
    /// Where and for whom it holds: `  (in a.cu, thread 0)`; empty where it holds everywhere.
    holds: String,
    /// What is supposed for it.
    condition: Option<String>,
}

impl Text {
    fn full(&self) -> String {
        match &self.condition {
            Some(condition) => format!("{} if {condition}", self.value),
            None => format!("{}{}", self.value, self.holds),
        }
    }

    /// The condition may give way, but not that there is one: it stands at the end, which [`shorten`] keeps.
    fn short(&self) -> String {
        let Some(condition) = &self.condition else {
            let left = LONGEST.saturating_sub(self.holds.chars().count() + "= ".len());
            return format!("{}{}", shorten(&self.value, left), self.holds);
        };
        let first = condition.split(", ").next().unwrap_or_default();
        let is_whole = first == condition && first.chars().count() < LONGEST / 2;
        let shown = match first.chars().count() < LONGEST / 2 {
            _ if is_whole => first.to_owned(),
            true => format!("{first}, ..."),
            false => "...".to_owned(),
        };
        format!("{} if {shown}", shorten(&self.value, LONGEST - shown.chars().count() - " if ".len() - 2))
    }
}

/// The longest name of a program in a hint, in characters; the hover has it whole.
const LONGEST_PROGRAM: usize = 20;

/// What the hint says of a variable; `None` when it says nothing.
fn text(analysis: &Analysis, variable: &Variable, kinds: HintKinds) -> Option<Text> {
    let is_wanted = match variable.kind {
        VariableKind::Parameter => kinds.parameters,
        VariableKind::TemplateParameter => kinds.template_parameters,
        VariableKind::Alias => kinds.aliases,
        VariableKind::Variable | VariableKind::Field => true,
    };
    let known: Vec<&Answer> =
        variable.answers.iter().filter(|answer| answer.evaluated.value.unknown_reason().is_none()).collect();
    if known.is_empty() && is_wanted {
        return supposed_text(variable, kinds);
    }
    let first = known.first().filter(|answer| is_wanted && is_of(answer, kinds))?;
    let value = match &first.evaluated.verdict {
        Verdict::Unproved { .. } => return None,
        Verdict::Wrong { at, expected, found } => {
            format!("{}  ✗ R({at}) = {found}, not {expected}", first.evaluated.value)
        }
        _ => first.evaluated.value.to_string(),
    };
    if !kinds.obvious && variable.answers.len() == 1 && is_obvious(analysis, variable, &value) {
        return None;
    }
    let sites = match variable.answers.as_slice() {
        [only] => only.site.as_ref().map(|site| format!("in {}", shorten(program(site), LONGEST_PROGRAM))),
        several => Some(format!("1 of {} call sites", several.len())),
    };
    let holds: Vec<String> = [sites, first.thread.clone()].into_iter().flatten().collect();
    let holds = if holds.is_empty() { String::new() } else { format!("  ({})", holds.join(", ")) };
    Some(Text { value, holds, condition: None })
}

/// The name of the file of the one call site that a value is known for.
fn program(site: &Site) -> &str {
    let file = site.file.as_deref().unwrap_or(&site.label);
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// What an unknown variable would be if something is what the code does not say.
fn supposed_text(variable: &Variable, kinds: HintKinds) -> Option<Text> {
    if !kinds.suppositions {
        return None;
    }
    let is_shown = |supposed: &&Supposed| {
        matches!(supposed.answer.evaluated.verdict, Verdict::Proved | Verdict::NeedsPredicate { .. })
            && supposed.answer.evaluated.value.unknown_reason().is_none()
            && is_of(&supposed.answer, kinds)
    };
    let supposed = variable.supposed.iter().find(is_shown)?;
    let value = supposed.answer.evaluated.value.to_string();
    Some(Text { value, holds: String::new(), condition: Some(supposed.condition.clone()) })
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
        _ => false,
    }
}

/// Words by which a source spells a layout out; what stands between them are its sizes and strides.
const SPELLING: [&str; 12] = [
    "make_layout",
    "make_tensor",
    "make_shape",
    "make_stride",
    "Layout",
    "Shape",
    "Stride",
    "Int",
    "C",
    "cute",
    "stride",
    "shape",
];

/// Whether the declaration shows the sizes and strides of the value in their order already: `make_layout(Int<8>{})` is
/// `8:1`.
fn is_obvious(analysis: &Analysis, variable: &Variable, value: &str) -> bool {
    let Some(source) = analysis.text.get(variable.range.end..variable.statement.end) else { return false };
    let (written, shown) = (leaves(source), leaves(value));
    let is_compact_line = shown.len() == 2 && shown.last() == Some(&"1");
    let is_spelled = |shown: &[&str]| !shown.is_empty() && written.ends_with(shown);
    SPELLING.iter().any(|word| source.contains(word))
        && (is_spelled(&shown) || (is_compact_line && is_spelled(shown.get(..1).unwrap_or_default())))
}

/// The numbers and names of a text, `_8` as `8`, without the words around them.
fn leaves(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c: char| !is_word(c))
        .map(|word| word.trim_start_matches('_'))
        .filter(|word| !word.is_empty() && !SPELLING.contains(word))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Text, leaves};

    #[test]
    fn a_long_layout_keeps_both_its_ends_beside_where_it_holds() {
        let value = "Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,2)):((64,512),(1,8192))".to_owned();
        let text = Text { value, holds: "  (in a.cu)".to_owned(), condition: None };
        assert_eq!(text.short(), "Sw<3,4,3> o smem_ptr[16…2)):((64,512),(1,8192))  (in a.cu)");
    }

    #[test]
    fn leaves_are_what_is_no_spelling() {
        assert_eq!(leaves("make_layout(make_shape(Int<8>{}, _4{}, m2))"), ["8", "4", "m2"]);
        assert_eq!(leaves("(8,4):(1,8)"), ["8", "4", "1", "8"]);
    }
}
