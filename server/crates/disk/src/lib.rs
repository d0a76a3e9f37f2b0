//! The one place of the product that opens files.
//!
//! A workspace is other people's: a name in it may be a device that never ends, a pipe that nobody writes to, a folder, a
//! file of gigabytes or one that grows. [`read`] opens regular files only, waits for nobody, and reads no more than its
//! caller allows; what it refuses it remembers, and tries again when the file has become another. [`place`] writes the
//! user's own files: whole or not at all, and through no link that somebody planted. [`replace`] changes a file of the
//! workspace when the user asked for it, if it still is what was read.
//!
//! Clippy's `disallowed-methods` holds the other crates to this one.
#![forbid(unsafe_code)]

mod identity;
mod owned;
mod read;
mod refusal;
mod replace;

pub use identity::Identity;
pub use owned::{TURN, Turn, place, touch, turn};
pub use read::{Contents, identity, read};
pub use refusal::Refusal;
pub use replace::{NotReplaced, replace};
