//! The skeleton of a predicate below a divide that covers more than there is.

use std::ops::Range;

use layout_algebra::{IntTuple, Layout, TilerMode};
use layoutlens_eval::{Operation, Value};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind, Language};
use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction, Edit},
    insertion::{annotation_around, comment_leader, is_between_lines, is_line_comment},
};
use crate::{
    diagnostic::Diagnostic,
    host_name::is_identifier,
    line::{indentation, line_around, line_ending},
};

/// Writes, as a comment to be filled in, how the coordinates are divided as the data is, and compared before each access. It
/// is no fix: what it says is to be done is not done by it.
pub(super) fn action(analysis: &Analysis, finding: &Diagnostic) -> Option<CodeAction> {
    if finding.code != "needs-predicate" || analysis.file.language == Language::Rust {
        return None;
    }
    let text: &str = &analysis.text;
    let statement = annotation_around(analysis, finding.range.start);
    let (divide, end) = match statement {
        Some(statement) => {
            let expressions = statement.statement.expressions();
            let parts = expressions.iter().flat_map(|expr| expr.with_parts());
            let divide = parts.filter(|part| part.range == finding.range).find_map(operands)?;
            (stated(analysis, divide)?, statement.range.end)
        }
        None => (of_code(analysis, text.get(finding.range.clone())?)?, finding.range.end),
    };
    let line = line_around(text, end);
    let below = text.get(line.end..)?.find('\n').map_or(text.len(), |length| line.end + length + 1);
    if !is_between_lines(analysis, below) || is_in_long_comment(analysis, line.start) {
        return None;
    }
    let blanks = indentation(text.get(line.clone())?);
    let (leader, ending) = (comment_leader(analysis.file.language), line_ending(text, line.start));
    let lines = match analysis.file.language {
        Language::Python => [
            format!("coordinates = {}", divide.coordinates),
            format!("if cute.elem_less(coordinates[i], {}): access element i", divide.extent),
        ],
        Language::Cuda => [
            format!("auto coordinates = {};", divide.coordinates),
            format!("if (elem_less(coordinates(i), {})) {{ access element i }}", divide.extent),
        ],
        // Its crates have no tensors whose elements are coordinates.
        Language::Rust => return None,
    };
    let comment: String = lines.iter().map(|code| format!("{blanks}{leader}   {code}{ending}")).collect();
    let comment = format!("{blanks}{leader} Predicate each access:{ending}{comment}");
    // A last line without an end gets one.
    let edit = match text.get(..below).is_some_and(|above| above.ends_with('\n')) {
        true => Edit::insert(below, comment),
        false => Edit::insert(below, format!("{ending}{}", comment.trim_end())),
    };
    Some(
        CodeAction::chosen("write a predicate's skeleton", ActionKind::QuickFix, vec![edit])
            .answering(finding),
    )
}

/// A divide of coordinates in the language of the code, and what they are compared with.
struct Divide {
    coordinates: String,
    extent: String,
}

/// The operation, what it divides and by what.
fn operands(expr: &Expr) -> Option<(Operation, &Expr, &Expr)> {
    let (operation, operands) = match &expr.kind {
        ExprKind::Call { function, template, arguments } if template.is_empty() => {
            (Operation::named(&function.text)?, arguments.iter().collect::<Vec<_>>())
        }
        ExprKind::Binary { operator: BinaryOperator::LogicalDivide, left, right } => {
            (Operation::LogicalDivide, vec![&**left, &**right])
        }
        _ => return None,
    };
    match operands.as_slice() {
        [layout, tiler] if operation.is_divide() => Some((operation, layout, tiler)),
        _ => None,
    }
}

