//! The form of statements: which blanks stand between their words and signs.

use std::ops::Range;

use layoutlens_syntax::{MARKER, Statement, parse_statement, statement_line, statement_tokens};
use layoutlens_world::Analysis;

use crate::{
    code_action::Edit,
    token_role::{Bracket, Role, RoleToken, token_roles},
};

/// The edits that give the statements touched by `range` their form, in the order of the text; none where they have it.
///
/// Only blanks inside of a line change: words, signs, line ends and comment leaders stay. A statement that cannot be read
/// stays as it is.
pub fn format_statements(analysis: &Analysis, range: Range<usize>) -> Vec<Edit> {
    let text: &str = &analysis.text;
    let touched = analysis
        .file
        .annotations
        .iter()
        .filter(|annotation| annotation.range.start <= range.end && range.start <= annotation.range.end);
    let mut edits = Vec::new();
    for annotation in touched {
        let whole = &annotation.range;
        let is_wrong = |error: &Range<usize>| error.start <= whole.end && whole.start <= error.end;
        if annotation.statement == Statement::Broken
            || analysis.file.errors.iter().any(|error| is_wrong(&error.range))
        {
            continue;
        }
        edits.extend(behind_marker(text, whole.start));
        edits.extend(statement_edits(text, whole.clone()));
    }
    edits
}

/// One blank between the marker and the statement that begins at `start`.
fn behind_marker(text: &str, start: usize) -> Option<Edit> {
    let before = text.get(..start)?;
    let marker = before.rfind(MARKER)? + MARKER.len();
    let gap = before.get(marker..)?;
    let is_blank = gap.chars().all(|c| c.is_whitespace() && c != '\n');
    (is_blank && gap != " ").then(|| Edit { range: marker..start, text: " ".to_owned() })
}

/// The edits between the tokens of one statement that can be read; none where they would change how it is read.
fn statement_edits(text: &str, range: Range<usize>) -> Vec<Edit> {
    let tokens = token_roles(text, range.clone());
    let blanks = Blanks::new(text, &tokens);
    let mut edits = Vec::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        let [before, behind] = pair else { continue };
        let gap = before.range.end..behind.range.start;
        let Some(written) = text.get(gap.clone()).filter(|written| !written.contains('\n')) else { continue };
        let wanted = match blanks.between(index) {
            Some(true) => " ",
            Some(false) => "",
            None => continue,
        };
        if written != wanted {
            edits.push(Edit { range: gap, text: wanted.to_owned() });
        }
    }
    if edits.is_empty() || !is_same_statement(text, &range, &edits) {
        return Vec::new();
    }
    edits
}

/// Whether a statement consists of the same words and signs behind the edits, and can be read.
fn is_same_statement(text: &str, range: &Range<usize>, edits: &[Edit]) -> bool {
    let formatted = applied(text, range, edits);
    let words = |text: &str, range: Range<usize>| -> Vec<String> {
        let tokens = statement_tokens(text, range);
        tokens.into_iter().map(|token| text[token.range].to_owned()).collect()
    };
    let tokens = words(&formatted, 0..formatted.len());
    tokens == words(text, range.clone())
        && parse_statement(&statement_line(&formatted, 0..formatted.len())).1.is_empty()
}

/// The text in `range` behind edits that lie in it.
fn applied(text: &str, range: &Range<usize>, edits: &[Edit]) -> String {
    let mut formatted = String::with_capacity(range.len());
    let mut at = range.start;
    for edit in edits {
        formatted.push_str(text.get(at..edit.range.start).unwrap_or_default());
        formatted.push_str(&edit.text);
        at = edit.range.end;
    }
    formatted.push_str(text.get(at..range.end).unwrap_or_default());
    formatted
}

/// Where blanks belong between the tokens of a statement.
struct Blanks<'a> {
    tokens: &'a [RoleToken],
    /// For each token the bracket around it, an index into `brackets`.
    around: Vec<usize>,
    /// For each token the operand that it is in, an index into `has_colon`.
    operands: Vec<usize>,
    /// Whether an operand is a layout or a basis as it is written: arithmetic in it stands close.
    has_colon: Vec<bool>,
    brackets: Vec<Around>,
}

/// The sign of a basis, or a fraction that has one: `1/2@0`.
fn is_basis(text: &str, token: &RoleToken) -> bool {
    matches!(token.role, Role::Basis | Role::Number)
        && text.get(token.range.clone()).is_some_and(|word| word.contains('@'))
}

/// A bracket, or the statement around all of them.
struct Around {
    bracket: Option<Bracket>,
    /// The bracket around it.
    parent: usize,
    /// Whether it is a shape or a stride of a layout.
    is_of_layout: bool,
    /// Whether it holds a layout or a basis, itself or in a tuple in it.
    holds_layout: bool,
    is_roomy: bool,
}

impl<'a> Blanks<'a> {
    fn new(text: &str, tokens: &'a [RoleToken]) -> Self {
        let outermost =
            Around { bracket: None, parent: 0, is_of_layout: false, holds_layout: false, is_roomy: true };
        let mut this = Self {
            tokens,
            around: Vec::with_capacity(tokens.len()),
            operands: Vec::with_capacity(tokens.len()),
            has_colon: vec![false],
            brackets: vec![outermost],
        };
        this.read(text);
        this.find_room();
        this
    }

