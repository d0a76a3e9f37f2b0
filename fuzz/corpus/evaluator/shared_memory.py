p"""Swizzled shared memory for a transpose in the CuTe DSL."""

import cutlass.cute as cute

# One 8x64 atom of halves, 128 bytes a row.
# cute: let row_major = (8,64):(64,1)
# cute: let atom = Sw<3,3,3> o 0 o (8,64):(64,1)
# cute: show atom

# The rows start in the same place without the swizzle, and 16 bytes (8 halves) further each with it.
# cute: assert row_major(1,0) == 64
# cute: assert atom(1,0) == 64 + 8
# cute: assert atom(7,0) == 7 * 64 + 56

# Whole tiles are atoms side by side; the swizzle stays the same.
# cute: let tile = tile_to_shape(row_major, (64,64))
# cute: assert tile == ((8,8),(64,1)):((64,512),(1,0))


def smem_layout(rows: int, columns: int):
    """The swizzled layout of a tile of halves."""
    # S<3,3,3> o 0 o (8,64):(64,1)
    atom = cute.make_composed_layout(
        cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1))
    )
    return cute.tile_to_shape(atom, (rows, columns), order=(0, 1))
