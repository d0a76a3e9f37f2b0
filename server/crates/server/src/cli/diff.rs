//! A change as `patch -p1` and `git apply` read it.

use std::path::{MAIN_SEPARATOR, Path};

use layoutlens_render::escape::is_obeyed;
use similar::TextDiff;

/// Lines around a change.
const CONTEXT_LINES: usize = 3;

/// The change of a file. As both programs do, it takes only `\n` for a line's end.
pub(super) fn diff(path: &Path, old: &str, new: &str) -> String {
    let name = name(path);
    let [before, after] = ["a/", "b/"].map(|side| in_head(side, &name));
    let lines = |text| str::split_inclusive(text, '\n').collect::<Vec<&str>>();
    let (old, new) = (lines(old), lines(new));
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&old, &new);
    let mut shown = format!("--- {before}\n+++ {after}\n");
    for hunk in diff.unified_diff().context_radius(CONTEXT_LINES).iter_hunks() {
        shown.push_str(&format!("{}\n", hunk.header()));
        for change in hunk.iter_changes() {
            shown.push_str(&format!("{}{}", change.tag(), change.value()));
            if !change.value().ends_with('\n') {
                shown.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    shown
}

/// The bytes of a path as a diff names it: from the current folder where the file is below it.
fn name(path: &Path) -> Vec<u8> {
    let here = std::env::current_dir().ok().filter(|_| path.is_absolute());
    let below = here.and_then(|here| {
        let real = || path.strip_prefix(here.canonicalize().ok()?).ok();
        path.strip_prefix(&here).ok().or_else(real)
    });
    let mut name = below.unwrap_or(path).as_os_str().as_encoded_bytes().to_vec();
    if MAIN_SEPARATOR != '/' {
        name.iter_mut().filter(|byte| char::from(**byte) == MAIN_SEPARATOR).for_each(|byte| *byte = b'/');
    }
    let name = name.strip_prefix(b"./").unwrap_or(&name);
    let leading = name.iter().take_while(|byte| **byte == b'/').count();
    name.iter().skip(leading).copied().collect()
}

/// A name in the head of a diff, quoted as git does where it holds what would end it or what a terminal obeys.
fn in_head(side: &str, name: &[u8]) -> String {
    let mut quoted = String::new();
    let mut needs_quotes = false;
    for chunk in name.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '"' | '\\' => quoted.extend(['\\', letter]),
                '\n' => quoted.push_str("\\n"),
                '\t' => quoted.push_str("\\t"),
                '\r' => quoted.push_str("\\r"),
                letter if is_obeyed(letter) => {
                    push_octal(&mut quoted, letter.encode_utf8(&mut [0; 4]).as_bytes());
                }
                letter => {
                    quoted.push(letter);
                    continue;
                }
            }
            needs_quotes = true;
        }
        needs_quotes |= !chunk.invalid().is_empty();
        push_octal(&mut quoted, chunk.invalid());
    }
    match needs_quotes {
        true => format!("\"{side}{quoted}\""),
        // Behind a name with blanks both programs look for a tab.
        false if quoted.contains(' ') => format!("{side}{quoted}\t"),
        false => format!("{side}{quoted}"),
    }
}

fn push_octal(text: &mut String, bytes: &[u8]) {
    text.extend(bytes.iter().map(|byte| format!("\\{byte:03o}")));
}

#[cfg(test)]
mod tests {
    use super::in_head;

    #[test]
    fn a_name_is_quoted_where_git_quotes_it() {
        assert_eq!(in_head("a/", b"x/y.cu"), "a/x/y.cu");
        assert_eq!(in_head("a/", b"x y.cu"), "a/x y.cu\t");
        assert_eq!(in_head("a/", "ä.cu".as_bytes()), "a/ä.cu");
        assert_eq!(in_head("b/", b"a \"b\"\\c\n.cu"), r#""b/a \"b\"\\c\n.cu""#);
        assert_eq!(in_head("b/", b"\x1b[2J\xff.cu"), r#""b/\033[2J\377.cu""#);
        assert_eq!(in_head("b/", "\u{202e}.cu".as_bytes()), r#""b/\342\200\256.cu""#);
    }
}
