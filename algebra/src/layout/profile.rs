//! The nesting of a layout without its integers (`profile` in CuTe).

use std::fmt;

use smallvec::SmallVec;

use crate::IntTuple;

/// How many nodes a profile holds without a heap allocation: 8 integers, and as many tuples around them.
const INLINE_NODES: usize = 16;

/// The node of an integer. The node of a tuple is its rank, which [`MAX_LEAVES`](crate::MAX_LEAVES) keeps far below.
const LEAF: u16 = u16::MAX;

/// The nesting of a tuple: its nodes in the order in which their texts begin, each tuple before its modes.
///
/// `(4,(3,2))` has the nodes 2 (a tuple of 2), leaf, 2, leaf, leaf.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Profile {
    nodes: SmallVec<[u16; INLINE_NODES]>,
}

impl Profile {
    /// A profile without nodes, to be filled.
    pub(super) fn new() -> Self {
        Profile { nodes: SmallVec::new() }
    }

    /// The profile of an integer.
    pub(super) fn leaf() -> Self {
        let mut profile = Profile::new();
        profile.push_leaf();
        profile
    }

    /// The profile of a tuple of `rank` integers.
    pub(super) fn flat(rank: usize) -> Self {
        let mut profile = Profile::new();
        profile.push_flat(rank);
        profile
    }

    /// The profile of a tuple within the limits of this crate.
    pub(super) fn of<T>(tuple: &IntTuple<T>) -> Self {
        let mut profile = Profile::new();
        for token in tuple.walk() {
            match token {
                crate::int_tuple::Token::Leaf(_) => profile.push_leaf(),
                crate::int_tuple::Token::Open(rank) => profile.push_tuple(rank),
                crate::int_tuple::Token::Close => {}
            }
        }
        profile
    }

    /// An integer comes next.
    pub(super) fn push_leaf(&mut self) {
        self.nodes.push(LEAF);
    }

    /// A tuple of `rank` modes, which are to be pushed behind it, comes next.
    pub(super) fn push_tuple(&mut self, rank: usize) {
        // A tuple of more modes than fit has more leaves than any layout.
        self.nodes.push(u16::try_from(rank).unwrap_or(LEAF - 1));
    }

    /// A tuple of `rank` integers comes next.
    pub(super) fn push_flat(&mut self, rank: usize) {
        self.push_tuple(rank);
        self.nodes.extend(std::iter::repeat_n(LEAF, rank));
    }

    /// All nodes of another profile come next.
    pub(super) fn push_all(&mut self, profile: ProfileRef<'_>) {
        self.nodes.extend_from_slice(profile.nodes);
    }

    pub(super) fn as_ref(&self) -> ProfileRef<'_> {
        ProfileRef { nodes: &self.nodes }
    }
}

/// A profile, or a mode of one, borrowed.
#[derive(Clone, Copy)]
pub(crate) struct ProfileRef<'a> {
    nodes: &'a [u16],
}

/// What stands at one place of a profile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    /// An integer.
    Leaf,
    /// A tuple of so many modes, whose nodes follow.
    Tuple(usize),
}

impl<'a> ProfileRef<'a> {
    /// The nodes in the order in which their texts begin.
    pub(crate) fn nodes(self) -> impl Iterator<Item = Node> {
        self.nodes.iter().map(|&node| if node == LEAF { Node::Leaf } else { Node::Tuple(usize::from(node)) })
    }

    /// The number of nodes.
    pub(super) fn len(self) -> usize {
        self.nodes.len()
    }

