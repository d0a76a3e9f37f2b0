//! Seeded random choices.

use fastrand::Rng;

/// What sizes and strides of a case are drawn from: each finds other mistakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bias {
    Mixed,
    /// Powers of two, as in real kernels.
    Large,
    /// Many modes of size 1, which CuTe treats by rules of their own.
    Ones,
    /// Few different strides: modes that coincide, overlap and merge.
    Ties,
}

/// A source of choices; the same seed makes the same ones.
#[derive(Debug)]
pub(super) struct Choice {
    random: Rng,
    bias: Bias,
}

impl Choice {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Rng::with_seed(seed), bias: Bias::Mixed }
    }

    /// A bias for the next case.
    pub(super) fn new_bias(&mut self) {
        self.bias = self.of(&[Bias::Mixed, Bias::Mixed, Bias::Large, Bias::Ones, Bias::Ties]);
    }

    pub(super) fn bias(&self) -> Bias {
        self.bias
    }

    /// A size of a mode.
    pub(super) fn size(&mut self) -> i64 {
        match self.bias {
            Bias::Mixed | Bias::Ties => self.of(&[1, 1, 1, 2, 2, 2, 3, 4, 4, 5, 6, 7, 8, 9, 12, 16]),
            Bias::Large => self.of(&[1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 64, 128, 256]),
            Bias::Ones => self.of(&[1, 1, 1, 1, 1, 2, 2, 3, 4, 6, 8]),
        }
    }

    /// A stride that has nothing to do with the sizes.
    pub(super) fn any_stride(&mut self) -> i64 {
        match self.bias {
            Bias::Large => self.of(&[0, 1, 1, 2, 4, 8, 16, 32, 64, 65, 72, 128, 136, 256, 512, 1024, 4096]),
            _ => self.of(&[
                0, 0, 1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 25, 27, 32, 48, 59, 64, 100,
                128,
            ]),
        }
    }

    /// True this often, from 0 to 1.
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.random.f64() < probability
    }

    /// One of `options`, which are not empty.
    pub(super) fn of<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.random.usize(..options.len())]
    }

    /// From `least` to `most`, both included.
    pub(super) fn between(&mut self, least: i64, most: i64) -> i64 {
        self.random.i64(least..=most.max(least))
    }

    /// A count from `least` to `most`, both included.
    pub(super) fn count(&mut self, least: usize, most: usize) -> usize {
        self.random.usize(least..=most.max(least))
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        self.random.shuffle(items);
    }

    /// A divisor of a positive number.
    pub(super) fn divisor(&mut self, number: i64) -> i64 {
        let divisors: Vec<i64> = (1..=number).filter(|divisor| number % divisor == 0).collect();
        self.of(&divisors)
    }
}
