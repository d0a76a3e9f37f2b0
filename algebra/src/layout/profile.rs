//! The nesting of a layout without its integers (`profile` in CuTe).

use std::fmt;

use crate::IntTuple;
use crate::int_tuple::Token;

/// The nesting of a tuple: its nodes in the order in which their texts begin, each tuple before its modes.
///
/// `(4,(3,2))` has the nodes 2 (a tuple of 2), leaf, 2, leaf, leaf.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Profile {
    /// Up to [`Packed::CAPACITY`] nodes of ranks below [`Packed::LEAF`], for which there is this form only.
    Packed(Packed),
    /// More.
    Listed(Vec<u16>),
}

/// Nodes of 4 bits each, the first in the lowest bits; the bits above them are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Packed {
    nodes: u64,
    len: u8,
}

impl Packed {
    /// 8 integers and as many tuples around them.
    const CAPACITY: u8 = 16;
    /// The node of an integer. The node of a tuple is its rank.
    const LEAF: u64 = 0xF;
    const BITS: u32 = 4;

    const EMPTY: Packed = Packed { nodes: 0, len: 0 };

    /// A tuple of `rank` integers, if it fits.
    #[inline]
    fn flat(rank: usize) -> Option<Packed> {
        let len = u8::try_from(rank).ok().filter(|rank| u64::from(*rank) < Self::LEAF)?;
        let leaves = (1_u64 << (Self::BITS * u32::from(len))) - 1;
        Some(Packed { nodes: leaves << Self::BITS | u64::from(len), len: len + 1 })
    }

    /// The nodes with one more, if it fits.
    #[inline]
    fn with(self, node: Node) -> Option<Packed> {
        let bits = match node {
            Node::Leaf => Self::LEAF,
            Node::Tuple(rank) => u64::try_from(rank).ok().filter(|rank| *rank < Self::LEAF)?,
        };
        let is_room = self.len < Self::CAPACITY;
        is_room.then(|| Packed {
            nodes: self.nodes | bits << (Self::BITS * u32::from(self.len)),
            len: self.len + 1,
        })
    }

    /// The nodes with all of another behind them, if they fit.
    #[inline]
    fn with_all(self, other: Packed) -> Option<Packed> {
        let len = self.len + other.len;
        let shifted = other.nodes.checked_shl(Self::BITS * u32::from(self.len)).unwrap_or(0);
        (len <= Self::CAPACITY).then_some(Packed { nodes: self.nodes | shifted, len })
    }

    #[inline]
    fn first(self) -> Option<Node> {
        (self.len > 0).then(|| Self::node(self.nodes & Self::LEAF))
    }

    #[inline]
    fn last(self) -> Option<Node> {
        let before = self.len.checked_sub(1)?;
        Some(Self::node(self.nodes >> (Self::BITS * u32::from(before))))
    }

    #[inline]
    fn node(bits: u64) -> Node {
        match bits {
            Self::LEAF => Node::Leaf,
            rank => Node::Tuple(rank as usize),
        }
    }

    #[inline]
    fn first_mode(self) -> (usize, usize) {
        let (mut missing, mut leaves, mut length, mut nodes) = (1, 0, 0, self.nodes);
        while missing > 0 && length < usize::from(self.len) {
            let node = nodes & Self::LEAF;
            let is_leaf = node == Self::LEAF;
            missing = missing - 1 + if is_leaf { 0 } else { node };
            leaves += usize::from(is_leaf);
            length += 1;
            nodes >>= Self::BITS;
        }
        (length, leaves)
    }

    /// The first `count` nodes, and those behind them.
    #[inline]
    fn split_at(self, count: usize) -> (Packed, Packed) {
        let count = u8::try_from(count).unwrap_or(u8::MAX).min(self.len);
        let bits = Self::BITS * u32::from(count);
        let rest = self.nodes.checked_shr(bits).unwrap_or(0);
        let first = self.nodes ^ rest.checked_shl(bits).unwrap_or(0);
        (Packed { nodes: first, len: count }, Packed { nodes: rest, len: self.len - count })
    }
}

/// How many of these nodes make up the first mode, and how many of those are integers.
#[inline]
fn first_mode(nodes: impl Iterator<Item = Node>) -> (usize, usize) {
    let (mut missing, mut leaves, mut length) = (1, 0, 0);
    for node in nodes {
        length += 1;
        missing -= 1;
        match node {
            Node::Leaf => leaves += 1,
            Node::Tuple(rank) => missing += rank,
        }
        if missing == 0 {
            break;
        }
    }
    (length, leaves)
}

