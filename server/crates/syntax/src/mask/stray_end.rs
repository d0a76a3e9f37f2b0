//! A `}` that closes nothing: half-typed, or what is left of a block whose `{` is gone. To the parser it closes the function
//! around it, and the next one the class, so that everything behind it stands elsewhere. Which one it is shows by the columns:
//! the first line that begins with `}` in a column in which no block is open any more was closed too early.

use rustc_hash::FxHashSet;

use super::lexeme::{NO_SIGN, is_first_of_line, length};

/// How many of them are looked for; code with more is none that is being typed.
const MOST_STRAYS: usize = 4;

/// The line of the brace at hand. It is gone on with: to look for the begin of a line once for each of its braces would take
/// too long in one that is long.
#[derive(Debug, Default)]
struct Line {
    start: usize,
    /// Where its code begins.
    column: usize,
    /// Text before this was looked through.
    seen: usize,
}

impl Line {
    fn go_on_to(&mut self, bytes: &[u8], at: usize) {
        let newline = bytes[self.seen..at].iter().rposition(|byte| *byte == b'\n');
        if newline.is_some() || self.seen == 0 {
            self.start = newline.map_or(0, |newline| self.seen + newline + 1);
            self.column = bytes[self.start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        }
        self.seen = at;
    }
}

/// A block that is open: where the line of its `{` begins, and in which column that line's code does.
#[derive(Debug, Clone, Copy)]
struct Block {
    line: usize,
    column: usize,
}

/// A `}` behind other code of its line, or in another column, that closes a block of an earlier line: right, or one too many.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    at: usize,
    /// The column of the block that it closes.
    column: usize,
}

/// The text with a sign that is none of C++ in the place of each `}` that closes nothing; `None` where there is none, or where
/// there are more than [`MOST_STRAYS`].
pub(crate) fn without_strays(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for count in 0..=MOST_STRAYS {
        if !has_more_ends(&bytes) {
            return String::from_utf8(bytes).ok().filter(|_| count > 0);
        }
        let stray = stray(&bytes)?;
        bytes[stray] = NO_SIGN;
    }
    None
}

/// Calls `visit` with the place of each brace and directive of the preprocessor.
fn each_brace(bytes: &[u8], mut visit: impl FnMut(usize, u8)) {
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if matches!(byte, b'{' | b'}') || byte == b'#' && is_first_of_line(bytes, at) {
            visit(at, byte);
        }
        at += length(bytes, at);
    }
}

/// What a directive means for what is open: the branches of a conditional begin with the same.
fn in_directive<T: Clone + Default>(bytes: &[u8], at: usize, open: &mut T, conditionals: &mut Vec<T>) {
    let name = bytes[at + 1..].trim_ascii_start();
    if name.starts_with(b"if") {
        conditionals.push(open.clone());
    } else if name.starts_with(b"el") {
        *open = conditionals.last().cloned().unwrap_or_default();
    } else if name.starts_with(b"endif") {
        conditionals.pop();
    }
}

/// Whether more blocks end than begin.
fn has_more_ends(bytes: &[u8]) -> bool {
    let (mut depth, mut conditionals) = (0_i64, Vec::new());
    each_brace(bytes, |at, byte| match byte {
        b'{' => depth += 1,
        b'}' => depth -= 1,
        _ => in_directive(bytes, at, &mut depth, &mut conditionals),
    });
    depth < 0
}

