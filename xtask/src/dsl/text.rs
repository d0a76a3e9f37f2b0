//! Layouts of ours beside those of the DSL, as texts.

/// A tuple or a leaf of a layout.
#[derive(Debug, PartialEq, Eq)]
enum Part<'t> {
    Tuple(Vec<Part<'t>>),
    Leaf(&'t str),
}

/// Whether `ours` may be the layout `theirs`. What is of run time in one of both decides nothing.
pub(super) fn agrees(ours: &str, theirs: &str, is_tensor: bool) -> bool {
    let (ours, theirs) = (bare(ours), bare(theirs));
    let (our_outer, our_layout) = outer(&ours);
    let (their_outer, their_layout) = outer(&theirs);
    // The swizzle of a tensor may be that of its pointer, which the DSL does not print with its layout.
    let is_outer = match (our_outer.first(), their_outer.first()) {
        (Some(ours), Some(theirs)) => ours == theirs,
        (None, None) => true,
        _ => is_tensor,
    };
    is_outer && layout(our_layout, their_layout)
}

/// How many modes a layout has.
pub(super) fn rank(text: &str) -> usize {
    let text = bare(text);
    let (_, layout) = outer(&text);
    match split(layout, ':').first().and_then(|shape| read(shape)) {
        Some(Part::Tuple(parts)) => parts.len(),
        _ => 1,
    }
}

/// Without blanks and what is said of integers of run time, with one name for swizzles.
fn bare(text: &str) -> String {
    let (mut bare, mut depth) = (String::new(), 0_usize);
    for c in text.replace(" o ", "\u{1}").chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ' ' => {}
            c if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    bare.replace("Sw<", "S<")
}

fn outer(text: &str) -> (Vec<&str>, &str) {
    let mut parts: Vec<&str> = text.split('\u{1}').collect();
    let layout = parts.pop().unwrap_or_default();
    (parts, layout)
}

fn layout(ours: &str, theirs: &str) -> bool {
    let (ours, theirs) = (split(ours, ':'), split(theirs, ':'));
    ours.len() == theirs.len()
        && ours.iter().zip(&theirs).all(|(ours, theirs)| match (read(ours), read(theirs)) {
            (Some(ours), Some(theirs)) => same(&ours, &theirs),
            _ => false,
        })
}

fn same(ours: &Part<'_>, theirs: &Part<'_>) -> bool {
    match (ours, theirs) {
        (Part::Leaf("?"), _) => true,
        (Part::Tuple(ours), Part::Tuple(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
        }
        (Part::Leaf(ours), Part::Leaf(theirs)) => {
            let (scale, basis) = ours.split_once('@').unwrap_or((ours, ""));
            let (their_scale, their_basis) = theirs.split_once('@').unwrap_or((theirs, ""));
            match (scale.parse::<i64>(), their_scale.parse::<i64>()) {
                (Ok(0), Ok(0)) => true,
                (Ok(scale), Ok(their_scale)) => scale == their_scale && basis == their_basis,
                _ => basis == their_basis || scale == "?",
            }
        }
        _ => false,
    }
}

/// Parts between `separator`s that no bracket holds.
pub(super) fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth = depth.saturating_sub(1),
            c if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn read(text: &str) -> Option<Part<'_>> {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    // `(m+1)*(n+1)` begins and ends with other brackets.
    let is_whole = |inner: &str| {
        let mut depth = 0_i64;
        inner.chars().all(|c| {
            depth += i64::from(c == '(') - i64::from(c == ')');
            depth >= 0
        })
    };
    match inner.filter(|inner| is_whole(inner)) {
        Some(inner) => {
            let parts = split(inner, ',').into_iter().filter(|part| !part.is_empty());
            parts.map(read).collect::<Option<_>>().map(Part::Tuple)
        }
        None if text.is_empty() => None,
        None => Some(Part::Leaf(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_of_run_time_decides_nothing() {
        assert!(agrees("(m,8):(1,m)", "(?,8):(1,?{i64 div=8})", true));
        assert!(agrees("(?,8):(1,256)", "(?,8):(1,?)", true));
        assert!(agrees("((m+1)*(n-1),8):(1@1,1@0)", "(?,8):(1@1,1@0)", true));
        assert!(!agrees("(m,8):(1,m)", "(?,4):(1,?)", true));
        assert!(!agrees("(m,8):(1@0,1@1)", "(?,8):(1@1,1@0)", true));
        assert!(!agrees("(m,(2,4)):(1,(2,4))", "(?,8):(1,2)", true));
    }

    #[test]
    fn a_swizzle_counts_but_for_that_of_a_pointer() {
        assert!(agrees("Sw<3,4,3> o 0 o (8,64):(64,1)", "S<3,4,3> o 0 o (8,64):(64,1)", false));
        assert!(!agrees("(8,64):(64,1)", "S<3,4,3> o 0 o (8,64):(64,1)", false));
        assert!(agrees("Sw<3,4,3> o 0 o (8,64):(64,1)", "(8,64):(64,1)", true));
        assert!(!agrees("Sw<3,4,3> o 0 o (8,64):(64,1)", "S<2,4,3> o 0 o (8,64):(64,1)", true));
    }

    #[test]
    fn modes_are_counted_at_the_top() {
        assert_eq!(
            [rank("(?,(2,4)):(1,(2,4))"), rank("4:1"), rank("S<1,4,3> o 0 o (2,2,2):(1,2,4)")],
            [2, 1, 3]
        );
    }
}
