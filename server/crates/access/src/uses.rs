//! Where the name of a shared array stands in its kernel, and whether a run of the kernel sees all that is done with it.

use std::ops::Range;

use crate::mask::{bracketed_end, is_word, word_end};

/// The array's name in front of an index for each extent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) start: usize,
    /// What stands between the brackets of each index.
    pub(crate) indices: Vec<Range<usize>>,
}

/// How an array is used in its kernel.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// Elements that are named by an index for each extent.
    pub(crate) whole: Vec<Use>,
    /// Where what is accessed through pointers into the array stands.
    pub(crate) through_pointers: Vec<usize>,
}

/// The text with blanks in the place of comments and of what is quoted.
pub(crate) fn code_of(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    let mut at = 0;
    while at < out.len() {
        let rest = &text.as_bytes()[at..];
        let length = match rest {
            [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4),
            [quote @ (b'"' | b'\''), ..] => quoted_length(rest, *quote),
            _ => {
                at += 1;
                continue;
            }
        };
        for byte in out.iter_mut().skip(at).take(length) {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at += length;
    }
    String::from_utf8(out).unwrap_or_default()
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// With both quotes; of one that is not closed to the end of its line. `1'000` is none.
fn quoted_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match *byte {
            b'\\' => at += 1,
            b'\n' => return 1,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    1
}

/// The uses of an array in the `kernel` that declares it at `declared`, or `None` where something is done with it that is neither an
/// access of an element nor a pointer of which the same holds. `code` is the text without comments.
pub(crate) fn uses(
    code: &str,
    name: &str,
    rank: usize,
    declared: &Range<usize>,
    kernel: &Range<usize>,
) -> Option<Uses> {
    // Of an array of a function that the kernel calls its text would have to be looked through.
    let is_of_kernel = kernel.start <= declared.start && declared.end <= kernel.end;
    if is_in_macro(code, name) || !is_of_kernel {
        return None;
    }
    let mut found = Uses::default();
    let mut pointers: Vec<&str> = Vec::new();
    for at in words(code, name, kernel) {
        if declared.contains(&at) {
            continue;
        }
        let end = at + name.len();
        match whole_use(code, at, end, rank) {
            Some(one) => found.whole.push(one),
            None => pointers.push(pointer_declared_with(code, at, kernel)?),
        }
    }
    // A pointer that is made of one is looked at as well.
    let mut seen = 0;
    while let Some(pointer) = pointers.get(seen).copied() {
        if pointers[..seen].contains(&pointer) {
            // Two of one name are not told apart.
            return None;
        }
        seen += 1;
        if is_in_macro(code, pointer) {
            return None;
        }
        for at in words(code, pointer, kernel) {
            let end = at + pointer.len();
            if is_declarator(code, at, end) {
                continue;
            }
            match place_of_access(code, at, end) {
                Some(place) => found.through_pointers.push(place),
                None => pointers.push(pointer_declared_with(code, at, kernel)?),
            }
        }
    }
    Some(found)
}

/// Where a name stands as a word of its own.
pub(crate) fn words<'t>(
    code: &'t str,
    name: &'t str,
    within: &Range<usize>,
) -> impl Iterator<Item = usize> + use<'t> {
    let bytes = code.as_bytes();
    let (start, end) = (within.start, within.end.min(code.len()));
    code.get(start..end).unwrap_or_default().match_indices(name).map(move |(at, _)| start + at).filter(
        move |at| {
            let is_begun = *at > 0 && is_word(bytes[at - 1]);
            !is_begun && word_end(bytes, *at) == at + name.len()
        },
    )
}

/// Whether a macro of the text holds the name.
fn is_in_macro(code: &str, name: &str) -> bool {
    let mut is_continued = false;
    code.split_inclusive('\n').any(|line| {
        let is_of_macro = is_continued || line.trim_start().starts_with("#define");
        is_continued = is_of_macro && line.trim_end().ends_with('\\');
        is_of_macro && words(line, name, &(0..line.len())).next().is_some()
    })
}

