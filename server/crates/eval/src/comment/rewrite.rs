//! A comment's value as it should be, in the style that the comment has.

use std::{cmp::Ordering, ops::Range};

use layout_algebra::IntTuple;
use layoutlens_operation::{size::Size, value::Leaf};
use layoutlens_syntax::{CommentedValue, Pattern, PatternKind, parse_commented_value};

use crate::comment::{
    matching::{Matching, Outcome, Side},
    parts::{Parts, SwizzlePart},
    stated::StatedSizes,
};

/// How a comment is written.
struct Style<'a> {
    text: &'a str,
    /// Static integers as `_8`.
    has_underscores: bool,
    /// What stands between two elements: `,` or `, `.
    comma: &'a str,
    /// The numbers of run-time sizes in comments that were copied from a run: of layouts alone.
    stated: Option<&'a StatedSizes>,
}

/// A part of the text that holds the comment. Where there were none, what is written would not fit, and none is offered.
fn part(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// The text of `value` with what differs replaced: names that fit stay, strides stand where there were strides. `None`
/// where what would be written does not fit.
pub(super) fn value(
    text: &str,
    value: &CommentedValue,
    parts: &Parts,
    matching: &Matching<'_>,
) -> Option<String> {
    let rewritten = written(text, value, parts, matching);
    let read = parse_commented_value(&rewritten, value.range.start)?;
    (matching.value(&read, parts) == Outcome::Fits).then_some(rewritten)
}

fn written(text: &str, value: &CommentedValue, parts: &Parts, matching: &Matching<'_>) -> String {
    let source = part(text, value.range.clone());
    let style = Style {
        text,
        has_underscores: source.contains("(_") || source.contains(",_") || source.contains(", _"),
        comma: if source.contains(", ") { ", " } else { "," },
        stated: matching.has_stride.then_some(matching.stated),
    };
    let mut rewritten = String::new();
    let mut at = value.range.start;
    let mut replace = |range: Range<usize>, new: &str| {
        rewritten.push_str(part(text, at..range.start));
        rewritten.push_str(new);
        at = range.end;
    };
    if let Some(swizzle) = &value.swizzle
        && let (SwizzlePart::Elements(found), false) | (SwizzlePart::Bytes(found), true) =
            (parts.swizzle, swizzle.has_pointer)
    {
        replace(swizzle.range.clone(), &found.to_string());
    }
    replace(
        value.shape.range.clone(),
        &style.rewritten(&value.shape, &parts.shape, Side::Shape, matching, &[]),
    );
    if let (Some(written), Some(stride)) = (&value.stride, &parts.stride) {
        replace(written.range.clone(), &style.rewritten(written, stride, Side::Stride, matching, &[]));
    }
    rewritten
}

impl Style<'_> {
    fn source(&self, pattern: &Pattern) -> &str {
        part(self.text, pattern.range.clone())
    }

    /// `written` where it fits `found`, and what is found where it does not, or where that is open: only names stay then.
    fn rewritten(
        &self,
        written: &Pattern,
        found: &IntTuple<Leaf>,
        side: Side,
        matching: &Matching<'_>,
        path: &[usize],
    ) -> String {
        let outcome = matching.tuple(written, found, side, path);
        match (&written.kind, found) {
            _ if outcome == Outcome::Fits => self.source(written).to_owned(),
            (PatternKind::Tuple(elements), IntTuple::Tuple(modes)) => {
                let element = |index: usize, element: &Pattern| match modes.get(index) {
                    Some(mode) => self.rewritten(element, mode, side, matching, &[path, &[index]].concat()),
                    None => String::new(),
                };
                format!("({})", self.modes(elements, modes, element).join(self.comma))
            }
            (PatternKind::Name(_), _) if outcome == Outcome::Open => self.source(written).to_owned(),
            _ => self.printed(found),
        }
    }

    /// What stands for each mode: of an element `element`, and what is found where there is none. Modes for which `...`
    /// stands are left to it.
    fn modes(
        &self,
        elements: &[Pattern],
        modes: &[IntTuple<Leaf>],
        element: impl Fn(usize, &Pattern) -> String,
    ) -> Vec<String> {
        let is_rest = |element: &Pattern| element.kind == PatternKind::Rest;
        let rest = elements.iter().position(is_rest).filter(|_| elements.len() <= modes.len() + 1);
        if let Some(rest) = rest {
            let skipped = modes.len() + 1 - elements.len();
            return elements
                .iter()
                .enumerate()
                .map(|(index, written)| match index.cmp(&rest) {
                    Ordering::Less => element(index, written),
                    Ordering::Equal => self.source(written).to_owned(),
                    Ordering::Greater => element(index - 1 + skipped, written),
                })
                .collect();
        }
        let elements: Vec<&Pattern> = elements.iter().filter(|element| !is_rest(element)).collect();
        let modes = modes.iter().enumerate().map(|(index, mode)| match elements.get(index) {
            Some(written) => element(index, written),
            None => self.printed(mode),
        });
        modes.collect()
    }

    fn printed(&self, found: &IntTuple<Leaf>) -> String {
        match found {
            IntTuple::Tuple(modes) => {
                let modes: Vec<String> = modes.iter().map(|mode| self.printed(mode)).collect();
                format!("({})", modes.join(self.comma))
            }
            IntTuple::Int(leaf @ (Leaf::Size(Size::Known(_)) | Leaf::Coordinate(_)))
                if self.has_underscores =>
            {
                format!("_{leaf}")
            }
            IntTuple::Int(Leaf::Size(size)) => {
                let number = self.stated.and_then(|stated| stated.number(size));
                number.map_or_else(|| size.to_string(), |number| number.to_string())
            }
            IntTuple::Int(leaf) => leaf.to_string(),
        }
    }
}
