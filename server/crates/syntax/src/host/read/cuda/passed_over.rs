//! What the text of a function names that what was read of it does not: a call in code that is not read is a call all the same.

use std::ops::Range;

use tree_sitter::Node;

use super::{Reader, children, kind::KindOf as _};
use crate::annotation::Name;
use crate::moved::{Holder, Moves as _};
use crate::program::HostStatement;

impl Reader<'_> {
    /// The names in a function's code that its body does not have.
    pub(super) fn passed_over<'n>(
        &self,
        code: impl Iterator<Item = Node<'n>>,
        body: &mut Vec<HostStatement>,
    ) -> Vec<Name> {
        let mut read: Vec<Range<usize>> = Vec::new();
        body.each_place(&mut |range, holder| match holder {
            Holder::Name => read.push(range.clone()),
            Holder::Mention if self.is_spelled(range) => read.push(range.clone()),
            Holder::Mention | Holder::Other => {}
        });
        let read = joined(read);
        let is_read = |at: usize| {
            let before = read.partition_point(|range| range.start <= at);
            before.checked_sub(1).and_then(|before| read.get(before)).is_some_and(|range| at < range.end)
        };
        let (mut found, mut rest): (Vec<Name>, Vec<Node<'n>>) = (Vec::new(), code.collect());
        let within: Vec<Range<usize>> = rest.iter().map(Node::byte_range).collect();
        let is_inside = |outer: &Range<usize>, at: usize| outer.contains(&at);
        for (range, names) in &self.written_out {
            if within.iter().any(|code| is_inside(code, range.start)) {
                found.extend(names.iter().map(|name| Name { range: range.clone(), ..name.clone() }));
            }
        }
        while let Some(node) = rest.pop() {
            let is_name = matches!(node.word(), "identifier" | "field_identifier" | "type_identifier");
            let at = node.start_byte();
            if is_name && !is_read(at) && !self.written_out.keys().any(|written| is_inside(written, at)) {
                found.push(Name { text: self.text(node).to_owned(), range: node.byte_range() });
            }
            rest.extend(children(node));
        }
        found.sort_by(|one, other| (one.range.start, &one.text).cmp(&(other.range.start, &other.text)));
        found
    }

    /// Whether a name is written there: that of an operator stands where its operands do.
    fn is_spelled(&self, range: &Range<usize>) -> bool {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_:<>, \t\r\n".contains(&byte);
        self.text.get(self.in_part(range.clone())).is_some_and(|text| text.bytes().all(is_of_name))
    }
}

/// Ranges in order, those that overlap as one.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}
