//! The block of threads that a launch gives.

use layoutlens_host_value::{block::Block, value::HostValue};

/// The fields of `dim3`.
const AXES: [&str; 3] = ["x", "y", "z"];

/// A number, `dim3` or, in Python, a list; what is left out is 1.
pub(crate) fn block_of(given: &HostValue) -> Block {
    let size = |value: Option<&HostValue>| value.map_or(Some(1), HostValue::known_int);
    let sizes = match given {
        HostValue::Object(object) if AXES.iter().all(|axis| object.fields.contains_key(*axis)) => {
            AXES.map(|axis| object.fields.get(axis)).map(size)
        }
        _ => match (given.known_int(), given.elements()) {
            (Some(size), _) => [Some(size), Some(1), Some(1)],
            (None, Some(elements)) if elements.len() <= AXES.len() => {
                [0, 1, 2].map(|axis| size(elements.get(axis)))
            }
            _ => [None; 3],
        },
    };
    match sizes {
        [Some(x), Some(y), Some(z)] => Block::new([x, y, z]),
        _ => Block::UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use layoutlens_host_value::object::Object;

    use super::*;

    #[test]
    fn a_number_is_a_row_of_threads_and_what_is_not_known_is_no_block() {
        let both = HostValue::tuple(vec![HostValue::run_time_int(16), HostValue::run_time_int(8)]);
        assert_eq!(block_of(&both), Block::new([16, 8, 1]));
        assert_eq!(block_of(&HostValue::run_time_int(96)), Block::new([96, 1, 1]));
        assert_eq!(block_of(&HostValue::unknown("read from a file")), Block::UNKNOWN);
        let other = Object { class: None, kind: "stream".to_owned(), fields: BTreeMap::default() };
        assert_eq!(block_of(&HostValue::Object(Arc::new(other))), Block::UNKNOWN);
    }
}
