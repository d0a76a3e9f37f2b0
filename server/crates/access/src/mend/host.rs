//! The size of dynamic shared memory that launches give.

use std::ops::Range;

use super::change::MOST_BYTES;
use crate::uses::{code_of, words};

/// What a program asks for that gives a kernel more shared memory than every block may have: how much stands there, too.
const LARGER: &str = "MaxDynamicSharedMemorySize";

/// Launches that give more dynamic shared memory.
pub(super) struct More {
    pub(super) edits: Vec<(Range<usize>, String)>,
    /// Whether each gives a number of bytes, and no more than every block may have: one that asks for more fails.
    pub(super) is_within: bool,
}

/// What makes each launch of a kernel in the text give so many bytes more; `None` where none is seen, or one gives no bytes, or
/// more than every block may have.
pub(super) fn more_shared_memory(text: &str, kernel: &str, bytes: i64) -> Option<More> {
    let code = code_of(text);
    if code.contains(LARGER) {
        return None;
    }
    let mut more = More { edits: Vec::new(), is_within: true };
    for at in words(&code, kernel, &(0..code.len())) {
        let behind = at + kernel.len();
        let Some(open) = launch(&code, behind) else { continue };
        let close = open + code.get(open..)?.find(">>>")?;
        let size = arguments(&code, open..close).get(2)?.clone();
        let spelled = code.get(size.clone())?.trim_end();
        if spelled.is_empty() || spelled.trim() == "0" {
            return None;
        }
        // `?:` and operators that bind less than `+` would take it in.
        if spelled.contains(['?', '<', '>', '&', '|', '^', '=']) {
            return None;
        }
        match spelled.trim().parse::<i64>() {
            Ok(number) if number.checked_add(bytes)? > MOST_BYTES => return None,
            Ok(_) => {}
            Err(_) => more.is_within = false,
        }
        let end = size.start + spelled.len();
        more.edits.push((end..end, format!(" + {bytes}")));
    }
    (!more.edits.is_empty()).then_some(more)
}

/// How many launches of a kernel stand in the code.
pub(super) fn launches(code: &str, kernel: &str) -> usize {
    let names = words(code, kernel, &(0..code.len()));
    names.filter(|at| launch(code, at + kernel.len()).is_some()).count()
}

/// Behind the `<<<` of a launch whose kernel's name ends at `at`.
fn launch(code: &str, at: usize) -> Option<usize> {
    let rest = code.get(at..)?;
    let open = rest.find("<<<")?;
    let between = rest[..open].trim();
    let is_template = between.starts_with('<') && between.ends_with('>');
    let is_launch = (between.is_empty() || is_template) && !between.contains([';', '{', '}', '(']);
    is_launch.then_some(at + open + 3)
}

/// The bytes of each argument, at the commas outside of brackets.
fn arguments(code: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let (mut depth, mut start, mut out) = (0_i32, within.start, Vec::new());
    for (at, byte) in code.bytes().enumerate().take(within.end).skip(within.start) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                out.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(start..within.end);
    out
}