    /// The nodes behind the first `count`.
    pub(super) fn skip(self, count: usize) -> ProfileRef<'a> {
        ProfileRef { nodes: self.nodes.get(count..).unwrap_or_default() }
    }

    /// The number of tuples without modes.
    pub(super) fn empty_tuples(self) -> usize {
        self.nodes.iter().filter(|&&node| node == 0).count()
    }

    pub(crate) fn is_tuple(self) -> bool {
        self.nodes.first() != Some(&LEAF)
    }

    /// The number of modes; an integer has one.
    pub(crate) fn rank(self) -> usize {
        match self.nodes.first() {
            Some(&LEAF) | None => 1,
            Some(&rank) => usize::from(rank),
        }
    }

    /// Whether the text ends with an integer, not with `()`.
    pub(crate) fn ends_with_leaf(self) -> bool {
        self.nodes.last() == Some(&LEAF)
    }

    /// The nesting: 0 for an integer.
    pub(crate) fn depth(self) -> usize {
        let mut deepest = 0;
        self.visit(|_, open| deepest = deepest.max(open.len()));
        deepest
    }

    /// The path of the integer `index`, counted from left to right.
    pub(crate) fn path_of_leaf(self, index: usize) -> Vec<usize> {
        let (mut leaves, mut path) = (0, Vec::new());
        self.visit(|node, open| {
            if node == Node::Leaf {
                if leaves == index {
                    path = open.iter().map(|&(rank, left)| usize::from(rank - left)).collect();
                }
                leaves += 1;
            }
        });
        path
    }

    /// Calls `f` with each node and the tuples around it: the rank of each, outermost first, and how many of its
    /// modes are not complete. (Around itself, for a tuple.)
    fn visit(self, mut f: impl FnMut(Node, &[(u16, u16)])) {
        let mut open: SmallVec<[(u16, u16); INLINE_NODES]> = SmallVec::new();
        for &node in self.nodes {
            if node == LEAF {
                f(Node::Leaf, &open);
            } else {
                open.push((node, node));
                f(Node::Tuple(usize::from(node)), &open);
                if node > 0 {
                    continue;
                }
                open.pop();
            }
            // One mode of the innermost tuple is complete, and the tuple with its last.
            while let Some((_, left)) = open.last_mut() {
                *left -= 1;
                if *left > 0 {
                    break;
                }
                open.pop();
            }
        }
    }

    /// The first mode or whole at the start of these nodes, how many integers it has, and the nodes behind it.
    pub(super) fn split_first(self) -> (ProfileRef<'a>, usize, ProfileRef<'a>) {
        let (mut missing, mut leaves, mut length) = (1, 0, 0);
        for &node in self.nodes {
            length += 1;
            missing -= 1;
            match node {
                LEAF => leaves += 1,
                rank => missing += usize::from(rank),
            }
            if missing == 0 {
                break;
            }
        }
        let (first, rest) = self.nodes.split_at(length);
        (ProfileRef { nodes: first }, leaves, ProfileRef { nodes: rest })
    }

    /// The nodes of the modes of a tuple, without its own; an integer's own.
    pub(super) fn inside(self) -> ProfileRef<'a> {
        match self.nodes {
            [LEAF] => self,
            [_, inside @ ..] => ProfileRef { nodes: inside },
            [] => self,
        }
    }

    /// Writes the tuple of this nesting with these leaves.
    pub(super) fn write<T: fmt::Display>(
        self,
        f: &mut fmt::Formatter<'_>,
        mut leaves: impl Iterator<Item = T>,
    ) -> fmt::Result {
        // How many modes are missing in each tuple that is open.
        let mut open: SmallVec<[u16; INLINE_NODES]> = SmallVec::new();
        let mut is_first = true;
        for &node in self.nodes {
            if !is_first {
                f.write_str(",")?;
            }
            is_first = node != LEAF && node > 0;
            if is_first {
                f.write_str("(")?;
                open.push(node);
                continue;
            }
            match node {
                LEAF => leaves.next().map_or(Ok(()), |leaf| leaf.fmt(f))?,
                _ => f.write_str("()")?,
            }
            while let Some(missing) = open.last_mut() {
                *missing -= 1;
                if *missing > 0 {
                    break;
                }
                open.pop();
                f.write_str(")")?;
            }
        }
        Ok(())
    }

    /// The tuple of this nesting with these leaves.
    pub(super) fn tuple_of<T>(self, mut leaves: impl Iterator<Item = T>) -> IntTuple<T> {
        tuple_of(&mut self.nodes.iter(), &mut leaves)
    }
}

/// Recursive as the profile nests, which is at most [`MAX_DEPTH`](crate::MAX_DEPTH) deep.
fn tuple_of<T>(nodes: &mut std::slice::Iter<'_, u16>, leaves: &mut impl Iterator<Item = T>) -> IntTuple<T> {
    match nodes.next() {
        Some(&LEAF) => leaves.next().map_or_else(|| IntTuple::Tuple(Vec::new()), IntTuple::Int),
        Some(&rank) => IntTuple::Tuple((0..rank).map(|_| tuple_of(nodes, leaves)).collect()),
        None => IntTuple::Tuple(Vec::new()),
    }
}