/// The `}` that is one too many, of a text in which one is.
fn stray(bytes: &[u8]) -> Option<usize> {
    let (mut blocks, mut conditionals): (Vec<Block>, _) = (Vec::new(), Vec::new());
    let mut candidates: Vec<Candidate> = Vec::new();
    // In which a block and one in it begin, as most namespaces and their functions do: an end there may be of either.
    let mut shared_columns: FxHashSet<usize> = FxHashSet::default();
    let (mut here, mut found) = (Line::default(), None);
    each_brace(bytes, |at, byte| {
        if found.is_some() {
            return;
        }
        here.go_on_to(bytes, at);
        let Line { start: line, column, .. } = here;
        match byte {
            b'{' => {
                if blocks.last().is_some_and(|outer| outer.column == column && outer.line != line) {
                    shared_columns.insert(column);
                }
                blocks.push(Block { line, column });
            }
            b'}' => {
                let begins_line = line + column == at;
                let is_too_deep = blocks.last().is_none_or(|block| begins_line && column > block.column);
                if is_too_deep {
                    // Nothing behind the end of a block around it closed the one that this should close.
                    let closed_early = candidates.iter().rfind(|candidate| candidate.column == column);
                    found = Some(closed_early.map_or(at, |candidate| candidate.at));
                } else if let Some(block) = blocks.pop() {
                    if begins_line && column == block.column {
                        let is_shared = shared_columns.contains(&column);
                        let is_open = |of: &Candidate| of.column < column || is_shared && of.column == column;
                        candidates.retain(is_open);
                    } else if block.line != line {
                        candidates.push(Candidate { at, column: block.column });
                    }
                }
            }
            _ => in_directive(bytes, at, &mut blocks, &mut conditionals),
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::without_strays;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(without_strays(text).as_deref(), Some(expected), "{text}");
    }

    #[test]
    fn the_one_that_is_typed_is_found_by_the_column_of_the_next() {
        check(
            "struct S {\n  void f() {\n    if (x) {\n      g(});\n    }\n    h();\n  }\n  int n;\n};\n",
            "struct S {\n  void f() {\n    if (x) {\n      g(@);\n    }\n    h();\n  }\n  int n;\n};\n",
        );
        check(
            "struct S {\n  void f() {\n    g(); }\n    h();\n  }\n  int n;\n};\n",
            "struct S {\n  void f() {\n    g(); @\n    h();\n  }\n  int n;\n};\n",
        );
        check(
            "struct S {\n  void f() {\n}    g();\n  }\n  int n;\n};\n",
            "struct S {\n  void f() {\n@    g();\n  }\n  int n;\n};\n",
        );
        check(
            "namespace n {\nvoid e() {\n}\nvoid f() {\n  g();}\n  h();\n}\nvoid k() {\n}\n}\nint m;\n",
            "namespace n {\nvoid e() {\n}\nvoid f() {\n  g();@\n  h();\n}\nvoid k() {\n}\n}\nint m;\n",
        );
        check("void f() {\n  g();\n  }\n  h();\n}\n", "void f() {\n  g();\n  @\n  h();\n}\n");
    }

    #[test]
    fn of_a_block_whose_begin_is_gone_the_end_is() {
        check(
            "struct S {\n  void f() {\n    if (x)\n      g();\n    }\n    h();\n  }\n};\n",
            "struct S {\n  void f() {\n    if (x)\n      g();\n    @\n    h();\n  }\n};\n",
        );
        check("int n;\n}\nint m;\n", "int n;\n@\nint m;\n");
    }

    #[test]
    fn ends_behind_other_code_that_are_right_stay() {
        check(
            "struct S {\n  void f() {\n    g(); }\n  void h() {\n    if (x) {\n      k(});\n    }\n  }\n};\n",
            "struct S {\n  void f() {\n    g(); }\n  void h() {\n    if (x) {\n      k(@);\n    }\n  }\n};\n",
        );
    }

    #[test]
    fn text_whose_blocks_are_closed_or_open_stays() {
        for text in [
            "void f() {\n  g(); }\n",
            "void f() {\n  if (x) {\n}\n",
            "#if A\nvoid f() {\n#else\nvoid f(int) {\n#endif\n}\n",
            "// }\nchar c = '}'; const char* s = \"}\"; /* } */\n#define END }\n",
            "}}}}}}\n",
        ] {
            assert_eq!(without_strays(text), None, "{text}");
        }
    }
}
