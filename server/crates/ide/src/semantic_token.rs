//! What the words of statements are, for colours. Nothing outside of statements has a token: what else a file says is coloured
//! by the server of its language.

use std::{collections::HashSet, ops::Range};

use layoutlens_syntax::MARKER;
use layoutlens_world::Analysis;

use crate::token_role::{Role, RoleToken, token_roles};

/// A word or sign of a statement, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SemanticToken {
    /// Bytes of it.
    pub range: Range<usize>,
    /// What it is.
    pub kind: SemanticTokenKind,
    /// Whether `let` or `with` binds it here.
    pub is_declaration: bool,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SemanticTokenKind {
    /// A word of the language.
    Keyword,
    /// An operation.
    Function,
    /// A name that has a value.
    Variable,
    /// An element type, an atom, a pointer.
    Type,
    /// A number.
    Number,
    /// A sign between operands, `_`.
    Operator,
    /// An option of a `run`.
    Option,
    /// The code of a diagnostic.
    Code,
}

/// The tokens of the statements touched by `range`, in the order of the text; no two overlap.
pub fn semantic_tokens(analysis: &Analysis, range: Range<usize>) -> Vec<SemanticToken> {
    let text: &str = &analysis.text;
    let uses: HashSet<(usize, usize)> = analysis
        .evaluation
        .references
        .iter()
        .map(|reference| (reference.range.start, reference.range.end))
        .collect();
    let annotations = &analysis.file.annotations;
    let first = annotations.partition_point(|annotation| annotation.range.end < range.start);
    let touched = annotations.iter().skip(first).take_while(|annotation| annotation.range.start <= range.end);
    let mut tokens: Vec<SemanticToken> = Vec::new();
    for annotation in touched {
        if text.get(annotation.range.clone()) == Some(MARKER) {
            continue;
        }
        let roles = token_roles(text, annotation.range.clone());
        for (index, token) in roles.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|before| roles.get(before));
            if is_part_of_code(before, token) {
                // The parts of a code are one token.
                if let Some(code) = tokens.last_mut() {
                    code.range.end = token.range.end;
                }
                continue;
            }
            let is_use = uses.contains(&(token.range.start, token.range.end));
            tokens.extend(semantic_token(text, token, is_use));
        }
    }
    tokens
}

fn is_part_of_code(before: Option<&RoleToken>, token: &RoleToken) -> bool {
    token.role == Role::Code
        && before.is_some_and(|before| before.role == Role::Code && before.range.end == token.range.start)
}

/// `is_use`: the token is a use of a name that is bound or declared.
fn semantic_token(text: &str, token: &RoleToken, is_use: bool) -> Option<SemanticToken> {
    let word = text.get(token.range.clone()).filter(|word| !word.contains('\n'))?;
    let kind = match token.role {
        _ if is_use => SemanticTokenKind::Variable,
        Role::Keyword => SemanticTokenKind::Keyword,
        Role::Operation => SemanticTokenKind::Function,
        Role::Name if is_unit(word) => SemanticTokenKind::Number,
        Role::Binding | Role::Name => SemanticTokenKind::Variable,
        Role::Type => SemanticTokenKind::Type,
        Role::Number => SemanticTokenKind::Number,
        Role::Option => SemanticTokenKind::Option,
        Role::Code => SemanticTokenKind::Code,
        Role::Wildcard | Role::Wide | Role::Arithmetic | Role::Basis | Role::OptionEquals | Role::Sign => {
            SemanticTokenKind::Operator
        }
        Role::LayoutColon
        | Role::TypeColon
        | Role::Comma
        | Role::Open(_)
        | Role::Close
        | Role::Angle
        | Role::Other => {
            return None;
        }
    };
    let is_declaration = token.role == Role::Binding;
    Some(SemanticToken { range: token.range.clone(), kind, is_declaration })
}

/// `e0`, `f5`: the unit of a mode, an XOR stride.
fn is_unit(word: &str) -> bool {
    word.strip_prefix(['e', 'f'])
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}
