//! Numbers and strings.

use tree_sitter::Node;

use super::{Reader, children};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{Argument, FILLED_STRING};

impl Reader<'_> {
    /// `8`, `0x1F`, `1_000`.
    pub(super) fn integer(&self, node: Node<'_>) -> ExprKind {
        let digits = self.slice(node).replace('_', "").to_ascii_lowercase();
        let value = match digits.get(..2) {
            Some("0x") => i64::from_str_radix(&digits[2..], 16),
            Some("0o") => i64::from_str_radix(&digits[2..], 8),
            Some("0b") => i64::from_str_radix(&digits[2..], 2),
            _ => digits.parse(),
        };
        value.map_or_else(|_| ExprKind::Opaque("no integer of 64 bits".into()), ExprKind::Int)
    }

    /// A string. What is filled into it makes it a call of the method [`FILLED_STRING`] with what it consists of.
    pub(super) fn string(&mut self, node: Node<'_>) -> ExprKind {
        let strings = if node.kind() == "concatenated_string" { children(node) } else { vec![node] };
        let (mut parts, mut text) = (Vec::new(), String::new());
        for part in strings.iter().flat_map(|&string| children(string)) {
            match part.kind() {
                // Nothing is filled into one.
                "string_start" if self.slice(part).contains(['b', 'B']) => {
                    return ExprKind::Opaque("a string of bytes".into());
                }
                "string_start" | "string_end" => {}
                "string_content" => match self.content(part) {
                    Some(content) => text.push_str(&content),
                    None => return self.unread_string(&strings, "a string with escapes"),
                },
                "interpolation" => {
                    let [value] = *children(part).as_slice() else {
                        return self.unread_string(&strings, "a string that values are filled into");
                    };
                    if self.slice(part).contains('=') {
                        return self.unread_string(&strings, "a string that values are filled into");
                    }
                    parts.push(text_of(std::mem::take(&mut text), node));
                    parts.push(self.sequence_or_expression(value));
                }
                _ => return self.unread_string(&strings, "a string with escapes"),
            }
        }
        if parts.is_empty() {
            return ExprKind::Text(text);
        }
        parts.push(text_of(text, node));
        let name = Name { text: FILLED_STRING.to_owned(), range: node.byte_range() };
        let kind = ExprKind::Member { base: Box::new(text_of(String::new(), node)), name };
        let callee = Box::new(Expr { kind, range: node.byte_range() });
        let arguments = parts.into_iter().map(|value| Argument { keyword: None, value }).collect();
        ExprKind::Invoke { callee, arguments }
    }

    /// A string that is not read, behind the values that are filled into it.
    fn unread_string(&mut self, strings: &[Node<'_>], reason: &str) -> ExprKind {
        let mut values = Vec::new();
        let mut pending: Vec<Node<'_>> = strings.iter().rev().copied().collect();
        while let Some(node) = pending.pop() {
            let filled = node.child_by_field_name("expression");
            if let Some(value) = filled {
                values.push(self.sequence_or_expression(value));
            }
            let further = children(node).into_iter().filter(|child| Some(*child) != filled);
            pending.extend(further.rev());
        }
        let unread = ExprKind::Opaque(reason.into());
        match values.last().map(|last| last.range.end..last.range.end) {
            Some(range) => {
                values.push(Expr { kind: unread, range });
                ExprKind::Comma(values)
            }
            None => unread,
        }
    }

    /// The characters that a piece of a string stands for; `None` for escapes that are not read.
    fn content(&self, node: Node<'_>) -> Option<String> {
        let mut text = String::new();
        let mut at = node.start_byte();
        for escape in children(node) {
            text.push_str(self.text.get(at..escape.start_byte())?);
            text.push_str(match self.slice(escape) {
                "\\n" => "\n",
                "\\t" => "\t",
                "\\\\" => "\\",
                "\\\"" => "\"",
                "\\'" => "'",
                "{{" => "{",
                "}}" => "}",
                _ => return None,
            });
            at = escape.end_byte();
        }
        text.push_str(self.text.get(at..node.end_byte())?);
        Some(text)
    }
}

fn text_of(text: String, node: Node<'_>) -> Expr {
    Expr { kind: ExprKind::Text(text), range: node.byte_range() }
}
