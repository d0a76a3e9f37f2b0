//! Fragments of programs, as they are written in `fragments/`.

/// All fragments.
const SOURCES: &[&str] = &[
    include_str!("fragments/writes.txt"),
    include_str!("fragments/flow.txt"),
    include_str!("fragments/values.txt"),
    include_str!("fragments/layouts.txt"),
];

/// A part of a program, with holes.
#[derive(Debug, Clone)]
pub(super) struct Fragment {
    /// What goes outside of all functions.
    pub(super) outside: Vec<&'static str>,
    /// What goes into a function.
    pub(super) inside: Vec<&'static str>,
}

impl Fragment {
    /// Whether it uses the tensor `p`, which not every program is given.
    pub(super) fn has_tensors(&self) -> bool {
        self.inside.iter().any(|line| line.contains("(p") || line.contains("p[") || line.contains("p."))
    }
}

/// The fragments of all files.
pub(super) fn all() -> Vec<Fragment> {
    SOURCES.iter().flat_map(|source| source.split("\n### ").skip(1)).map(fragment).collect()
}

fn fragment(text: &'static str) -> Fragment {
    let mut lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let outside = lines.by_ref().take_while(|line| *line != "---").collect();
    Fragment { outside, inside: lines.collect() }
}

/// One of the alternatives of each `«a¦b»`.
pub(super) fn chosen(random: &mut fastrand::Rng, line: &str) -> String {
    let mut text = line.to_owned();
    // Innermost first: what ends first holds no other.
    while let Some(end) = text.find('»') {
        let Some(start) = text.get(..end).and_then(|before| before.rfind('«')) else { break };
        let inner = text.get(start + '«'.len_utf8()..end).unwrap_or_default();
        let alternatives: Vec<&str> = inner.split('¦').collect();
        let one =
            alternatives.get(random.usize(..alternatives.len())).copied().unwrap_or_default().to_owned();
        text.replace_range(start..end + '»'.len_utf8(), &one);
    }
    text
}
