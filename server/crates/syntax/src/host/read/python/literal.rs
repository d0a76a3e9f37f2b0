//! Numbers and strings.

use tree_sitter::Node;

use super::{Reader, children};
use crate::expr::ExprKind;

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
        value.map_or_else(|_| ExprKind::Opaque("no integer of 64 bits".to_owned()), ExprKind::Int)
    }

    /// A string of plain characters; what is filled in or escaped is not read.
    pub(super) fn string(&self, node: Node<'_>) -> ExprKind {
        let strings = if node.kind() == "concatenated_string" { children(node) } else { vec![node] };
        let mut text = String::new();
        for string in strings {
            for part in children(string) {
                let is_bytes = part.kind() == "string_start" && self.slice(part).contains(['b', 'B']);
                if is_bytes {
                    return ExprKind::Opaque("a string of bytes".to_owned());
                }
                match part.kind() {
                    "string_start" | "string_end" => {}
                    "string_content" if children(part).is_empty() => text.push_str(self.slice(part)),
                    "string_content" => return ExprKind::Opaque("a string with escapes".to_owned()),
                    _ => return ExprKind::Opaque("a string that values are filled into".to_owned()),
                }
            }
        }
        ExprKind::Text(text)
    }
}
