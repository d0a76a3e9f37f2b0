//! Conventional comments that say what the variable beside them is: `// (MMA,MMA_M,MMA_K,PIPE)`,
//! `// tCsA: Sw<3,4,3>_smem_ptr[16b](..) o ((_128,_16),_1,_4):((_64,_1),_0,_16)`.
//!
//! `[label:] [Sw<B,M,S> o] [pointer o] TUPLE[:TUPLE] [-> tail]`, or `_17`, and several of these joined by `and` where several names
//! are declared. It must be the whole comment: with anything else around it, it is prose. Which variable is meant, and
//! whether there is one at all, is not decided here.

mod pattern;
mod place;
mod prefix;

use std::ops::Range;

use crate::bracket::MAX_DEPTH;
use crate::comment::CommentLine;
use crate::statement::Reader;
use crate::{Expr, Name};

/// The longest comment that is looked at, in bytes.
const MAX_LENGTH: usize = 4096;

/// A comment that is nothing but what a variable is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueComment {
    /// `tCsA` in `tCsA: (4,8):(1,4)`: which variable is meant.
    pub label: Option<Name>,
    /// At least one; several for several names, `(TMA,k) and (TMA,PIPE)`, or tuples on lines that follow each other.
    pub values: Vec<CommentedValue>,
    /// What an arrow leads to.
    pub tail: Option<CommentTail>,
    /// Where it stands beside the code.
    pub place: CommentPlace,
    /// Bytes of the comment's text, the tail included.
    pub range: Range<usize>,
}

/// A shape or a layout as a comment writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentedValue {
    /// The swizzle in front of it.
    pub swizzle: Option<CommentedSwizzle>,
    /// The shape; of a tuple that is no layout, the tuple.
    pub shape: Pattern,
    /// The stride, when there is one.
    pub stride: Option<Pattern>,
    /// Bytes from the first operand of `o` to the last tuple.
    pub range: Range<usize>,
}

/// `Sw<3,4,3> o`, `Sw<3,4,3>_smem_ptr[16b](..) o`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentedSwizzle {
    /// Number of bits, bits left alone, distance of the shift.
    pub numbers: [i64; 3],
    /// Whether a pointer stands behind it: then it is on bytes.
    pub has_pointer: bool,
    /// Bytes in the document.
    pub range: Range<usize>,
}

/// A tuple of a comment, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Bytes in the document.
    pub range: Range<usize>,
}

/// The forms of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternKind {
    /// `(a, b)`
    Tuple(Vec<Pattern>),
    /// `8`, `_8`
    Number(i64),
    /// `BLK_M`, `MMA`: a rank's name, which stands for one mode whatever it holds; or a name of the code, `bM`.
    Name(String),
    /// `...`, `Rest...`: any number of modes.
    Rest,
    /// `?`, `_`: any mode.
    Any,
    /// `?{div=8}`: any multiple of 8.
    Multiple(i64),
    /// `1@0`, `E<0>`, `MMA_M/2`, `Int<8>`.
    Expression(Box<Expr>),
}

/// What stands behind the arrow of `(m,k) -> smem_idx`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommentTail {
    /// Words: the comment tells what the layout maps to.
    Words,
    /// A tuple: `(b,s,h,d) -> (s,d,h,b)` may tell what the layout maps to, or what becomes of a shape.
    Tuple(Pattern),
}

/// Where a comment stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommentPlace {
    /// Behind code on its line: the bytes of that code.
    Behind(Range<usize>),
    /// Alone on the line above code: where that code begins.
    Above(usize),
    /// Neither: only a label can tell what it speaks of.
    Apart,
}

/// Reads one value as a comment behind a label may have it, at the byte `offset` of a document.
pub fn parse_commented_value(text: &str, offset: usize) -> Option<CommentedValue> {
    let mut cursor = Cursor { text, at: 0, offset, reader: &mut Reader::new() };
    let value = cursor.value(true)?;
    cursor.rest().is_empty().then_some(value)
}

/// The comments of a file that are values, in the order of the text.
pub(crate) fn value_comments(reader: &mut Reader, text: &str, lines: &[CommentLine]) -> Vec<ValueComment> {
    let mut found: Vec<ValueComment> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(mut comment) = value_comment(reader, text, line.text.clone()) else { continue };
        let Some(place) = place::of(text, lines, index) else { continue };
        comment.place = place;
        if let Some(above) = found.last_mut()
            && continues(text, above, &comment)
        {
            above.values.append(&mut comment.values);
            above.place = comment.place;
            above.range.end = comment.range.end;
        } else {
            found.push(comment);
        }
    }
    found
}

