//! Element types of tensors, by the names that statements use: those of the algebra's one table that have such a name.

pub use layout_algebra::atom::element::Stated as ElementType;

/// Every element type that a statement can name, in the order in which they are listed to a user.
pub fn all() -> impl Iterator<Item = ElementType> {
    ElementType::all()
}

/// The element type of this name or spelling.
pub fn find(name: &str) -> Option<ElementType> {
    ElementType::find(name)
}