/// The name at `at` with an index for each extent and no more behind it, whose address is not taken.
fn whole_use(code: &str, at: usize, end: usize, rank: usize) -> Option<Use> {
    let bytes = code.as_bytes();
    let before = bytes[..at].iter().rev().find(|byte| !byte.is_ascii_whitespace());
    if matches!(before, Some(b'.' | b'>')) || (matches!(before, Some(b'&' | b'*')) && !is_operand(bytes, at))
    {
        return None;
    }
    let (mut indices, mut behind) = (Vec::new(), end);
    for _ in 0..rank {
        let open = behind + blanks(bytes, behind);
        behind = bracketed_end(bytes, behind, [b'[', b']'])?;
        indices.push(open + 1..behind - 1);
    }
    let is_more = bracketed_end(bytes, behind, [b'[', b']']).is_some();
    (!is_more).then_some(Use { start: at, indices })
}

fn blanks(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Whether the sign in front of a name stands between two operands: `a * t[i][j]`, `a && t[i][j]`.
fn is_operand(bytes: &[u8], start: usize) -> bool {
    let mut rest = bytes[..start].iter().rev().filter(|byte| !byte.is_ascii_whitespace());
    let (sign, before) = (rest.next(), rest.next());
    match (sign, before) {
        (Some(b'&'), Some(b'&')) => true,
        (Some(b'*'), Some(before)) => is_word(*before) || matches!(before, b')' | b']'),
        _ => false,
    }
}

/// Whether the name is what a declaration declares: `float* p =`.
fn is_declarator(code: &str, at: usize, end: usize) -> bool {
    let before = code[..at].trim_end();
    let is_pointer = before.ends_with('*') || before.ends_with("__restrict__") || before.ends_with("const");
    is_pointer
        && code[end..].trim_start().starts_with('=')
        && !code[end..].trim_start().starts_with("==")
        && {
            let statement = statement_start(code, at);
            let head = code[statement..at].trim();
            // `*p = 0;` is none.
            head.bytes().next().is_some_and(is_word)
        }
}

fn statement_start(code: &str, at: usize) -> usize {
    code[..at].rfind([';', '{', '}', ')']).map_or(0, |found| found + 1)
}

/// Where the access stands that goes through the pointer whose name stands at `at`: `p[i]`, `*p`.
fn place_of_access(code: &str, at: usize, end: usize) -> Option<usize> {
    let bytes = code.as_bytes();
    let before = code[..at].trim_end();
    let behind = code[end..].trim_start();
    let is_address = before.ends_with('&') && !is_operand(bytes, at);
    let is_read = before.ends_with('*') && !is_operand(bytes, at);
    let is_index = behind.starts_with('[');
    if is_read {
        // `*p[i]`, `*p.x`, `*p->x` and `*p++` are more than an access of what it points to.
        let is_more = is_index || ["++", "--", ".", "->"].iter().any(|sign| behind.starts_with(sign));
        return (!is_more).then(|| before.len() - 1);
    }
    (is_index && !is_address).then_some(at)
}

/// The pointer whose declaration holds what stands at `at` as all that it is made of, besides numbers:
/// `float4* p = (float4*)&cs[i][0];`.
fn pointer_declared_with<'t>(code: &'t str, at: usize, kernel: &Range<usize>) -> Option<&'t str> {
    let start = code[..at].rfind([';', '{', '}']).map_or(kernel.start, |found| found + 1);
    let end = at + code.get(at..)?.find(';')?;
    let (left, right) = code.get(start..end)?.split_once('=')?;
    let left = left.trim_end();
    let bytes = left.as_bytes();
    let name_length = bytes.iter().rev().take_while(|byte| is_word(**byte)).count();
    let (of, name) = left.split_at(left.len() - name_length);
    let of = of.trim_end().trim_end_matches("__restrict__").trim_end().trim_end_matches("const").trim_end();
    let is_declared =
        of.ends_with('*') && of.trim_start().bytes().next().is_some_and(is_word) && !name.is_empty();
    // No call, no choice, no second variable.
    let is_plain = !right.contains(['?', '=', '{']) && !has_call(right) && !has_comma_outside(right);
    (is_declared && is_plain).then_some(name)
}

pub(crate) fn has_comma_outside(text: &str) -> bool {
    let mut depth = 0_i32;
    text.bytes().any(|byte| {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            _ => {}
        }
        byte == b',' && depth == 0
    })
}

/// Whether something is called: casts are not.
pub(crate) fn has_call(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices('(').any(|(at, _)| {
        let before = text[..at].trim_end();
        before.bytes().last().is_some_and(|byte| is_word(byte) || byte == b'>')
            && !{
                let head = before.split('<').next().unwrap_or_default();
                head.trim_end().ends_with("reinterpret_cast") || head.trim_end().ends_with("static_cast")
            }
            && bytes.get(at).is_some()
    })
}
