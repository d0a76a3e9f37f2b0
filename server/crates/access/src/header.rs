//! Files that others include: what they define, found by name and read when it is asked for.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use crate::definitions::{Found, Scoped, definitions};
use crate::read::{Macros, included, parse};

/// Longer files are not read with others.
pub const MOST_HEADER_BYTES: usize = 1 << 20;

/// A file that others include. Of its text only what is asked for is read again.
///
/// ```
/// use std::sync::Arc;
/// use layoutlens_access::Header;
///
/// let header = Arc::new(Header::new("constexpr int kTile = 32;".into()));
/// let text = "__global__ void k(float* a, int ld) { a[threadIdx.x * kTile] = 0; }";
/// let found = layoutlens_access::read_with(text, &[header]).accesses;
/// assert_eq!(found[0].layout.as_deref(), Some("32:32"));
/// ```
#[derive(Debug)]
pub struct Header {
    text: Arc<str>,
    defined: FxHashMap<String, Vec<Spot>>,
    includes: Vec<String>,
    pub(crate) macros: Macros,
}

/// Where something is defined.
#[derive(Debug, Clone)]
pub(crate) struct Spot {
    pub(crate) of: Found,
    pub(crate) scoped: Scoped,
    /// With the template in front of it.
    pub(crate) range: Range<usize>,
}

impl Header {
    /// Reads what a text defines; nothing of one that is longer than [`MOST_HEADER_BYTES`].
    pub fn new(text: Arc<str>) -> Self {
        let mut header =
            Self { text, defined: FxHashMap::default(), includes: Vec::new(), macros: Macros::default() };
        if header.text.len() > MOST_HEADER_BYTES {
            return header;
        }
        let text = Arc::clone(&header.text);
        header.includes = included(&text).into_iter().map(str::to_owned).collect();
        let Some((_, tree)) = parse(&text) else { return header };
        header.macros = Macros::of(std::iter::once(tree.root_node()), &text);
        definitions(tree.root_node(), &text, false, &mut |of, scoped, name, node| {
            let range = with_template(node).byte_range();
            header.defined.entry(name.to_owned()).or_default().push(Spot { of, scoped, range });
        });
        header
    }

    /// What it includes itself, as written: `<a.h>`, `"a.h"`.
    pub fn includes(&self) -> &[String] {
        &self.includes
    }

    /// Bytes of its text.
    pub fn length(&self) -> usize {
        self.text.len()
    }

    /// What is defined here by this name.
    pub(crate) fn spots(&self, name: &str) -> &[Spot] {
        self.defined.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// The text of what is defined at a place.
    pub(crate) fn text_of(&self, spot: &Spot) -> &str {
        self.text.get(spot.range.clone()).unwrap_or_default()
    }
}

pub(crate) fn with_template(node: Node<'_>) -> Node<'_> {
    match node.parent().filter(|parent| parent.kind() == "template_declaration") {
        Some(parent) => parent,
        None => node,
    }
}
