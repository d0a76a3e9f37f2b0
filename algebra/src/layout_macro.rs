//! `layout!`: a layout in a program's text.

/// The layout that stands in the parentheses, in CuTe notation: `layout!((4,8):(8,1))`.
///
/// The notation is read when the program runs, and what it says is checked then; editors that know CuTe layouts check it
/// while it is typed.
///
/// # Errors
/// Those of [`Layout`](crate::Layout)'s `FromStr`.
///
/// ```
/// use layout_algebra::layout;
///
/// let tile = layout!((4,(3,2)):(2,(8,1)))?;
/// assert_eq!(tile.size(), 24);
/// assert_eq!(layout!(8:1)?.to_string(), "8:1");
/// assert!(layout!((4,8):(8,-1)).is_ok());
/// assert_eq!(layout!((4,8):(8)).unwrap_err().why(), "non_congruent");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[macro_export]
macro_rules! layout {
    ($($notation:tt)+) => {
        ::core::stringify!($($notation)+).parse::<$crate::Layout>()
    };
}
