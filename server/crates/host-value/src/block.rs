//! The block of threads that a kernel is launched with.

use crate::value::HostValue;

/// The fields of `dim3`.
const AXES: [&str; 3] = ["x", "y", "z"];

/// How many threads a block has along each axis, where that is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Block {
    sizes: Option<[i64; 3]>,
}

impl Block {
    /// One of which nothing is known.
    pub const UNKNOWN: Self = Self { sizes: None };

    /// The one that a launch gives as a number, as `dim3` or, in Python, as a list.
    pub fn of(given: &HostValue) -> Self {
        let size = |value: Option<&HostValue>| value.map_or(Some(1), HostValue::known_int);
        let sizes = match given {
            HostValue::Object(object) => AXES.map(|axis| object.fields.get(axis)).map(size),
            _ => match (given.known_int(), given.elements()) {
                (Some(size), _) => [Some(size), Some(1), Some(1)],
                (None, Some(elements)) if elements.len() <= AXES.len() => {
                    [0, 1, 2].map(|axis| size(elements.get(axis)))
                }
                _ => [None; 3],
            },
        };
        match sizes {
            [Some(x), Some(y), Some(z)] if x > 0 && y > 0 && z > 0 => Self { sizes: Some([x, y, z]) },
            _ => Self::UNKNOWN,
        }
    }

    /// Threads along x, y and z.
    pub fn sizes(&self) -> Option<[i64; 3]> {
        self.sizes
    }

    /// All threads; `None` where they are not known, or more than a block may have.
    pub fn threads(&self, most: i64) -> Option<i64> {
        let [x, y, z] = self.sizes?;
        x.checked_mul(y)?.checked_mul(z).filter(|threads| *threads <= most)
    }

    /// Where a thread is along each axis: those along x follow each other.
    pub fn place(&self, thread: i64) -> Option<[i64; 3]> {
        let [x, y, _] = self.sizes?;
        Some([thread % x, thread / x % y, thread / x / y])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_along_x_follow_each_other() {
        let block =
            Block::of(&HostValue::tuple(vec![HostValue::run_time_int(16), HostValue::run_time_int(8)]));
        assert_eq!((block.sizes(), block.threads(1024)), (Some([16, 8, 1]), Some(128)));
        assert_eq!(
            [0, 15, 16, 127].map(|thread| block.place(thread)),
            [Some([0, 0, 0]), Some([15, 0, 0]), Some([0, 1, 0]), Some([15, 7, 0])]
        );
    }

    #[test]
    fn a_number_is_a_row_of_threads_and_what_is_not_known_is_no_block() {
        assert_eq!(Block::of(&HostValue::run_time_int(96)).sizes(), Some([96, 1, 1]));
        assert_eq!(Block::of(&HostValue::unknown("read from a file")), Block::UNKNOWN);
        assert_eq!(Block::of(&HostValue::run_time_int(0)), Block::UNKNOWN);
    }
}
