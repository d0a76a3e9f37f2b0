//! Changes of the text after which an access costs less: padded rows, of arrays and of parts of one, swizzled columns, swapped roles of
//! threads, vectors in the place of neighbouring elements, where that is certain or a guard asks for it.
//!
//! Each is offered only after it was tried: the kernels are run with the new text, each access is the same element as before, and
//! none costs more.

mod alike;
mod bound;
mod change;
mod guard;
mod host;
mod neighbours;
mod own;
mod pad;
mod part;
mod proof;
mod row;
mod stage;
mod swap;
mod swizzle;
mod unroll;
mod widen;

use std::sync::Arc;

pub use change::Mend;

use crate::{Access, Header, Space, look};

/// What is certain to make this access cost less and to change nothing else, the best of each kind. A vector takes the place of what
/// is no finding, too.
pub fn mends(text: &str, headers: &[Arc<Header>], access: &Access) -> Vec<Mend> {
    if access.cost.is_none_or(|cost| cost.is <= cost.least) {
        return Vec::new();
    }
    let before = look(text, headers);
    if !before.is_whole {
        return Vec::new();
    }
    let mut found = Vec::new();
    found.extend(widen::mend(text, &before, access));
    if !access.is_finding() {
        return found;
    }
    if found.is_empty() {
        found.extend(guard::mend(text, &before, access));
        found.extend(stage::mend(text, &before, access));
    }
    if access.space == Space::Shared {
        found.extend(pad::mend(text, &before, access));
        found.extend(part::mend(text, &before, access));
        found.extend(swizzle::mend(text, &before, access));
    }
    found.extend(swap::mend(text, &before, access));
    found
}
