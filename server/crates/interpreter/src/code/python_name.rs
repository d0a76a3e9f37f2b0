//! Names that Python's own things have here.

/// What the library calls the keyword arguments that `**kwargs` collects.
pub(crate) const KEYWORDS: &str = "keyword arguments";

/// What the library calls the object that `super()` gives: the object at hand, of which the bases' members are seen.
pub(crate) const SUPER: &str = "super";
