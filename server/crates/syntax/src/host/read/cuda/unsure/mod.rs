//! Functions whose statements may not be what the parser makes of them. It knows no macros, and a directive stands for it
//! where a statement may stand: `for (..)` / `#if X` / `a = 1;` / `#endif`, `IF_LARGE a = 2;`, branches of an `#if` that open
//! more than they close. Which statement depends on which head is not known then, and how often one is run: whatever
//! such a function assigns to has no value in it, while what it only declares stays.

mod directive;
mod foreign;
mod known_own;
mod macros;
mod own_macros;
mod places;
mod ranges;
mod token;
mod written;

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use self::directive::is_pragma;
pub(super) use self::macros::MacroTexts;
use self::own_macros::OwnMacros;
use self::token::{Kind, Lexer, Token};
pub(super) use self::written::Unsure;
use super::field::{self, FieldOf as _};
use super::kind::KindOf as _;
use super::{Reader, broken::words};
use crate::expr::{Expr, ExprKind};
use crate::program::{Argument, HostStatement, StatementKind};

/// Why what such a function returns is not known.
const REASON: &str = "a directive or macro may change which statements are run";

/// How many errors of a function are looked at; with more, none of its statements is certain anyway.
const MAX_ERRORS: usize = 256;

impl Reader<'_> {
    /// Remembers what a macro says, without comments.
    pub(super) fn note_macro_text(&mut self, name: &str, text: &str, has_parameters: bool) {
        Arc::make_mut(&mut self.macro_texts).add(name, text, has_parameters);
    }

    /// Notes what is not known of a function while its body is read, and says it in front of its statements.
    pub(super) fn unsure_body(
        &mut self,
        block: Node<'_>,
        body: &mut Vec<HostStatement>,
        read: impl FnOnce(&mut Self, &mut Vec<HostStatement>),
    ) {
        if self.unsure.is_some() {
            return read(self, body);
        }
        let head = block.parent().map_or(block.start_byte(), |function| function.start_byte());
        let mut unsure = self.unsure_of(head, block.byte_range(), block);
        if let Some(unsure) = &mut unsure {
            // Nothing in a template can write its parameters, or declare their names again.
            let parameters = self.template_parameters_around(block);
            unsure.written.retain(|name| !parameters.contains(name));
        }
        self.unsure = unsure.map(Arc::new);
        self.say_unsure(block.byte_range(), body);
        read(self, body);
        self.unsure = None;
    }

    /// The names of the parameters of all templates around a node.
    fn template_parameters_around(&mut self, node: Node<'_>) -> HashSet<String> {
        let around = std::iter::successors(node.parent(), Node::parent);
        let lists = around.filter(|above| above.word() == "template_declaration");
        let lists = lists.filter_map(|template| template.field(&field::PARAMETERS));
        let parameters = lists.flat_map(|list| self.template_parameters(list));
        parameters.filter_map(|parameter| Some(parameter.name?.text)).collect()
    }

    /// Says in front of the statements of a function what it may write.
    pub(super) fn say_unsure(&mut self, range: Range<usize>, body: &mut Vec<HostStatement>) {
        let Some(unsure) = self.unsure.clone() else { return };
        let at = range.start..range.start;
        let all: Vec<&String> = unsure.written.iter().collect();
        self.may_write(all, at.clone(), body);
        if unsure.returns {
            let open = || Expr { kind: ExprKind::Opaque(REASON.into()), range: at.clone() };
            let returned = HostStatement { kind: StatementKind::Return(Some(open())), range: at.clone() };
            let kind = StatementKind::If {
                condition: open(),
                is_constant: false,
                then: vec![returned],
                otherwise: Vec::new(),
            };
            self.push_at(body, at, kind);
        }
    }

    /// What is not known of a part of the file that is no definition as a whole.
    pub(super) fn unsure_of_broken(&mut self, node: Node<'_>) -> Option<Arc<Unsure>> {
        let range = self.in_part(node.byte_range());
        self.unsure_of(range.start, range, node).map(Arc::new)
    }

    /// Reads a definition: what is not known of the function around it is not said of its own body.
    pub(super) fn sure_outside<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.unsure.take();
        let value = read(self);
        self.unsure = around;
        value
    }

    fn unsure_of(&mut self, head: usize, body: Range<usize>, of: Node<'_>) -> Option<Unsure> {
        let text: &str = self.text.get(body.clone())?;
        // Most functions have neither: their words need not be looked at.
        let may_be = foreign::may_hold(text, of.has_error())
            || text.contains(['#', '\\'])
            || ["<%", "%>", "<:", ":>", "%:", "bitand", "and_eq", "or_eq", "xor"]
                .iter()
                .any(|odd| text.contains(odd))
            || text.contains("switch")
            || !self.macro_texts.is_empty()
                && words(text).iter().any(|(_, word)| self.macro_texts.knows(word));
        if !may_be {
            return None;
        }
        let tokens: Vec<Token<'_>> = Lexer::new(text).collect();
        let own = OwnMacros::of(&tokens, of, body.start, &self.macro_texts);
        let before = self.know_own(&own, of);
        let found = self.unsure_with(&tokens, &own, head, body, of);
        self.forget_own(before);
        found
    }

    /// What is not known of a function whose body has these tokens, and whose head begins at `head`.
    fn unsure_with(
        &self,
        tokens: &[Token<'_>],
        own: &OwnMacros<'_>,
        head: usize,
        body: Range<usize>,
        of: Node<'_>,
    ) -> Option<Unsure> {
        let inside = RefCell::default();
        let uses = macros::Uses {
            tokens,
            texts: &self.macro_texts,
            known: &self.macro_uses,
            inside: &inside,
            depth: 0,
        };
        let mut places = places::doubtful(&uses);
        let foreign = foreign::of(tokens, &self.macro_texts);
        places.leave_open(foreign);
        let has_directive =
            || tokens.iter().any(|token| token.kind == Kind::Directive && !is_pragma(&token.text));
        // What nobody can compile has brackets that are open.
        let is_cut = of.word() == "compound_statement" && places::block_end(tokens) != Some(body.len());
        let is_known = !of.has_error()
            || has_directive()
            || foreign.is_some()
            || uses.any_doubtful(&places)
            || is_cut && !self.macro_texts.is_empty();
        if !is_known {
            return None;
        }
        if of.has_error() && has_directive() {
            errors(of, &mut |error| {
                let from = error.start.saturating_sub(body.start);
                let to = error.end.saturating_sub(body.start);
                let first = tokens.partition_point(|token| token.end <= from);
                let last = tokens.partition_point(|token| token.end <= to);
                places.spots.extend((first.saturating_sub(1)..=last).filter(|at| *at < tokens.len()));
            });
        }
        if is_cut && (!places.spots.is_empty() || !self.macro_texts.is_empty()) {
            places.has_open_blocks = true;
            places.is_everywhere = true;
        }
        let is_torn = |of: &own_macros::OwnMacro<'_>| places.torn.contains(&of.at);
        places.has_own_macros = own.is_any_open || own.certain.iter().any(is_torn);
        places.is_everywhere |= places.has_own_macros;
        if places.spots.is_empty() && !places.is_everywhere {
            return None;
        }
        let head: Vec<Token<'_>> = Lexer::new(self.text.get(head..body.start)?).collect();
        Some(written::unsure(&head, &uses, &places))
    }

    /// Whether something of the function is not known that a statement may be a part of: what it names is written.
    pub(super) fn unsure_behind(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let Some(unsure) = self.unsure.clone() else { return };
        let is_left = matches!(
            node.word(),
            "break_statement" | "continue_statement" | "goto_statement" | "return_statement"
        );
        if is_left || unsure.written.is_empty() {
            return;
        }
        let text = self.text.get(self.in_part(node.byte_range())).unwrap_or_default();
        let named = words(text);
        let any = text.contains(['#', '\\']) || named.iter().any(|(_, word)| unsure.macros.contains(*word));
        let all: Vec<&String> = match any {
            true => unsure.written.iter().collect(),
            false => {
                let named: HashSet<&String> =
                    named.iter().filter_map(|(_, word)| unsure.written.get(*word)).collect();
                named.into_iter().collect()
            }
        };
        self.may_write(all, node.end_byte()..node.end_byte(), out);
    }

    /// The call of something that may write these names.
    fn may_write(&mut self, mut names: Vec<&String>, at: Range<usize>, out: &mut Vec<HostStatement>) {
        if names.is_empty() {
            return;
        }
        names.sort_unstable();
        let name = |name: &str| Expr { kind: ExprKind::Name(name.to_owned()), range: at.clone() };
        let arguments =
            names.into_iter().map(|written| Argument { keyword: None, value: name(written) }).collect();
        let callee = Box::new(name(crate::program::UNREAD));
        let call = Expr { kind: ExprKind::Invoke { callee, arguments }, range: at.clone() };
        self.push_at(out, at, StatementKind::Expression(call));
    }
}

/// Where a tree has errors, up to a number of them.
fn errors(node: Node<'_>, note: &mut impl FnMut(Range<usize>)) {
    let (mut rest, mut left) = (vec![node], MAX_ERRORS);
    while let Some(node) = rest.pop() {
        if node.is_error() || node.is_missing() {
            note(node.byte_range());
            left -= 1;
            if left == 0 {
                return;
            }
        } else if node.has_error() {
            let mut cursor = node.walk();
            rest.extend(node.children(&mut cursor));
        }
    }
}
