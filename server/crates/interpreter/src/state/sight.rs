//! Which members of an object are seen.

/// How a method sees a name of its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// As a member, if there is one.
    Plain,
    /// Not at all: the name means what it means outside of the class.
    Hidden,
    /// As a member of its own class, which a derived class hides.
    OfBase,
}
