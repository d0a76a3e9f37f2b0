//! Copies between layouts that run along different axes: a block reads a tile along the source, turns it in registers
//! and in swizzled shared memory, and writes it along the destination.

use std::fmt::Write as _;

mod sides;

use super::{COPY_THREADS, SECTOR, WIDEST, carrier};
use crate::{
    Conflicts, ElementType,
    kernel::{
        Kernel, Offset,
        axes::{Axis, Joint, Placed},
        banks::{BANK_ROW, SharedAccesses, by_lane},
        index_type,
    },
    operand::{Leaf, gcd},
    plan::Copy,
};
use sides::sides;

/// A copy by tiles. A tile has coordinates x, along which the source has neighbours, and y, along which the
/// destination has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tiled {
    /// Bytes of an element: of the widest that both sides have together.
    width: u64,
    /// Elements of the copy in such an element.
    pub(crate) lanes: i64,
    /// Elements of a thread's access; a thread turns squares of so many by so many.
    pub(crate) vector: i64,
    x: Vec<Piece>,
    y: Vec<Piece>,
    rest: Vec<Axis>,
    source: Placed,
    destination: Placed,
}

/// How much of an axis is in a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    axis: Axis,
    extent: i64,
}

/// The index arithmetic of a tiled copy, from which the kernel is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TileOffsets {
    pub(crate) origin_source: Offset,
    pub(crate) origin_destination: Offset,
    pub(crate) x_source: Offset,
    pub(crate) y_source: Offset,
    pub(crate) x_destination: Offset,
    pub(crate) y_destination: Offset,
    pub(crate) place_source: Offset,
    pub(crate) place_destination: Offset,
    /// For each axis that the tiles do not divide: a block's origin, the coordinate in x, the one in y, the shape.
    pub(crate) limits: Vec<Limit>,
}

/// `origin(block) + inner(x or y) < shape`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) origin: Offset,
    pub(crate) along_x: bool,
    pub(crate) inner: Offset,
    pub(crate) shape: i64,
}

impl Tiled {
    /// Tiles that begin with the axis `x` of the source and the axis `y` of the destination; `element_width` is the
    /// width before the elements were widened.
    pub(super) fn of(joint: &Joint, element_width: u64, x: usize, y: usize) -> Self {
        let width = joint.width;
        let (along_x, along_y) = (joint.axis(x), joint.axis(y));
        let (shape_x, shape_y) = (along_x.shape, along_y.shape);
        let runs = along_x.source == 1 && along_y.destination == 1;
        let fits = |vector: i64| {
            vector.unsigned_abs() * width <= WIDEST
                && shape_x % vector == 0
                && shape_y % vector == 0
                && joint.is_aligned(vector, x, y)
        };
        let vector = [8, 4, 2].into_iter().find(|&vector| runs && fits(vector)).unwrap_or(1);
        let (pieces_x, pieces_y) = sides(joint, (x, y), vector);
        let taken = |position: &usize| pieces_x.iter().chain(&pieces_y).any(|(at, _)| at == position);
        let mut rest: Vec<Axis> =
            (0..joint.axes.len()).filter(|at| !taken(at)).map(|at| joint.axis(at)).collect();
        rest.sort_by_key(|axis| axis.destination.unsigned_abs());
        let pieces = |pieces: &[(usize, i64)]| {
            let piece = |&(position, extent): &(usize, i64)| Piece { axis: joint.axis(position), extent };
            pieces.iter().map(piece).collect()
        };
        Tiled {
            width,
            lanes: (width / element_width).cast_signed(),
            vector,
            x: pieces(&pieces_x),
            y: pieces(&pieces_y),
            rest,
            source: joint.source,
            destination: joint.destination,
        }
    }

    /// Bytes of a thread's access.
    pub(crate) fn vector_width(&self) -> u64 {
        self.width * self.vector.unsigned_abs()
    }

    /// Coordinates of a tile along x.
    pub(crate) fn extent_x(&self) -> i64 {
        self.x.iter().map(|piece| piece.extent).product()
    }

    /// Coordinates of a tile along y.
    pub(crate) fn extent_y(&self) -> i64 {
        self.y.iter().map(|piece| piece.extent).product()
    }

    /// Blocks, each with a tile.
    pub(crate) fn blocks(&self) -> i64 {
        self.block_digits(|_| 0).iter().map(|leaf| leaf.shape).product()
    }

    /// Accesses in a row of the tile.
    pub(crate) fn chunks(&self) -> i64 {
        self.extent_y() / self.vector
    }

