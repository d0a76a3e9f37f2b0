//! Statements that are being typed: a bracket that nothing closes would take what follows with it. The text up to the next
//! statement is blank for tree-sitter then, so that an open bracket breaks its own statement and no other.

use super::{
    is_word,
    lexeme::{NO_SIGN, length, line_start},
};

/// How many statements are mended; code with more open brackets is none that is being typed.
const MOST_STATEMENTS: usize = 8;

/// A bracket that is open.
#[derive(Debug, Clone, Copy)]
struct Open {
    at: usize,
    sign: u8,
    /// How many semicolons may stand in it: two behind `for`.
    semicolons: usize,
}

/// The text without what follows open brackets in their statements; `None` where all brackets are closed.
pub(crate) fn mended(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let (mut at, mut stack, mut count) = (0, Vec::new(), 0);
    while let Some(end) = unclosed(&bytes, &mut at, &mut stack) {
        count += 1;
        if count > MOST_STATEMENTS {
            return None;
        }
        // The outermost of the brackets that are open in this block.
        let first = stack.iter().rposition(|open: &Open| open.sign == b'{').map_or(0, |block| block + 1);
        let open = *stack.get(first)?;
        if declares(&bytes, open.at) {
            return None;
        }
        stack.truncate(first);
        let next = next_statement(&bytes, open.at, end);
        if !hide(&mut bytes, open.at, next) {
            return None;
        }
        at = next;
    }
    let mended = String::from_utf8(bytes).ok()?;
    (count > 0).then_some(mended)
}

/// Whether the head of a loop or branch may declare a name: without it, the name would be another one in what follows.
fn declares(bytes: &[u8], open: usize) -> bool {
    let behind = bytes[open + 1..].split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
    match word_before(bytes, open) {
        "for" => !behind.is_empty(),
        "if" | "while" | "switch" | "constexpr" => behind.contains(&b'='),
        _ => false,
    }
}

/// Goes on to a sign that cannot stand in the brackets that are open; its place.
fn unclosed(bytes: &[u8], at: &mut usize, stack: &mut Vec<Open>) -> Option<usize> {
    while let Some(&byte) = bytes.get(*at) {
        let place = *at;
        *at += length(bytes, place);
        match byte {
            b'(' | b'[' | b'{' => {
                let is_for = byte == b'(' && word_before(bytes, place) == "for";
                stack.push(Open { at: place, sign: byte, semicolons: if is_for { 2 } else { 0 } });
            }
            b')' | b']' => {
                let opens = if byte == b')' { b'(' } else { b'[' };
                if stack.last().is_some_and(|open| open.sign == opens) {
                    stack.pop();
                }
            }
            b'}' => match stack.last() {
                Some(open) if open.sign != b'{' => return Some(place),
                _ => drop(stack.pop()),
            },
            b';' => match stack.last_mut() {
                Some(open) if open.sign == b'{' => {}
                Some(open) if open.semicolons > 0 => open.semicolons -= 1,
                Some(_) => return Some(place),
                None => {}
            },
            _ => {}
        }
    }
    let is_open = stack.last().is_some_and(|open| open.sign != b'{');
    is_open.then_some(bytes.len())
}

fn word_before(bytes: &[u8], at: usize) -> &str {
    let before = bytes[..at].trim_ascii_end();
    let is_part = |byte: &u8| is_word(char::from(*byte));
    let start = before.iter().rposition(|byte| !is_part(byte)).map_or(0, |other| other + 1);
    std::str::from_utf8(&before[start..]).unwrap_or_default()
}

/// Where the next statement begins behind one whose bracket at `open` is not closed: the next line that is indented no more
/// than its own; at the latest at `end`.
fn next_statement(bytes: &[u8], open: usize, end: usize) -> usize {
    let indentation =
        |start: usize| bytes[start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let own = indentation(line_start(bytes, open));
    let mut start = open;
    while let Some(newline) =
        bytes.get(start..end).and_then(|rest| rest.iter().position(|byte| *byte == b'\n'))
    {
        start += newline + 1;
        let first = start + indentation(start);
        let is_blank = bytes.get(first).is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        let closes = bytes.get(first).is_some_and(|byte| matches!(byte, b')' | b']' | b','));
        if !is_blank && !closes && first - start <= own {
            return start;
        }
    }
    end
}

/// Makes a statement end where its open bracket stands, with a sign in front that is none of C++: it has an error, and what
/// follows has none. `false` where no sign stands in front.
fn hide(bytes: &mut [u8], open: usize, next: usize) -> bool {
    let line = line_start(bytes, open);
    // A lambda has its brackets in front of its parameters.
    let is_lambda = bytes[open] == b'(' && bytes[line..open].trim_ascii_end().ends_with(b"]");
    let captures = bytes[line..open].iter().rposition(|byte| *byte == b'[').filter(|_| is_lambda);
    let end = captures.map_or(open, |at| line + at);
    let Some(before) = end.checked_sub(1).filter(|before| *before >= line && bytes[*before].is_ascii())
    else {
        return false;
    };
    for byte in &mut bytes[end..next] {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    bytes[before] = NO_SIGN;
    bytes[end] = b';';
    true
}

#[cfg(test)]
mod tests {
    use super::mended;

    fn check(text: &str, expected: &str) {
        assert_eq!(mended(text).as_deref(), Some(expected), "{text}");
        assert_eq!(expected.len(), text.len(), "every byte keeps its place");
    }

    #[test]
    fn an_open_bracket_breaks_its_statement() {
        check("{\n  auto a = f(g(\n  auto b = h(1);\n}", "{\n  auto a = @;  \n  auto b = h(1);\n}");
        check("{\n  f(a,\n    b\n  g(c);\n}", "{\n  @;  \n     \n  g(c);\n}");
        check("{\n  a = b[\n}", "{\n  a = @;\n}");
        check("{\n  f(\n  for (;;) { g(); }\n}", "{\n  @;\n  for (;;) { g(); }\n}");
        check("{\n  for (\n  f();\n}", "{\n  for@;\n  f();\n}");
        check("{\n  auto l = [&](\n  f();\n}", "{\n  auto l =@;   \n  f();\n}");
        check("void f(\n", "void @;\n");
    }

    #[test]
    fn code_whose_brackets_are_closed_stays_and_heads_that_declare_names_do() {
        for text in [
            "for (int i = 0; i < 4; ++i) f(i);",
            "f([&] { g(); });",
            "f(\")\", ')', '(' /* ( */); // (",
            "#define F(x) ((x\nint a[3] = {1, 2, 3};",
            "int n = 1'000;",
            "{\n  for (int i = 0; i <\n  f(i);\n}",
            "{\n  if (auto x = f(\n  g(x);\n}",
        ] {
            assert_eq!(mended(text), None, "{text}");
        }
    }
}
