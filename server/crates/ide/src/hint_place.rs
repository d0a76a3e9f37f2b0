//! Where a hint stands: on the line of the name that it is about.

use layoutlens_eval::host::{Variable, VariableKind};
use layoutlens_world::Analysis;

/// Where the hints of the code's names stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HintPlace {
    /// Behind the name, as a type: `auto tile = (4,8):(8,1) = ..`.
    Name,
    /// Behind the statement, before a comment; behind the name where several names share the statement, where it goes on
    /// on other lines or ends far to the right.
    #[default]
    Statement,
    /// At the end of the name's line.
    Line,
}

/// The last column at which a hint begins: what an editor beside a panel shows.
const LAST_COLUMN: usize = 100;

/// The columns that are on the screen of an editor beside a panel.
const SHOWN_COLUMNS: usize = 118;

/// A place for a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) offset: usize,
    /// How many characters are on the screen from here on, without other hints on the line.
    pub(crate) room: usize,
}

/// Where the hint of a variable stands, one of at least `least` characters; `is_alone` where no other name is declared
/// by its statement.
pub(crate) fn of_variable(
    analysis: &Analysis,
    variable: &Variable,
    is_alone: bool,
    least: usize,
    place: HintPlace,
) -> At {
    let text = &analysis.text;
    let at = |offset| At { offset, room: SHOWN_COLUMNS.saturating_sub(column(text, offset)) };
    let behind_name = at(variable.range.end);
    let is_parameter = matches!(variable.kind, VariableKind::Parameter | VariableKind::TemplateParameter);
    match place {
        HintPlace::Name => behind_name,
        HintPlace::Line => at(end_of_line(text, variable.range.end)),
        HintPlace::Statement if is_parameter || !is_alone => behind_name,
        HintPlace::Statement => {
            let rest = text.get(variable.range.end..variable.statement.end).unwrap_or_default();
            if rest.contains('\n') {
                return behind_name;
            }
            let end = variable.statement.end.max(variable.range.end);
            let is_closed = text.get(end..).is_some_and(|rest| rest.starts_with(';'));
            let behind_statement = at(end + usize::from(is_closed));
            let is_far = behind_statement.room < least.max(SHOWN_COLUMNS - LAST_COLUMN);
            if is_far { behind_name } else { behind_statement }
        }
    }
}

/// How many characters stand before the byte on its line.
fn column(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default().chars().count()
}

/// Where the line ends that holds `offset`.
pub(crate) fn end_of_line(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    offset + line.trim_end_matches('\r').len()
}