    /// Where the access `chunk` along y in row `x` lies in shared memory, in accesses.
    pub(crate) fn slot(&self, x: i64, chunk: i64) -> i64 {
        let (divisor, mask) = self.swizzle();
        x * self.chunks() + (chunk ^ ((x / divisor) & mask))
    }

    /// The rows' divisor and mask, so that neighbouring rows put the same chunk into different banks.
    fn swizzle(&self) -> (i64, i64) {
        let slots = (BANK_ROW / self.vector_width().cast_signed()).max(1);
        let shared = gcd(self.vector * self.chunks(), slots);
        let chunks = 1 << self.chunks().trailing_zeros().min(slots.trailing_zeros());
        (self.vector * (slots / shared), shared.min(chunks) - 1)
    }

    /// The tiles: those that are neighbours in the destination follow each other, so that what of a sector one block
    /// leaves out the next one adds while the sector is still in the cache.
    fn block_digits(&self, stride: impl Fn(&Axis) -> i64) -> Vec<Leaf> {
        let pieces = self.y.iter().chain(&self.x).map(|Piece { axis, extent }| Leaf {
            shape: (axis.shape + extent - 1) / extent,
            stride: extent * stride(axis),
        });
        pieces.chain(self.rest.iter().map(|axis| Leaf { shape: axis.shape, stride: stride(axis) })).collect()
    }

    /// The index arithmetic.
    pub(crate) fn offsets(&self) -> TileOffsets {
        let inner = |pieces: &[Piece], stride: fn(&Axis) -> i64| -> Vec<Leaf> {
            pieces.iter().map(|piece| Leaf { shape: piece.extent, stride: stride(&piece.axis) }).collect()
        };
        let source: fn(&Axis) -> i64 = |axis| axis.source;
        let destination: fn(&Axis) -> i64 = |axis| axis.destination;
        let digits = self.block_digits(|_| 1);
        let pieces =
            self.y.iter().map(|piece| (false, piece)).chain(self.x.iter().map(|piece| (true, piece)));
        let limits = pieces.enumerate().filter(|(_, (_, piece))| piece.axis.shape % piece.extent != 0);
        let limits = limits.map(|(digit, (along_x, piece))| {
            let (side, at) = if along_x { (&self.x, digit - self.y.len()) } else { (&self.y, digit) };
            Limit {
                origin: Offset::of_digit(&digits, digit, piece.extent),
                along_x,
                inner: Offset::of_digit(&inner(side, source), at, 1),
                shape: piece.axis.shape,
            }
        });
        TileOffsets {
            origin_source: Offset::of_leaves(&self.block_digits(source)),
            origin_destination: Offset::of_leaves(&self.block_digits(destination)),
            x_source: Offset::of_leaves(&inner(&self.x, source)),
            y_source: Offset::of_leaves(&inner(&self.y, source)),
            x_destination: Offset::of_leaves(&inner(&self.x, destination)),
            y_destination: Offset::of_leaves(&inner(&self.y, destination)),
            place_source: Offset::placing(self.source),
            place_destination: Offset::placing(self.destination),
            limits: limits.collect(),
        }
    }

    /// Elements of a sector, where rows of the destination begin anywhere in one: then what a warp writes of a row begins
    /// with a sector, not with the tile.
    fn staggered(&self) -> Option<i64> {
        let sector = (SECTOR / self.width).cast_signed();
        let mut run = 1;
        let contiguous = self.y.iter().all(|Piece { axis, extent }| {
            let goes_on = axis.destination == run;
            run *= extent;
            goes_on
        });
        let apart = self.x.iter().map(|piece| piece.axis.destination);
        let rest = self.rest.iter().filter(|axis| axis.shape > 1);
        let mut apart = apart.chain(rest.map(|axis| axis.destination));
        let anywhere = self.destination.offset % sector != 0 || apart.any(|stride| stride % sector != 0);
        let plain = self.vector == 1 && self.width == 4 && self.destination.swizzle.is_none();
        (plain && contiguous && anywhere).then_some(sector)
    }

    /// How many elements after the begin of a sector row `x` of the first block's tile begins.
    fn stagger(&self, sector: i64, x: i64) -> i64 {
        let offsets = self.offsets();
        offsets.place_destination.at(&[offsets.x_destination.at(&[x])]).rem_euclid(sector)
    }