/// Of a statement, by the values of its operands.
fn stated(analysis: &Analysis, (operation, layout, tiler): (Operation, &Expr, &Expr)) -> Option<Divide> {
    let value = |expr: &Expr| {
        let node = analysis.evaluation.nodes.iter().find(|node| node.range == expr.range);
        node.map(|node| node.evaluated.value.clone())
    };
    let (Value::Layout(layout), tiler) = (value(layout)?, value(tiler)?) else { return None };
    let library = analysis.libraries.qualifier();
    let spelling = Spelling { is_python: analysis.file.language == Language::Python, library: &library };
    let extent = spelling.tuple("make_shape", &layout.shape());
    let tiler = match tiler {
        Value::Layout(tile) => spelling.layout(&tile),
        Value::Tiler(modes) => spelling.modes(&modes),
        _ => return None,
    };
    let coordinates = format!("{library}{operation}({library}make_identity_tensor({extent}), {tiler})");
    Some(Divide { coordinates, extent })
}

/// Values as code.
struct Spelling<'l> {
    is_python: bool,
    /// What stands before the names of the library's functions.
    library: &'l str,
}

impl Spelling<'_> {
    fn tuple(&self, function: &str, tuple: &IntTuple<i64>) -> String {
        match (tuple, self.is_python) {
            (IntTuple::Int(number), true) => number.to_string(),
            (IntTuple::Int(number), false) => format!("Int<{number}>{{}}"),
            (IntTuple::Tuple(modes), _) => {
                let modes: Vec<String> = modes.iter().map(|mode| self.tuple(function, mode)).collect();
                self.call(function, &modes)
            }
        }
    }

    fn call(&self, function: &str, elements: &[String]) -> String {
        match (self.is_python, elements) {
            (true, [one]) => format!("({one},)"),
            (true, several) => format!("({})", several.join(", ")),
            (false, several) => format!("{function}({})", several.join(", ")),
        }
    }

    fn layout(&self, layout: &Layout) -> String {
        let (shape, stride) =
            (self.tuple("make_shape", &layout.shape()), self.tuple("make_stride", &layout.stride()));
        let library = self.library;
        match self.is_python {
            true => format!("{library}make_layout({shape}, stride={stride})"),
            false => format!("{library}make_layout({shape}, {stride})"),
        }
    }

    fn modes(&self, modes: &[TilerMode]) -> String {
        let modes: Vec<String> = modes.iter().map(|mode| self.mode(mode)).collect();
        self.call("make_tile", &modes)
    }

    fn mode(&self, mode: &TilerMode) -> String {
        match mode {
            TilerMode::Keep => {
                if self.is_python {
                    "None".to_owned()
                } else {
                    "_".to_owned()
                }
            }
            TilerMode::Size(size) => self.tuple("make_tile", &IntTuple::Int(*size)),
            TilerMode::Layout(layout) => self.layout(layout),
            TilerMode::ByMode(modes) => self.modes(modes),
        }
    }
}

/// Of a call in the code: the same call with the coordinates of what it divides.
fn of_code(analysis: &Analysis, call: &str) -> Option<Divide> {
    let call = call.split_whitespace().collect::<Vec<_>>().join(" ");
    let (function, arguments) = call.split_once('(')?;
    let arguments = arguments.strip_suffix(')')?;
    let (divided, tiler) = arguments.split_once(',')?;
    let (divided, tiler) = (divided.trim(), tiler.trim());
    if !is_identifier(divided) || tiler.is_empty() {
        return None;
    }
    let library = analysis.libraries.qualifier();
    let extent = match analysis.file.language {
        Language::Python => format!("{divided}.shape"),
        Language::Cuda | Language::Rust => format!("shape({divided})"),
    };
    let coordinates = format!("{function}({library}make_identity_tensor({extent}), {tiler})");
    Some(Divide { coordinates, extent })
}

/// Whether the line begins inside a comment or literal of several lines, where a comment of one line is text.
fn is_in_long_comment(analysis: &Analysis, line_start: usize) -> bool {
    let spans = |range: &Range<usize>| {
        range.start < line_start
            && line_start < range.end
            && analysis.text.get(range.start..line_start).is_some_and(|above| above.contains('\n'))
    };
    analysis.file.not_code.iter().any(|range| spans(range) && !is_line_comment(&analysis.text, range))
}
