//! Random statements: copies and products of layouts of every kind, by a seed.
//!
//! They may be refused by the checks, as a destination whose elements collide is.

use layoutlens_run::{ElementType, MmaThreads, Operand, Operation, RunError, ThreadValues, Tuning};

/// Numbers that look random and are the same for the same seed.
pub(crate) struct Random(u64);

/// How large the problems are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sizes {
    /// Elements of a copy at most.
    pub(crate) copy: i64,
    /// M, N and K at most.
    pub(crate) gemm: i64,
}

/// Extents that leave edges, and some that leave none.
const EXTENTS: [i64; 18] = [1, 2, 3, 4, 5, 7, 8, 8, 16, 17, 31, 32, 32, 33, 64, 67, 100, 128];

/// Tiled MMAs and tiles of them, by element type.
const TILED_MMAS: [(ElementType, &str, [i64; 3]); 8] = [
    (ElementType::F16, "SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <_,_,_>", [64, 64, 32]),
    (ElementType::F16, "SM80_16x8x8_F32F16F16F32_TN, (2,2,1):(2,1,0), <_,_,_>", [32, 32, 16]),
    (ElementType::BF16, "SM80_16x8x16_F32BF16BF16F32_TN, (2,4,1):(4,1,0), <32,64,16>", [64, 64, 32]),
    (ElementType::BF16, "SM80_16x8x8_F32BF16BF16F32_TN, (1,2,1):(2,1,0), <_,_,_>", [32, 32, 16]),
    (ElementType::F32, "UniversalFMA<float,float,float,float>, (16,16,1):(1,16,0), <_,_,_>", [64, 64, 8]),
    (ElementType::F32, "UniversalFMA<float>, (8,16,1):(16,1,0), <_,_,_>", [64, 32, 4]),
    (ElementType::F64, "SM80_8x8x4_F64F64F64F64_TN, (2,2,1):(1,2,0), <_,_,_>", [32, 64, 16]),
    (ElementType::F64, "SM80_8x8x4_F64F64F64F64_TN, (2,4,1):(1,2,0), <_,_,_>", [64, 64, 8]),
];

impl Random {
    /// The numbers of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from `least` to `most`.
    fn between(&mut self, least: i64, most: i64) -> i64 {
        let count = most.saturating_sub(least).unsigned_abs() + 1;
        least + (self.next() % count).cast_signed()
    }

    /// Whether something happens that happens so often in a hundred times.
    fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    fn pick<T: Copy>(&mut self, all: &[T], otherwise: T) -> T {
        let count = all.len() as u64;
        let position = usize::try_from(self.next() % count.max(1)).unwrap_or(0);
        all.get(position).copied().unwrap_or(otherwise)
    }