    /// The loop that writes the tile along the destination.
    fn write_out(&self, offsets: &TileOffsets) -> String {
        let (vector, chunks, threads) = (self.vector, self.chunks(), i64::from(COPY_THREADS));
        let only = |count: i64| match count % threads {
            0 => String::new(),
            _ => format!("    if (number >= {count}) break;\n"),
        };
        let inside = if offsets.limits.is_empty() { "" } else { "inside(block, x, y)" };
        let Some(sector) = self.staggered() else {
            let count = self.extent_x() * chunks;
            let condition = if inside.is_empty() { String::new() } else { format!("if ({inside}) ") };
            return format!(
                "#pragma unroll
  for (unsigned round = 0; round < {}; ++round) {{
    const unsigned number = threadIdx.x + round * {threads};
{}    const unsigned x = number / {chunks}, chunk = number % {chunks}, y = chunk * {vector};
    {condition}*(vector_t*)(destination + place_destination(to + x_destination(x) + y_destination(y))) = tile[slot(x, chunk)];
  }}
",
                (count + threads - 1) / threads,
                only(count)
            );
        };
        let across = self.extent_y() + sector;
        let count = self.extent_x() * across;
        let condition = if inside.is_empty() { String::new() } else { format!(" && {inside}") };
        format!(
            "  // Rows of the destination begin anywhere in a sector of {sector} elements; what a warp writes begins with one.
#pragma unroll
  for (unsigned round = 0; round < {}; ++round) {{
    const unsigned number = threadIdx.x + round * {threads};
{}    const unsigned x = number / {across};
    const index_t row = to + x_destination(x);
    const unsigned y = number % {across} - (unsigned)(place_destination(row) % {sector});
    if (y < {}{condition}) destination[place_destination(row + y)] = tile[slot(x, y)];
  }}
",
            (count + threads - 1) / threads,
            only(count),
            self.extent_y()
        )
    }

    /// The first warps' accesses to shared memory: writes and reads.
    pub(crate) fn shared_accesses(&self) -> [SharedAccesses; 2] {
        let (columns, chunks) = (self.extent_x() / self.vector, self.chunks());
        let squares = (columns * chunks).min(COPY_THREADS.into());
        let staggered = self.staggered();
        let write = |access: i64, thread: i64| {
            self.slot(self.vector * (thread % columns) + access, thread / columns % chunks)
        };
        let read = |access: i64, thread: i64| {
            let number = access * i64::from(COPY_THREADS) + thread;
            let Some(sector) = staggered else {
                return self.slot(number / chunks % self.extent_x(), number % chunks);
            };
            let x = number / (chunks + sector) % self.extent_x();
            // A thread beside the row reads nothing, as one that reads what its neighbour does.
            let y = number % (chunks + sector) - self.stagger(sector, x);
            self.slot(x, y.clamp(0, chunks - 1))
        };
        let bytes = self.vector_width().cast_signed();
        let all = |slot: &dyn Fn(i64, i64) -> i64| {
            let numbers =
                (0..self.vector).flat_map(|access| (0..squares / 32).map(move |warp| (access, warp)));
            let warp = |(access, warp): (i64, i64)| by_lane(|lane| slot(access, warp * 32 + lane) * bytes);
            SharedAccesses { bytes, warps: numbers.map(warp).collect() }
        };
        [all(&write), all(&read)]
    }

    /// What these accesses cost, by the banks that they touch.
    pub(crate) fn conflicts(&self) -> Conflicts {
        let [writes, reads] = self.shared_accesses();
        Conflicts { writes: writes.wavefronts(), reads: reads.wavefronts(), least: reads.least() }
    }

