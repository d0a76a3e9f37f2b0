//! Changes to a text, collected in any order and made at once.

use std::ops::Range;

#[derive(Debug, Default)]
pub(super) struct Edits {
    edits: Vec<(Range<usize>, String)>,
}

impl Edits {
    pub(super) fn insert(&mut self, at: usize, text: String) {
        self.replace(at..at, text);
    }

    /// Lines are kept: the replacement gets as many as were there.
    pub(super) fn replace(&mut self, range: Range<usize>, text: String) {
        self.edits.push((range, text));
    }

    /// The text with all changes. A change inside of an earlier one, or that begins before it ends, is dropped.
    pub(super) fn applied_to(mut self, text: &str) -> String {
        self.edits.sort_by_key(|(range, _)| range.start);
        let mut out = String::with_capacity(text.len() * 2);
        let mut done = 0;
        for (range, replacement) in self.edits {
            if range.start < done {
                continue;
            }
            out.push_str(&text[done..range.start]);
            out.push_str(&replacement);
            let lines = |text: &str| text.matches('\n').count();
            let lost = lines(&text[range.clone()]).saturating_sub(lines(&replacement));
            out.extend(std::iter::repeat_n('\n', lost));
            done = range.end;
        }
        out.push_str(&text[done..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Edits;

    #[test]
    fn lines_stay_where_they_are() {
        let mut edits = Edits::default();
        edits.insert(2, "+".into());
        edits.replace(0..2, "x".into());
        edits.replace(2..4, String::new());
        assert_eq!(edits.applied_to("a\nb\nc"), "x\n+\nc");
    }
}