    fn shuffled<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for last in (1..all.len()).rev() {
            let other = usize::try_from(self.next() % (last as u64 + 1)).unwrap_or(0);
            all.swap(last, other);
        }
        all
    }

    /// A statement that may be refused.
    ///
    /// # Errors
    /// None that the layouts here lead to.
    pub(crate) fn statement(&mut self, sizes: Sizes) -> Result<(Operation, ElementType), RunError> {
        if self.chance(60) { self.copy(sizes.copy) } else { self.gemm(sizes.gemm) }
    }

    fn copy(&mut self, most: i64) -> Result<(Operation, ElementType), RunError> {
        let all: Vec<ElementType> = ElementType::all().collect();
        let element = self.pick(&all, ElementType::F32);
        let shape = self.shape(most);
        let destination = self.layout(&shape, true)?;
        if self.chance(20) {
            let source = self.layout(&shape, false)?;
            let threads = self.thread_values(shape.len())?;
            return Ok((Operation::PartitionedCopy { source, destination, threads }, element));
        }
        let shape = if self.chance(35) { self.other_shape(shape.iter().flatten().product()) } else { shape };
        let source = self.layout(&shape, false)?;
        Ok((Operation::Copy { source, destination }, element))
    }

    fn gemm(&mut self, most: i64) -> Result<(Operation, ElementType), RunError> {
        use ElementType::{BF16, F16, F32, F64};
        let mut size = || {
            let size = self.between(1, most);
            if self.chance(40) { (size + 7) / 8 * 8 } else { size }
        };
        let (m, n, k) = (size(), size(), size());
        let (a, b) = (self.matrix(m, k, false)?, self.matrix(n, k, false)?);
        let c = self.matrix(m, n, true)?;
        if self.chance(25) {
            let (element, mma, tile) = self.pick(&TILED_MMAS, TILED_MMAS[0]);
            let tile = if self.chance(70) { tile.to_vec() } else { Vec::new() };
            let threads = MmaThreads { tiled_mma: format!("make_tiled_mma({mma})"), tile };
            return Ok((Operation::PartitionedGemm { a, b, c, threads }, element));
        }
        let element = self.pick(&[F64, F32, F16, BF16], F32);
        if self.chance(25) {
            let extent = |random: &mut Self, all: &[i64]| random.pick(all, 64);
            let tile = vec![
                extent(self, &[32, 64, 96, 128]),
                extent(self, &[32, 64, 128]),
                extent(self, &[8, 16, 32, 64]),
            ];
            let tile = if self.chance(80) { tile } else { Vec::new() };
            let stages = if self.chance(60) { Some(self.between(2, 4)) } else { None };
            let tuning = Tuning { mma: None, tile, stages, swizzle: None };
            return Ok((Operation::TunedGemm { a, b, c, tuning }, element));
        }
        Ok((Operation::Gemm { a, b, c }, element))
    }

    /// A tile and which thread has which of its elements, all of them.
    fn thread_values(&mut self, modes: usize) -> Result<ThreadValues, RunError> {
        let mut tile = Vec::new();
        for _ in 0..modes.min(2) {
            tile.push(self.pick(&[1, 4, 8, 16, 24, 32, 64, 7], 8));
        }
        let size: i64 = tile.iter().product();
        let fits = |&values: &i64| size % values == 0 && size / values <= 1024;
        let values: Vec<i64> = [1, 2, 4, 8, 16].into_iter().filter(fits).collect();
        let values = self.pick(&values, 1);
        let threads = size / values;
        let text = match self.between(0, 2) {
            0 => format!("({threads},{values}):({values},1)"),
            1 => format!("({threads},{values}):(1,{threads})"),
            _ if threads % 2 == 0 => {
                format!("((2,{}),{values}):(({},{values}),1)", threads / 2, size / 2)
            }
            _ => format!("({threads},{values}):(1,{threads})"),
        };
        Ok(ThreadValues { layout: text.parse()?, tile })
    }

    /// Modes of leaves.
    fn shape(&mut self, most: i64) -> Vec<Vec<i64>> {
        let mut size = 1;
        let modes = self.between(1, 3);
        (0..modes)
            .map(|_| {
                let leaves = if self.chance(60) { 1 } else { self.between(1, 3) };
                (0..leaves)
                    .map(|_| {
                        let extent = self.pick(&EXTENTS, 1);
                        let extent = if size * extent <= most { extent } else { 1 };
                        size *= extent;
                        extent
                    })
                    .collect()
            })
            .collect()
    }

    /// Modes of leaves that are so many elements together.
    fn other_shape(&mut self, size: i64) -> Vec<Vec<i64>> {
        let (mut rest, mut factors) = (size, Vec::new());
        let mut divisor = 2;
        while rest > 1 {
            if rest % divisor == 0 {
                factors.push(divisor);
                rest /= divisor;
            } else {
                divisor += 1;
            }
        }
        let mut leaves = vec![1];
        for factor in self.shuffled(factors) {
            match leaves.last_mut() {
                Some(last) if leaves_go_on(self, *last) => *last *= factor,
                _ => leaves.push(factor),
            }
        }
        let mut modes: Vec<Vec<i64>> = vec![Vec::new()];
        for leaf in leaves {
            if self.chance(40) {
                modes.push(Vec::new());
            }
            if let Some(mode) = modes.last_mut() {
                mode.push(leaf);
            }
        }
        modes.retain(|mode| !mode.is_empty());
        modes
    }

    fn matrix(&mut self, rows: i64, columns: i64, injective: bool) -> Result<Operand, RunError> {
        let mut split = |extent: i64| {
            let parts: Vec<i64> = (2..extent).filter(|part| extent % part == 0).collect();
            match self.chance(30) {
                true if !parts.is_empty() => {
                    let part = self.pick(&parts, 1);
                    vec![part, extent / part]
                }
                _ => vec![extent],
            }
        };
        let shape = [split(rows), split(columns)];
        self.layout(&shape, injective)
    }

    /// A layout of this shape: compact in any order, padded, strided, broadcast, backwards, with an offset, swizzled.
    fn layout(&mut self, shape: &[Vec<i64>], injective: bool) -> Result<Operand, RunError> {
        let extents: Vec<i64> = shape.iter().flatten().copied().collect();
        let mut order: Vec<usize> = (0..extents.len()).collect();
        if self.chance(60) {
            order = self.shuffled(order);
        }
        let mut strides = vec![0; extents.len()];
        let mut next = if self.chance(10) { self.between(2, 4) } else { 1 };
        for position in order {
            let Some((stride, &extent)) = strides.get_mut(position).zip(extents.get(position)) else {
                continue;
            };
            *stride = next;
            let pad = if self.chance(25) { self.pick(&[1, 2, 3, 4, 8, 16], 1) } else { 0 };
            next = next * extent + pad;
        }
        if !injective && self.chance(20) {
            for stride in &mut strides {
                if self.chance(50) {
                    *stride = if self.chance(70) { 0 } else { self.between(0, 40) };
                }
            }
        }
        let mut offset = if self.chance(10) { self.pick(&[1, 2, 4, 8, 64, 67], 1) } else { 0 };
        if self.chance(8) {
            let position = usize::try_from(self.next() % extents.len().max(1) as u64).unwrap_or(0);
            if let Some((stride, extent)) = strides.get_mut(position).zip(extents.get(position)) {
                offset += *stride * (extent - 1);
                *stride = -*stride;
            }
        }
        let swizzle = if self.chance(15) {
            let bits = self.between(1, 3);
            let (base, shift) = (self.between(0, 4), self.between(bits, bits + 3));
            format!("Sw<{bits},{base},{shift}> o {offset} o ")
        } else if offset != 0 {
            format!("Sw<0,4,3> o {offset} o ")
        } else {
            String::new()
        };
        let (mut shapes, mut steps, mut leaves) = (Vec::new(), Vec::new(), strides.iter());
        for mode in shape {
            let strides: Vec<String> = leaves.by_ref().take(mode.len()).map(i64::to_string).collect();
            let extents: Vec<String> = mode.iter().map(i64::to_string).collect();
            shapes.push(tuple(&extents));
            steps.push(tuple(&strides));
        }
        format!("{swizzle}{}:{}", tuple(&shapes), tuple(&steps)).parse()
    }
}

fn leaves_go_on(random: &mut Random, last: i64) -> bool {
    last == 1 || random.chance(60)
}

/// `(1,2)`, and one alone without parentheses.
fn tuple(parts: &[String]) -> String {
    match parts {
        [only] => only.clone(),
        _ => format!("({})", parts.join(",")),
    }
}