/// The node of an integer in a list; a tuple's is its rank, which [`MAX_LEAVES`](crate::MAX_LEAVES) keeps far below.
const LISTED_LEAF: u16 = u16::MAX;

/// What stands at one place of a profile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    /// An integer.
    Leaf,
    /// A tuple of so many modes, whose nodes follow.
    Tuple(usize),
}

impl Node {
    fn listed(self) -> u16 {
        match self {
            Node::Leaf => LISTED_LEAF,
            // A tuple of more modes than fit has more leaves than any layout.
            Node::Tuple(rank) => u16::try_from(rank).unwrap_or(LISTED_LEAF - 1),
        }
    }

    fn of_listed(node: u16) -> Self {
        if node == LISTED_LEAF { Node::Leaf } else { Node::Tuple(usize::from(node)) }
    }
}

impl Profile {
    /// A profile without nodes, to be filled.
    pub(super) const EMPTY: Profile = Profile::Packed(Packed::EMPTY);

    /// The profile of an integer.
    pub(super) const LEAF: Profile = Profile::Packed(Packed { nodes: Packed::LEAF, len: 1 });

    /// The profile of a tuple of `rank` integers.
    #[inline]
    pub(super) fn flat(rank: usize) -> Self {
        let mut profile = Profile::EMPTY;
        profile.push_flat(rank);
        profile
    }

    /// The profile of a tuple within the limits of this crate.
    pub(super) fn of<T>(tuple: &IntTuple<T>) -> Self {
        let mut profile = Profile::EMPTY;
        for token in tuple.walk() {
            match token {
                Token::Leaf(_) => profile.push(Node::Leaf),
                Token::Open(rank) => profile.push(Node::Tuple(rank)),
                Token::Close => {}
            }
        }
        profile
    }

    /// This node comes next; the modes of a tuple are to be pushed behind it.
    #[inline]
    pub(super) fn push(&mut self, node: Node) {
        match self {
            Profile::Packed(packed) => match packed.with(node) {
                Some(more) => *packed = more,
                None => self.push_listed(node),
            },
            Profile::Listed(nodes) => nodes.push(node.listed()),
        }
    }

    /// A tuple of `rank` integers comes next.
    #[inline]
    pub(super) fn push_flat(&mut self, rank: usize) {
        match Packed::flat(rank) {
            Some(flat) => self.push_all(ProfileRef::Packed(flat)),
            None => {
                self.push_each([Node::Tuple(rank)].into_iter().chain(std::iter::repeat_n(Node::Leaf, rank)))
            }
        }
    }

    /// All nodes of another profile come next.
    #[inline]
    pub(super) fn push_all(&mut self, profile: ProfileRef<'_>) {
        if let (Profile::Packed(packed), ProfileRef::Packed(others)) = (&mut *self, profile)
            && let Some(more) = packed.with_all(others)
        {
            *packed = more;
            return;
        }
        self.push_each(profile.nodes());
    }

    /// This node comes next, and does not fit.
    #[cold]
    fn push_listed(&mut self, node: Node) {
        let nodes = self.as_ref().nodes().chain([node]);
        *self = Profile::Listed(nodes.map(Node::listed).collect());
    }

    #[cold]
    fn push_each(&mut self, nodes: impl Iterator<Item = Node>) {
        nodes.for_each(|node| self.push(node));
    }

    #[inline]
    pub(super) fn as_ref(&self) -> ProfileRef<'_> {
        match self {
            Profile::Packed(packed) => ProfileRef::Packed(*packed),
            Profile::Listed(nodes) => ProfileRef::Listed(nodes),
        }
    }
}

/// A profile, or a mode of one, borrowed.
#[derive(Clone, Copy)]
pub(crate) enum ProfileRef<'a> {
    Packed(Packed),
    Listed(&'a [u16]),
}

/// The nodes of a profile, one by one.
#[derive(Clone)]
pub(crate) struct Nodes<'a> {
    left: ProfileRef<'a>,
}

impl Iterator for Nodes<'_> {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        match &mut self.left {
            ProfileRef::Packed(packed) => {
                let node = packed.first()?;
                *packed = Packed { nodes: packed.nodes >> Packed::BITS, len: packed.len - 1 };
                Some(node)
            }
            ProfileRef::Listed(nodes) => {
                let (&node, rest) = nodes.split_first()?;
                *nodes = rest;
                Some(Node::of_listed(node))
            }
        }
    }
}

