//! The block of threads that a kernel is launched with.

/// How many threads a block has along each axis, where that is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Block {
    sizes: Option<[i64; 3]>,
}

impl Block {
    /// One of which nothing is known.
    pub const UNKNOWN: Self = Self { sizes: None };

    /// One of so many threads along x, y and z; of which nothing is known where there are none.
    pub fn new(sizes: [i64; 3]) -> Self {
        Self { sizes: Some(sizes).filter(|sizes| sizes.iter().all(|size| *size > 0)) }
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
        let block = Block::new([16, 8, 1]);
        assert_eq!((block.threads(1024), block.threads(64)), (Some(128), None));
        assert_eq!(
            [0, 15, 16, 127].map(|thread| block.place(thread)),
            [Some([0, 0, 0]), Some([15, 0, 0]), Some([0, 1, 0]), Some([15, 7, 0])]
        );
        assert_eq!(Block::new([0, 1, 1]), Block::UNKNOWN);
    }
}
