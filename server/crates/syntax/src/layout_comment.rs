//! Conventional comments that hold a full layout: `// tCsA: (_3,(4,2)):(59,(13,1))`.
//!
//! `[label:] [Sw<B,M,S> o] [pointer o] TUPLE:TUPLE [-> tail]`. Comments are prose first, so this takes only what
//! cannot be prose: two congruent tuples in parentheses around a colon, of sizes and strides. In a file that uses CuTe,
//! two tuples of numbers that are the whole comment are a layout even when they are not congruent: a mistake to show.

use std::ops::Range;

use crate::bracket::MAX_DEPTH;
use crate::operation::OF_SIZES;
use crate::statement::Reader;
use crate::{BinaryOperator, Expr, ExprKind, LayoutComment, Name};

/// The longest layout that is looked for in a comment, in bytes.
const MAX_LENGTH: usize = 4096;

/// What may follow a layout that is the whole comment: where it leads, or another comment.
const TAILS: [&str; 3] = ["->", "=>", "//"];

/// The layouts in the comment text `text[line]` of a file that uses CuTe or not. Ranges are those of `text`.
pub(crate) fn layouts(
    reader: &mut Reader,
    text: &str,
    line: Range<usize>,
    uses_cute: bool,
) -> Vec<LayoutComment> {
    let comment = &text[line.clone()];
    if !comment.contains(':') || !comment.contains('(') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut behind = 0;
    for core in cores(comment) {
        if core.start < behind {
            continue;
        }
        behind = core.end;
        let start = start_with_prefix(comment, behind_previous(&found, line.start), core.start);
        let range = start..core.end;
        let (expr, errors) = reader.expression(&comment[range.clone()], line.start + start);
        let Some(layout) = errors.is_empty().then(|| full_layout(expr)).flatten() else { continue };
        let (label, is_head_empty) = label(&comment[..start], line.start);
        let tail = comment[range.end..].trim_start();
        let whole = is_head_empty && (tail.is_empty() || TAILS.iter().any(|mark| tail.starts_with(mark)));
        let is_meant = is_congruent(&layout) || (uses_cute && whole);
        if !is_meant {
            continue;
        }
        let range = line.start + range.start..line.start + range.end;
        found.push(LayoutComment { label: label.filter(|_| whole), layout, whole, range });
    }
    if found.len() > 1 {
        // Several layouts in one line are a sentence about them, whatever the arrow between them says.
        for comment in &mut found {
            comment.whole = comment.whole && text[comment.range.end..line.end].contains("->");
        }
    }
    found
}

fn behind_previous(found: &[LayoutComment], line_start: usize) -> usize {
    found.last().map_or(0, |comment| comment.range.end - line_start)
}

/// The places where a closed bracket, a colon and another closed bracket follow each other.
fn cores(comment: &str) -> Vec<Range<usize>> {
    let bytes = comment.as_bytes();
    let mut closing = vec![None; bytes.len()];
    let mut open = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => {
                if let Some(start) = open.pop()
                    && open.len() < MAX_DEPTH
                {
                    closing[start] = Some(at);
                }
            }
            _ => {}
        }
    }
    let skip_blanks = |at: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|byte| **byte == b' ').count()
    };
    let mut cores = Vec::new();
    for (start, shape_end) in closing.iter().enumerate().filter_map(|(start, end)| Some((start, (*end)?))) {
        let is_call = start > 0 && is_name_byte(bytes[start - 1]);
        let colon = skip_blanks(shape_end + 1);
        let stride = skip_blanks(colon + 1);
        if is_call || bytes.get(colon) != Some(&b':') || bytes.get(stride) != Some(&b'(') {
            continue;
        }
        let Some(end) = closing[stride].map(|end| end + 1) else { continue };
        // `(4,8):(1,4)(3)` and the like say something else than a layout.
        let goes_on = match bytes.get(end..).unwrap_or_default() {
            [b'.', next, ..] => next.is_ascii_alphanumeric(),
            [next, ..] => next.is_ascii_alphanumeric() || b"_(:@".contains(next),
            [] => false,
        };
        if !goes_on && end - start <= MAX_LENGTH {
            cores.push(start..end);
        }
    }
    cores
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b']' | b'>') || byte >= 0x80
}

/// Where the swizzle or the address begins that is composed with the layout at `core`; `core` if none is.
fn start_with_prefix(comment: &str, from: usize, core: usize) -> usize {
    let mut start = core;
    while let Some(before) = comment[from..start].trim_end().strip_suffix(['o', '∘'])
        && before.ends_with([' ', '>', ')'])
    {
        let before = before.trim_end();
        let end = from + before.len();
        let operand = ["Sw<", "S<", "Swizzle<"]
            .iter()
            .filter_map(|opening| before.rfind(opening))
            .filter(|_| before.ends_with('>'))
            .max()
            .map(|at| from + at)
            .or_else(|| call_start(comment, from, end))
            .or_else(|| offset_start(comment, from, end));
        match operand {
            Some(operand) => start = operand,
            None => break,
        }
    }
    // An offset alone is prose: `0 o (4,8):(1,4)` composes nothing.
    start
}

