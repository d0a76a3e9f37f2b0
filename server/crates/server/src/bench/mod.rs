//! The bench: one page that shows a layout, whichever door it comes through, and what it is told as JSON.

pub(crate) mod export;
pub(crate) mod model;
pub(crate) mod page;
pub(crate) mod serve;
pub(crate) mod view;
