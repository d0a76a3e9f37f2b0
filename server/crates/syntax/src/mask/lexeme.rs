//! Where comments, literals and directives of C++ end, in text that need not be whole.

/// What is no sign of C++.
pub(super) const NO_SIGN: u8 = b'@';

/// How long the comment, literal, directive or sign at `at` is, in bytes; a name is as many signs.
pub(super) fn length(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let until = |end: &[u8], from: usize| {
        let found =
            rest.get(from..).and_then(|rest| rest.windows(end.len()).position(|window| window == end));
        found.map_or(rest.len(), |found| from + found + end.len())
    };
    match rest {
        [b'/', b'/', ..] => until(b"\n", 0),
        [b'/', b'*', ..] => until(b"*/", 2),
        [b'#', ..] if is_first_of_line(bytes, at) => directive_length(rest),
        [quote @ (b'"' | b'\''), ..] => {
            // `1'000` is a number.
            if *quote == b'\'' && bytes[..at].last().is_some_and(u8::is_ascii_alphanumeric) {
                return 1;
            }
            let mut end = 1;
            while let Some(&byte) = rest.get(end).filter(|byte| **byte != b'\n') {
                end += if byte == b'\\' { 2 } else { 1 };
                if byte == *quote {
                    break;
                }
            }
            end.min(rest.len())
        }
        _ => 1,
    }
}

fn directive_length(rest: &[u8]) -> usize {
    let mut end = 0;
    for line in rest.split_inclusive(|byte| *byte == b'\n') {
        end += line.len();
        if !line.trim_ascii_end().ends_with(b"\\") {
            break;
        }
    }
    end
}

/// Where the line of a byte begins.
pub(super) fn line_start(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

/// Whether nothing but blanks stands in front of a byte on its line. It looks at no more than these.
pub(super) fn is_first_of_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace());
    before.is_none_or(|byte| *byte == b'\n')
}