/// Where the address (`smem_ptr[16b](unset)`, `UMMA::DescriptorIterator`) or the tuple begins that ends at `end`.
fn call_start(comment: &str, from: usize, end: usize) -> Option<usize> {
    let before = &comment[from..end];
    let open = match before.strip_suffix(')') {
        Some(inside) => inside.rfind('(')?,
        None if before.ends_with("MMA::DescriptorIterator") => before.len(),
        None => return None,
    };
    let is_callee = |byte: &u8| byte.is_ascii_alphanumeric() || b"_[]:<>,-".contains(byte);
    let callee = before.as_bytes()[..open].iter().rev().take_while(|byte| is_callee(byte)).count();
    Some(from + open - callee)
}

/// Where the integer begins that ends at `end`.
fn offset_start(comment: &str, from: usize, end: usize) -> Option<usize> {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
    let length = comment.as_bytes()[from..end].iter().rev().take_while(|byte| is_digit(byte)).count();
    (length > 0).then_some(end - length)
}

/// The `label:` in front of a layout, and whether nothing but it stands there.
fn label(head: &str, offset: usize) -> (Option<Name>, bool) {
    let name = head.trim();
    if name.is_empty() {
        return (None, true);
    }
    let Some(name) = name.strip_suffix(':').map(str::trim_end) else { return (None, false) };
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
    if !is_name {
        return (None, false);
    }
    let start = offset + head.len() - head.trim_start().len();
    (Some(Name { text: name.to_owned(), range: start..start + name.len() }), true)
}

/// The layout or composed layout that `expr` is, where it cannot be anything else.
fn full_layout(expr: Expr) -> Option<Expr> {
    let Expr { kind, range } = expr;
    let kind = match kind {
        ExprKind::Layout { ref shape, ref stride } => {
            let may_be_layout =
                are_congruent(shape, stride) || (has_numbers_only(shape) && has_numbers_only(stride));
            let is_layout = may_be_layout && is_shape(shape) && has_number(stride);
            return is_layout.then_some(Expr { kind, range });
        }
        ExprKind::Composed { swizzle, offset, layout } => {
            ExprKind::Composed { swizzle, offset, layout: Box::new(full_layout(*layout)?) }
        }
        ExprKind::Binary { operator: BinaryOperator::Compose, left, right }
            if matches!(left.kind, ExprKind::Swizzle { .. }) =>
        {
            let offset = Expr { kind: ExprKind::Int(0), range: left.range.end..left.range.end };
            ExprKind::Composed {
                swizzle: left,
                offset: Box::new(offset),
                layout: Box::new(full_layout(*right)?),
            }
        }
        _ => return None,
    };
    Some(Expr { kind, range })
}

fn is_congruent(layout: &Expr) -> bool {
    match &layout.kind {
        ExprKind::Layout { shape, stride } => are_congruent(shape, stride),
        ExprKind::Composed { layout, .. } => is_congruent(layout),
        _ => false,
    }
}

fn has_numbers_only(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Tuple(elements) => elements.iter().all(has_numbers_only),
        ExprKind::Int(_) | ExprKind::Basis { .. } => true,
        _ => false,
    }
}

/// Whether the two may have the same profile, and hold nothing but sizes. A name or `?` may stand for a tuple.
fn are_congruent(shape: &Expr, stride: &Expr) -> bool {
    match (&shape.kind, &stride.kind) {
        (ExprKind::Tuple(shapes), ExprKind::Tuple(strides)) => {
            shapes.len() == strides.len() && shapes.iter().zip(strides).all(|(a, b)| are_congruent(a, b))
        }
        (ExprKind::Tuple(elements), other) | (other, ExprKind::Tuple(elements)) => {
            matches!(other, ExprKind::Name(_) | ExprKind::Any | ExprKind::AnyMultiple(_))
                && elements.iter().all(is_size)
        }
        _ => is_size(shape) && is_size(stride),
    }
}

/// A leaf of a layout.
fn is_size(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Any
        | ExprKind::AnyMultiple(_)
        | ExprKind::Name(_)
        | ExprKind::Xor(_) => true,
        ExprKind::Basis { value, .. } => is_size(value),
        ExprKind::Negate(operand) => is_size(operand),
        ExprKind::Binary { operator, left, right } => {
            let is_arithmetic = !operator.is_comparison()
                && !matches!(
                    operator,
                    BinaryOperator::Compose | BinaryOperator::LogicalDivide | BinaryOperator::LogicalProduct
                );
            is_arithmetic && is_size(left) && is_size(right)
        }
        ExprKind::Call { function, arguments, .. } => {
            OF_SIZES.contains(&function.text.as_str()) && arguments.iter().all(is_size)
        }
        ExprKind::Tuple(elements) => elements.iter().all(is_size),
        _ => false,
    }
}

/// Sizes are at least 1: `(0, 1): (2, 3)` maps coordinates.
fn is_shape(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Tuple(elements) => !elements.is_empty() && elements.iter().all(is_shape),
        ExprKind::Int(size) => *size > 0,
        ExprKind::Basis { .. } | ExprKind::Xor(_) | ExprKind::Negate(_) => false,
        _ => true,
    }
}

/// Strides are numbers, or at least one of them is: `(x, y): (row, column)` is a sentence.
fn has_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Tuple(elements) => elements.iter().any(has_number),
        ExprKind::Int(_)
        | ExprKind::Any
        | ExprKind::AnyMultiple(_)
        | ExprKind::Basis { .. }
        | ExprKind::Xor(_)
        | ExprKind::Negate(_) => true,
        ExprKind::Binary { left, right, .. } => has_number(left) || has_number(right),
        _ => false,
    }
}
