//! Statements that a macro is given as its last argument: `SWITCH(flag, FLAG, run<FLAG>(p););` and
//! `SWITCH(flag, FLAG, { run<FLAG>(p); });`. No call of C++ has such arguments, so the grammar reads neither them nor what follows.
//! They become the block behind a macro, `SWITCH(flag, FLAG){run<FLAG>(p);};`.

use super::{
    edit::{Edit, is_word, occurrences},
    half_typed::{is_first_of_line, length},
};

/// A longer use of a macro is not looked at.
const MAX_LENGTH: usize = 1 << 16;

/// How many statements that macros are given may nest.
const MAX_DEPTH: usize = 4;

/// Words in front of `(` that are none of a macro.
const OWN_WORDS: [&str; 12] = [
    "for",
    "if",
    "while",
    "switch",
    "catch",
    "return",
    "sizeof",
    "alignof",
    "decltype",
    "noexcept",
    "constexpr",
    "static_assert",
];

/// What an argument that is a statement may begin with.
const STATEMENTS: [&str; 14] = [
    "auto",
    "using",
    "const",
    "constexpr",
    "static",
    "if",
    "for",
    "while",
    "do",
    "switch",
    "return",
    "typename",
    "try",
    "throw",
];

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    // What holds no statement is not looked at: each key types this search.
    if !may_hold_statements(text) {
        return edits;
    }
    let bytes = text.as_bytes();
    let (mut at, mut begins_statement) = (0, true);
    while let Some(&byte) = bytes.get(at) {
        let next = at + length(bytes, at);
        let is_aside = byte.is_ascii_whitespace()
            || matches!(bytes[at..], [b'/', b'/' | b'*', ..])
            || byte == b'#' && is_first_of_line(bytes, at);
        if is_aside {
            at = next;
        } else if begins_statement && let Some(used) = used(text, at, MAX_DEPTH, &mut edits) {
            at = used;
        } else if is_word(char::from(byte)) {
            begins_statement = false;
            at += text[at..].find(|character| !is_word(character)).unwrap_or(1).max(1);
        } else {
            begins_statement = matches!(byte, b';' | b'{' | b'}');
            at = next;
        }
    }
    edits
}

/// Whether a `;` or `}` stands in front of a `)`, as it does behind a statement in parentheses.
fn may_hold_statements(text: &str) -> bool {
    occurrences(text, ")").any(|at| {
        let before = text[..at].trim_end();
        before.ends_with([';', '}'])
    })
}

/// Where the use of a macro ends that begins at `at`, if it is given statements; what makes a block of these is added.
fn used(text: &str, at: usize, depth: usize, edits: &mut Vec<Edit>) -> Option<usize> {
    let bytes = text.as_bytes();
    let name = text[at..].split(|character| !is_word(character)).next()?;
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let open = at + name.len();
    if !is_name || OWN_WORDS.contains(&name) || bytes.get(open) != Some(&b'(') {
        return None;
    }
    let Arguments { commas, close } = arguments(bytes, open)?;
    let inside = text.get(open + 1..close)?.trim_end();
    if !inside.ends_with([';', '}']) {
        return None;
    }
    let ends = commas.iter().copied().chain([close]).skip(1);
    let (comma, _) = commas
        .iter()
        .zip(ends)
        .find(|(comma, end)| is_statement(&text[**comma + 1..*end], &text[**comma + 1..close]))?;
    let begin = *comma + 1 + (text[*comma + 1..].len() - text[*comma + 1..].trim_start().len());
    let mut edit = |at: usize, with: &'static str| edits.push(Edit { range: at..at + 1, with: Some(with) });
    if bytes[begin] == b'{' && closing(bytes, begin)? + 1 == open + 1 + inside.len() {
        edit(*comma, ")");
        edit(close, " ");
    } else {
        // The last blank in front of the statement, for a line's end stays one.
        if !matches!(bytes[begin - 1], b' ' | b'\t') {
            return None;
        }
        edit(*comma, ")");
        edit(begin - 1, "{");
        edit(close, "}");
    }
    if depth > 0 {
        inner(text, begin, close, depth - 1, edits);
    }
    Some(close + 1)
}

