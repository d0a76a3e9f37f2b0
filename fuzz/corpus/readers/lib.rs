r//! Where the elements of a 32x32 transpose stand in shared memory, and in which bank.
//!
//! A warp writes a row of the tile and reads a column. Plain row-major storage puts a column into one bank:
//!
//! cute: let plain = (32,32):(32,1)
//! cute: show plain
//!
//! One element of padding a row, or a swizzle, spreads it over all 32:
//!
//! cute: let padded = (32,32):(33,1)
//! cute: let swizzled = Sw<5,0,5> o 0 o (32,32):(32,1)
//! cute: show swizzled
//! cute: assert injective(padded)
//! cute: assert cosize(padded) == 32 * 33 - 1

/// Shared memory has this many banks of 4 bytes.
pub const BANKS: usize = 32;

/// Offset in the padded tile.
///
/// cute: let row = padded(3,_)
/// cute: assert row == (32):(1)
/// cute: assert padded(3,5) == 104
pub fn padded(row: usize, column: usize) -> usize {
    row * 33 + column // (32,32):(33,1)
}

/// Offset in the swizzled tile.
///
/// cute: assert swizzled(3,5) == 102
/// cute: assert swizzled(31,31) == 31 * 32
pub fn swizzled(row: usize, column: usize) -> usize {
    let offset = row * 32 + column; // (32,32):(32,1)
    offset ^ (offset >> 5 & 31)
}

/// The transpose as four-by-four blocks of eight-by-eight elements, for a thread that moves one block.
///
/// cute: let blocks = zipped_divide((32,32):(32,1), <8,8>)
/// cute: assert blocks == ((8,8),(4,4)):((32,1),(256,8))
/// cute: assert blocks((0,0),(1,2)) == 272
pub fn block_start(block_row: usize, block_column: usize) -> usize {
    block_row * 256 + block_column * 8 // (4,4):(256,8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn banks_of_a_column(offset: fn(usize, usize) -> usize) -> usize {
        let mut used = [false; BANKS];
        (0..32).for_each(|row| used[offset(row, 7) % BANKS] = true);
        used.into_iter().filter(|used| *used).count()
    }

    #[test]
    fn the_offsets_are_those_of_the_annotations() {
        // cute: run copy (32,32):(1,32) -> (32,32):(33,1) : f32
        assert_eq!((padded(3, 5), swizzled(3, 5), swizzled(31, 31), block_start(1, 2)), (104, 102, 992, 272));
    }

    #[test]
    fn a_column_meets_every_bank() {
        assert_eq!((banks_of_a_column(padded), banks_of_a_column(swizzled)), (32, 32));
        assert_eq!(banks_of_a_column(|row, column| row * 32 + column), 1);
    }
}
