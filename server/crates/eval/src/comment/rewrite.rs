//! A comment's value as it should be, in the style that the comment has.

use layout_algebra::IntTuple;
use layoutlens_operation::{size::Size, value::Leaf};
use layoutlens_syntax::{CommentedValue, Pattern, PatternKind};

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
    /// The numbers of run-time sizes in comments that were copied from a run.
    stated: &'a StatedSizes,
}

/// The text of `value` with what differs replaced: names that fit stay, strides stand where there were strides.
pub(super) fn value(text: &str, value: &CommentedValue, parts: &Parts, matching: &Matching<'_>) -> String {
    let source = text.get(value.range.clone()).unwrap_or_default();
    let style = Style {
        text,
        has_underscores: source.contains("(_") || source.contains(",_") || source.contains(", _"),
        comma: if source.contains(", ") { ", " } else { "," },
        stated: matching.stated,
    };
    let mut rewritten = String::new();
    let mut at = value.range.start;
    let mut replace = |range: std::ops::Range<usize>, new: &str| {
        rewritten.push_str(text.get(at..range.start).unwrap_or_default());
        rewritten.push_str(new);
        at = range.end;
    };
    if let Some(swizzle) = &value.swizzle
        && let (SwizzlePart::Elements(found), false) | (SwizzlePart::Bytes(found), true) =
            (parts.swizzle, swizzle.has_pointer)
    {
        replace(swizzle.range.clone(), &found.to_string());
    }
    replace(value.shape.range.clone(), &style.rewritten(&value.shape, &parts.shape, Side::Shape, matching));
    if let (Some(written), Some(stride)) = (&value.stride, &parts.stride) {
        replace(written.range.clone(), &style.rewritten(written, stride, Side::Stride, matching));
    }
    rewritten
}

impl Style<'_> {
    fn source(&self, pattern: &Pattern) -> &str {
        self.text.get(pattern.range.clone()).unwrap_or_default()
    }

    /// `written` where it fits `found`, and what is found where it does not.
    fn rewritten(
        &self,
        written: &Pattern,
        found: &IntTuple<Leaf>,
        side: Side,
        matching: &Matching<'_>,
    ) -> String {
        if !matches!(matching.tuple(written, found, side, &[]), Outcome::Differs(_)) {
            return self.source(written).to_owned();
        }
        match (&written.kind, found) {
            (PatternKind::Tuple(elements), IntTuple::Tuple(modes)) => {
                let is_rest = |element: &&Pattern| element.kind == PatternKind::Rest;
                let elements: Vec<&Pattern> = elements.iter().filter(|element| !is_rest(element)).collect();
                let modes = modes.iter().enumerate().map(|(index, mode)| match elements.get(index) {
                    Some(element) => self.rewritten(element, mode, side, matching),
                    None => self.printed(mode),
                });
                format!("({})", modes.collect::<Vec<_>>().join(self.comma))
            }
            _ => self.printed(found),
        }
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
                self.stated.number(size).map_or_else(|| size.to_string(), |number| number.to_string())
            }
            IntTuple::Int(leaf) => leaf.to_string(),
        }
    }
}