/// The same of the statements that a macro is given.
fn inner(text: &str, begin: usize, end: usize, depth: usize, edits: &mut Vec<Edit>) {
    let bytes = text.as_bytes();
    let (mut at, mut begins_statement) = (begin, true);
    while at < end {
        let byte = bytes[at];
        if begins_statement
            && !byte.is_ascii_whitespace()
            && let Some(used) = used(text, at, depth, edits)
        {
            at = used;
        } else if is_word(char::from(byte)) {
            begins_statement = false;
            at += text[at..].find(|character| !is_word(character)).unwrap_or(1).max(1);
        } else {
            begins_statement = match byte {
                b';' | b'{' | b'}' => true,
                byte => begins_statement && byte.is_ascii_whitespace(),
            };
            at += length(bytes, at);
        }
    }
}

/// The commas between what a macro is given, and where its `)` stands.
struct Arguments {
    commas: Vec<usize>,
    close: usize,
}

fn arguments(bytes: &[u8], open: usize) -> Option<Arguments> {
    let (mut at, mut depth, mut commas) = (open, 0_usize, Vec::new());
    while at < open + MAX_LENGTH {
        match bytes.get(at)? {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return (bytes[at] == b')').then_some(Arguments { commas, close: at });
                }
            }
            b',' if depth == 1 => commas.push(at),
            _ => {}
        }
        at += length(bytes, at);
    }
    None
}

/// Where the bracket is closed that stands at `open`.
fn closing(bytes: &[u8], open: usize) -> Option<usize> {
    let (mut at, mut depth) = (open, 0_usize);
    loop {
        match bytes.get(at)? {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += length(bytes, at);
    }
}

/// Whether a statement begins with an argument, up to its comma; `rest` goes on to the end.
fn is_statement(argument: &str, rest: &str) -> bool {
    let (argument, rest) = (argument.trim(), rest.trim());
    let word = argument.split(|character| !is_word(character)).next().unwrap_or_default();
    if let Some(inside) = rest.strip_prefix('{') {
        // An initializer list holds no statement of its own.
        return has_semicolon(inside.as_bytes());
    }
    let is_cut = |at: usize| argument[..at].ends_with(is_word) && !argument[at..].contains('>');
    let is_template = || argument.match_indices('<').any(|(at, _)| is_cut(at));
    let is_whole = rest.ends_with(';') && (is_template() || has_semicolon(argument.as_bytes()));
    is_whole || STATEMENTS.contains(&word)
}

/// Whether a `;` stands in a text outside of all brackets that are opened in it.
fn has_semicolon(bytes: &[u8]) -> bool {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return false,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return true,
            _ => {}
        }
        at += length(bytes, at);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::edits;

    fn masked(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for edit in edits(text) {
            bytes[edit.range].copy_from_slice(edit.with.unwrap().as_bytes());
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn statements_that_a_macro_is_given_become_its_block() {
        for (text, expected) in [
            ("SWITCH(flag, FLAG, run<FLAG, 4>(p););", "SWITCH(flag, FLAG){run<FLAG, 4>(p);};"),
            ("SWITCH(flag, FLAG, { run<FLAG>(p); });", "SWITCH(flag, FLAG) { run<FLAG>(p); } ;"),
            (
                "f(); SWITCH(a < b, T, auto k = r<T, 4>; k(p););",
                "f(); SWITCH(a < b, T){auto k = r<T, 4>; k(p);};",
            ),
            ("A(x, T,\n  run<T, 4>(p);\n);", "A(x, T)\n {run<T, 4>(p);\n};"),
            ("{ A(x, T, B(y, F, run<T, F>(p);););}", "{ A(x, T){B(y, F){run<T, F>(p);};};}"),
            ("{ A(x, T, { B(y, F, { run(p); }); }); }", "{ A(x, T) { B(y, F) { run(p); } ; } ; }"),
        ] {
            assert_eq!(masked(text), expected);
        }
    }

    #[test]
    fn calls_and_heads_of_loops_stay() {
        for text in [
            "f(a, {1, 2});",
            "f(a, [&] { g(); });",
            "f(a, {1, [] { g(); }()});",
            "for (int i = 0, j = 1; i < n; ++i) { g(); }",
            "if (int i = 0, j = 1; i < j) { g(); }",
            "f(a, b < c, d > e);",
            "f(a, g<b, c>(d));",
            "f(Layout<Shape<_4, _6>, Stride<_2, _3>>{}, Layout<_6, _1>{});",
            "#define A(x) B(x, y, g(););\n",
            "// A(x, T, run(p););\n",
            "A(x, T, run(p);",
        ] {
            assert_eq!(masked(text), text);
        }
    }
}