impl<'a> ProfileRef<'a> {
    /// The nodes in the order in which their texts begin.
    #[inline]
    pub(crate) fn nodes(self) -> Nodes<'a> {
        Nodes { left: self }
    }

    /// The number of nodes.
    #[inline]
    pub(super) fn len(self) -> usize {
        match self {
            ProfileRef::Packed(packed) => usize::from(packed.len),
            ProfileRef::Listed(nodes) => nodes.len(),
        }
    }

    /// The first `count` nodes, and those behind them.
    #[inline]
    fn split_at(self, count: usize) -> (ProfileRef<'a>, ProfileRef<'a>) {
        match self {
            ProfileRef::Packed(packed) => {
                let (first, rest) = packed.split_at(count);
                (ProfileRef::Packed(first), ProfileRef::Packed(rest))
            }
            ProfileRef::Listed(nodes) => {
                let (first, rest) = nodes.split_at(count.min(nodes.len()));
                (ProfileRef::Listed(first), ProfileRef::Listed(rest))
            }
        }
    }

    /// The nodes behind the first `count`.
    #[inline]
    pub(super) fn skip(self, count: usize) -> ProfileRef<'a> {
        self.split_at(count).1
    }

    /// The number of tuples without modes.
    pub(super) fn empty_tuples(self) -> usize {
        self.nodes().filter(|node| *node == Node::Tuple(0)).count()
    }

    #[inline]
    pub(crate) fn is_tuple(self) -> bool {
        self.nodes().next() != Some(Node::Leaf)
    }

    /// The number of modes; an integer has one.
    #[inline]
    pub(crate) fn rank(self) -> usize {
        match self.nodes().next() {
            Some(Node::Leaf) | None => 1,
            Some(Node::Tuple(rank)) => rank,
        }
    }

    /// Whether the text ends with an integer, not with `()`.
    #[inline]
    pub(super) fn ends_with_leaf(self) -> bool {
        match self {
            ProfileRef::Packed(packed) => packed.last() == Some(Node::Leaf),
            ProfileRef::Listed(nodes) => nodes.last() == Some(&LISTED_LEAF),
        }
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
                    path = open.iter().map(|(rank, left)| rank - left).collect();
                }
                leaves += 1;
            }
        });
        path
    }

    /// Calls `f` with each node and the tuples around it (and itself, if it is one), outermost first: the rank of each
    /// and how many of its modes are not complete.
    fn visit(self, mut f: impl FnMut(Node, &[(usize, usize)])) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        for node in self.nodes() {
            if let Node::Tuple(rank) = node {
                open.push((rank, rank));
            }
            f(node, &open);
            match node {
                Node::Tuple(0) => drop(open.pop()),
                Node::Tuple(_) => continue,
                Node::Leaf => {}
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
        let (length, leaves) = match self {
            ProfileRef::Packed(packed) => packed.first_mode(),
            ProfileRef::Listed(nodes) => first_mode(nodes.iter().map(|node| Node::of_listed(*node))),
        };
        let (first, rest) = self.split_at(length);
        (first, leaves, rest)
    }

    /// The nodes of the modes of a tuple, without its own; an integer's own.
    #[inline]
    pub(super) fn inside(self) -> ProfileRef<'a> {
        if self.is_tuple() { self.skip(1) } else { self }
    }

    /// Writes the tuple of this nesting with these leaves.
    pub(super) fn write<T: fmt::Display>(
        self,
        f: &mut fmt::Formatter<'_>,
        mut leaves: impl Iterator<Item = T>,
    ) -> fmt::Result {
        // How many modes are missing in each tuple that is open.
        let mut open: Vec<usize> = Vec::new();
        let mut is_first = true;
        for node in self.nodes() {
            if !is_first {
                f.write_str(",")?;
            }
            is_first = false;
            match node {
                Node::Leaf => leaves.next().map_or(Ok(()), |leaf| leaf.fmt(f))?,
                Node::Tuple(0) => f.write_str("()")?,
                Node::Tuple(rank) => {
                    f.write_str("(")?;
                    open.push(rank);
                    is_first = true;
                    continue;
                }
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
        tuple_of(&mut self.nodes(), &mut leaves)
    }
}

/// Recursive as the profile nests, which is at most [`MAX_DEPTH`](crate::MAX_DEPTH) deep.
fn tuple_of<T>(nodes: &mut Nodes<'_>, leaves: &mut impl Iterator<Item = T>) -> IntTuple<T> {
    match nodes.next() {
        Some(Node::Leaf) => leaves.next().map_or_else(|| IntTuple::Tuple(Vec::new()), IntTuple::Int),
        Some(Node::Tuple(rank)) => IntTuple::Tuple((0..rank).map(|_| tuple_of(nodes, leaves)).collect()),
        None => IntTuple::Tuple(Vec::new()),
    }
}