/// Whether `comment` stands alone on the line below `above`, which stands alone, too: several values for several names.
fn continues(text: &str, above: &ValueComment, comment: &ValueComment) -> bool {
    let is_plain = |comment: &ValueComment| {
        comment.label.is_none() && comment.tail.is_none() && !matches!(comment.place, CommentPlace::Behind(_))
    };
    let between = text.get(above.range.end..comment.range.start).unwrap_or_default();
    is_plain(above)
        && is_plain(comment)
        && between.matches('\n').count() == 1
        && between.chars().all(|c| c.is_whitespace() || "/#*!".contains(c))
}

/// The value that the comment text `text[line]` is, without its place.
fn value_comment(reader: &mut Reader, text: &str, line: Range<usize>) -> Option<ValueComment> {
    let comment = text.get(line.clone())?;
    let may_be_one = comment.len() <= MAX_LENGTH
        && (comment.contains('(') || comment.contains(':') || is_static_integer(comment))
        && comment.starts_with(|c: char| c.is_ascii_alphanumeric() || "(_-".contains(c));
    if !may_be_one {
        return None;
    }
    let (label, behind) = match label(comment, line.start) {
        Some((label, behind)) => (Some(label), behind),
        None => (None, 0),
    };
    let mut cursor = Cursor { text: comment, at: behind, offset: line.start, reader };
    cursor.blanks();
    let mut values = vec![cursor.value(label.is_some())?];
    loop {
        cursor.blanks();
        let rest = cursor.rest();
        let Some(joint) = ["and ", ", ("].into_iter().find(|joint| rest.starts_with(joint)) else { break };
        cursor.at += joint.find('(').unwrap_or(joint.len());
        cursor.blanks();
        values.push(cursor.value(false)?);
    }
    let tail = cursor.tail()?;
    Some(ValueComment { label, values, tail, place: CommentPlace::Apart, range: line })
}

/// Whether a comment is `_17` and nothing else: an integer as CuTe prints it.
fn is_static_integer(comment: &str) -> bool {
    let digits = comment.strip_prefix('_').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The `label:` in front, and what is behind its colon.
fn label(comment: &str, offset: usize) -> Option<(Name, usize)> {
    let length = comment.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let name = comment.get(..length)?;
    let rest = comment.get(length..)?;
    let colon = length + rest.len() - rest.trim_start().len();
    let behind = comment.get(colon..)?.strip_prefix(':')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !behind.starts_with(':');
    is_name.then(|| (Name { text: name.to_owned(), range: offset..offset + length }, colon + 1))
}

/// Reads one comment from left to right.
struct Cursor<'a> {
    /// The comment's text.
    text: &'a str,
    /// Where it is read.
    at: usize,
    /// Where `text` stands in the document.
    offset: usize,
    reader: &'a mut Reader,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    /// Takes `mark` where it stands next.
    fn take(&mut self, mark: char) -> bool {
        let is_next = self.rest().starts_with(mark);
        if is_next {
            self.at += mark.len_utf8();
        }
        is_next
    }

    /// Bytes in the document from `start` to here.
    fn range_from(&self, start: usize) -> Range<usize> {
        self.offset + start..self.offset + self.at
    }

    /// `[Sw<B,M,S> o] [pointer o] TUPLE[:TUPLE]`; a value behind a label may be `8:1`, too.
    fn value(&mut self, has_label: bool) -> Option<CommentedValue> {
        let start = self.at;
        let swizzle = self.prefix()?;
        let is_tuple = self.rest().starts_with('(');
        let is_integer = start == 0 && is_static_integer(self.text);
        if !is_tuple && !has_label && !is_integer {
            return None;
        }
        let shape = self.pattern(MAX_DEPTH)?;
        let behind_shape = self.at;
        self.blanks();
        let mut stride = None;
        if self.rest().starts_with(':') && !self.rest().starts_with("::") {
            self.take(':');
            self.blanks();
            if is_tuple != self.rest().starts_with('(') {
                return None;
            }
            stride = Some(self.pattern(MAX_DEPTH)?);
        } else {
            self.at = behind_shape;
        }
        let is_number = |pattern: &Pattern| matches!(pattern.kind, PatternKind::Number(_));
        let is_layout_of_numbers = is_number(&shape) && stride.as_ref().is_some_and(is_number);
        if !is_tuple && !is_layout_of_numbers && !is_integer {
            return None;
        }
        Some(CommentedValue { swizzle, shape, stride, range: self.range_from(start) })
    }

    /// What stands behind the last value: nothing, an arrow, or another comment. `None` when it is prose.
    fn tail(&mut self) -> Option<Option<CommentTail>> {
        self.blanks();
        let rest = self.rest();
        if rest.is_empty() || rest.starts_with("//") || rest.starts_with("# ") {
            return Some(None);
        }
        let arrow = ["-->", "->", "=>"].into_iter().find(|arrow| rest.starts_with(arrow))?;
        self.at += arrow.len();
        self.blanks();
        let target = if self.rest().starts_with('(') { self.pattern(MAX_DEPTH) } else { None };
        Some(Some(target.map_or(CommentTail::Words, CommentTail::Tuple)))
    }
}