    fn read(&mut self, text: &str) {
        // The bracket at hand and the operand in it, the innermost last.
        let mut open = vec![(0_usize, 0_usize)];
        for (index, token) in self.tokens.iter().enumerate() {
            if token.role == Role::Close && open.len() > 1 {
                let closed = open.pop().map_or(0, |(bracket, _)| bracket);
                let next = self.tokens.get(index + 1).map(|next| next.role);
                if let Some(closed) = self.brackets.get_mut(closed) {
                    closed.is_of_layout |= next == Some(Role::LayoutColon);
                }
            }
            let (bracket, operand) = open.last().copied().unwrap_or_default();
            self.around.push(bracket);
            self.operands.push(operand);
            match token.role {
                Role::Open(kind) => {
                    let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
                    let is_of_layout = before.is_some_and(|before| before.role == Role::LayoutColon);
                    open.push((self.brackets.len(), self.has_colon.len()));
                    self.has_colon.push(false);
                    self.brackets.push(Around {
                        bracket: Some(kind),
                        parent: bracket,
                        is_of_layout,
                        holds_layout: false,
                        is_roomy: false,
                    });
                }
                Role::Comma | Role::Wide | Role::TypeColon | Role::OptionEquals => {
                    if let Some((_, operand)) = open.last_mut() {
                        *operand = self.has_colon.len();
                        self.has_colon.push(false);
                    }
                }
                role if role == Role::LayoutColon || is_basis(text, token) => {
                    if let Some(has_colon) = self.has_colon.get_mut(operand) {
                        *has_colon = true;
                    }
                    if let Some(around) = self.brackets.get_mut(bracket) {
                        around.holds_layout = true;
                    }
                }
                _ => {}
            }
        }
    }

    /// Operands of operations stand apart, coordinates and the modes of a layout close together.
    fn find_room(&mut self) {
        // What is in a bracket stands behind it.
        for index in (1..self.brackets.len()).rev() {
            let Some(inner) = self.brackets.get(index) else { continue };
            let (parent, is_tuple) = (inner.parent, inner.bracket == Some(Bracket::Tuple));
            if inner.holds_layout
                && is_tuple
                && !inner.is_of_layout
                && let Some(outer) = self.brackets.get_mut(parent)
            {
                outer.holds_layout = true;
            }
        }
        for index in 1..self.brackets.len() {
            let Some(inner) = self.brackets.get(index) else { continue };
            let is_roomy_outside = self.brackets.get(inner.parent).is_some_and(|outer| outer.is_roomy);
            let is_roomy = is_roomy_outside
                && match inner.bracket {
                    Some(Bracket::Call | Bracket::Options) | None => true,
                    Some(Bracket::Tuple) => inner.holds_layout && !inner.is_of_layout,
                    Some(Bracket::Application | Bracket::Template | Bracket::Tiler) => false,
                };
            if let Some(inner) = self.brackets.get_mut(index) {
                inner.is_roomy = is_roomy;
            }
        }
    }

    /// Whether a blank belongs between a token and the next one; `None` where what is written there stays.
    fn between(&self, index: usize) -> Option<bool> {
        let (before, behind) = (self.tokens.get(index)?.role, self.tokens.get(index + 1)?.role);
        match (before, behind) {
            (Role::Angle | Role::Other, _) | (_, Role::Angle | Role::Other) => None,
            (Role::Code, Role::Code) => None,
            (Role::Open(_), _) | (_, Role::Close | Role::Comma) => Some(false),
            (Role::Comma, _) => Some(self.is_roomy(index)),
            (Role::Wide | Role::TypeColon, _) | (_, Role::Wide | Role::TypeColon) => Some(true),
            (Role::OptionEquals | Role::LayoutColon | Role::Basis | Role::Sign, _) => Some(false),
            (_, Role::OptionEquals | Role::LayoutColon | Role::Basis) => Some(false),
            (Role::Arithmetic, _) => Some(self.is_arithmetic_roomy(index)),
            (_, Role::Arithmetic) => Some(self.is_arithmetic_roomy(index + 1)),
            (_, Role::Open(Bracket::Call | Bracket::Application | Bracket::Template)) => Some(false),
            (_, Role::Open(Bracket::Options)) | (Role::Keyword, _) => Some(true),
            _ => None,
        }
    }

    fn is_roomy(&self, index: usize) -> bool {
        let around = self.around.get(index).and_then(|&around| self.brackets.get(around));
        around.is_some_and(|around| around.is_roomy)
    }

    fn is_arithmetic_roomy(&self, index: usize) -> bool {
        let operand = self.operands.get(index).and_then(|&operand| self.has_colon.get(operand));
        let around = self.around.get(index).and_then(|&around| self.brackets.get(around));
        let is_grouping = around.is_some_and(|around| around.bracket == Some(Bracket::Tuple));
        self.is_roomy(index) && !is_grouping && operand == Some(&false)
    }
}