    /// The kernel's source and launch.
    pub(super) fn kernel(&self, copy: &Copy, element: ElementType) -> Kernel {
        let Copy { source, destination, size, source_cells, destination_cells, .. } = copy;
        let reach = i64::from(COPY_THREADS).saturating_mul(64);
        let index = index_type(
            size.max(source_cells).max(destination_cells).saturating_add(reach),
            [source, destination],
        );
        let (vector, chunks, columns) = (self.vector, self.chunks(), self.extent_x() / self.vector);
        let (squares, vectors) = (columns * chunks, self.extent_x() * chunks);
        let threads = i64::from(COPY_THREADS);
        let rounds = |count: i64| (count + threads - 1) / threads;
        let squares_a_thread = rounds(squares);
        let only = |count: i64, name: &str| match count % threads {
            0 => String::new(),
            _ => format!("    if ({name} >= {count}) break;\n"),
        };
        let offsets = self.offsets();
        let (divisor, mask) = self.swizzle();
        let swizzled = match (mask, divisor) {
            (0, _) => "chunk".to_owned(),
            (_, 1) => format!("(chunk ^ (x & {mask}))"),
            _ => format!("(chunk ^ (x / {divisor} & {mask}))"),
        };
        let inside = |y: &str| match offsets.limits.is_empty() {
            true => String::new(),
            false => format!("if (inside(block, x, {y})) "),
        };
        let text = format!(
            "// copy of {size} elements ({element}) by tiles of {} along the source by {} along the destination
//   source       {source}
//   destination  {destination}
{}{}// A thread reads {vector} accesses of {vector} elements of {} bytes along x, turns this square in its registers and puts it into
// shared memory, row x, with the accesses of a row swizzled; then it reads along y and writes along the destination.
typedef {index} index_t;
typedef {} element_t;
typedef {} vector_t;

{}
__device__ __forceinline__ unsigned slot(unsigned x, unsigned chunk) {{
  return x * {chunks} + {swizzled};
}}

extern \"C\" __global__ void __launch_bounds__({threads})
copy(const element_t* __restrict__ source, element_t* __restrict__ destination) {{
  __shared__ vector_t tile[{vectors}];
  const index_t block = blockIdx.x;
  const index_t from = origin_source(block), to = origin_destination(block);
  union {{ vector_t vector; element_t lane[{vector}]; }} in[{squares_a_thread}][{vector}], out;
#pragma unroll
  for (unsigned round = 0; round < {squares_a_thread}; ++round) {{
    const unsigned square = threadIdx.x + round * {threads};
{}    const unsigned x = square % {columns} * {vector}, chunk = square / {columns};
#pragma unroll
    for (unsigned k = 0; k < {vector}; ++k) {{
      const unsigned y = chunk * {vector} + k;
      {}in[round][k].vector = *(const vector_t*)(source + place_source(from + x_source(x) + y_source(y)));
    }}
  }}
#pragma unroll
  for (unsigned round = 0; round < {squares_a_thread}; ++round) {{
    const unsigned square = threadIdx.x + round * {threads};
{}    const unsigned x = square % {columns} * {vector}, chunk = square / {columns};
#pragma unroll
    for (unsigned k = 0; k < {vector}; ++k) {{
#pragma unroll
      for (unsigned j = 0; j < {vector}; ++j) out.lane[j] = in[round][j].lane[k];
      tile[slot(x + k, chunk)] = out.vector;
    }}
  }}
  __syncthreads();
{}}}
",
            self.extent_x(),
            self.extent_y(),
            described("x", &self.x),
            described("y", &self.y),
            self.width,
            carrier(self.width),
            carrier(self.vector_width()),
            functions(&offsets),
            only(squares, "square"),
            inside("y"),
            only(squares, "square"),
            self.write_out(&offsets),
        );
        Kernel { shared_bytes: 0, ..Kernel::new(text, "copy", self.blocks().unsigned_abs(), COPY_THREADS) }
    }
}

/// `//   x  64 of 8192 (source 1, destination 8192)`.
fn described(name: &str, pieces: &[Piece]) -> String {
    let mut text = String::new();
    for Piece { axis: Axis { shape, source, destination }, extent } in pieces {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "//   {name}  {extent} of {shape}, strides {source} in the source and {destination} in the destination"
        );
    }
    text
}

fn functions(offsets: &TileOffsets) -> String {
    let mut text = [
        offsets.origin_source.function("origin_source", &["block"]),
        offsets.origin_destination.function("origin_destination", &["block"]),
        offsets.x_source.function("x_source", &["x"]),
        offsets.y_source.function("y_source", &["y"]),
        offsets.x_destination.function("x_destination", &["x"]),
        offsets.y_destination.function("y_destination", &["y"]),
        offsets.place_source.function("place_source", &["inner_sum"]),
        offsets.place_destination.function("place_destination", &["inner_sum"]),
    ]
    .join("\n");
    if !offsets.limits.is_empty() {
        let limits: Vec<_> = offsets
            .limits
            .iter()
            .map(|limit| {
                let along = if limit.along_x { "x" } else { "y" };
                format!("{} + {} < {}", limit.origin.sum(&["block"]), limit.inner.sum(&[along]), limit.shape)
            })
            .collect();
        text += &format!(
            "\n__device__ __forceinline__ bool inside(index_t block, index_t x, index_t y) {{\n  return {};\n}}\n",
            limits.join(" && ")
        );
    }
    text
}

#[cfg(test)]
mod tests;
