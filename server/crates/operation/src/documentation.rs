//! What each operation is for, what it takes, and what holds of its result: for whoever writes a call of it.

use super::Operation;

/// An operation in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Documentation {
    /// What it gives, in a sentence.
    pub summary: &'static str,
    /// What must hold of its operands.
    pub requires: &'static [&'static str],
    /// What holds of its result `R`.
    pub ensures: &'static [&'static str],
}

const fn of(
    summary: &'static str,
    requires: &'static [&'static str],
    ensures: &'static [&'static str],
) -> Documentation {
    Documentation { summary, requires, ensures }
}

/// Of operations that take a mode by its path.
const A_MODE_EXISTS: &[&str] =
    &["the path of indices names a mode of A; without one, the whole of A is meant"];
/// Of divides.
const A_TILE_DIVIDES: &[&str] = &[
    "a tiler by mode: each tile divides its mode of A; one that does not is rounded up and needs a predicate",
    "a layout as the tiler: its offsets lie in A, and composition(A, tiler) exists: its strides divide the modes of A, or these divide them",
];
/// Of products.
const A_PRODUCT_EXISTS: &[&str] =
    &["A does not map two coordinates to one offset", "tiler is a layout of the repetitions"];
/// Of the products that put the modes of both side by side.
const A_RANKED_PRODUCT_EXISTS: &[&str] = &[
    "A does not map two coordinates to one offset",
    "the lower rank of both is filled up with modes of size 1",
];
const A_WARP_ACCESSES: &[&str] = &[
    "A is a layout of threads to offsets: of a thread-value layout the threads, TV(_,0)",
    "a thread moves 1, 2, 4, 8 or 16 bytes at once: the vector times the bits of the type",
    "each offset is aligned to the vector",
];
const A_THREAD_EXISTS: &[&str] =
    &["0 <= thread < size(mma)", "the tensor has a mode for each mode of the operand"];
const A_COPY_THREAD_EXISTS: &[&str] =
    &["0 <= thread < threads of the copy", "the tile of the copy divides the tensor"];
const AN_MMA_ATOM: &[&str] = &["atom is an MMA atom of CuTe, SM61 to SM120, by its name"];
const A_COPY_ATOM: &[&str] = &["atom is a copy operation of CuTe by its name, or Copy_Atom<operation,type>"];
const AN_ATOM_FITS: &[&str] = &["the copy atom's values divide what a thread holds of the operand"];
const AN_OPERAND_OF_SHARED_MEMORY: &[&str] = &[
    "major is GMMA::Major::K or GMMA::Major::MN (UMMA:: on SM100)",
    "the narrowest atom divides (BLK_MN,BLK_K)",
];
const A_CANONICAL_LAYOUT: &[&str] = &[
    "tensor is the operand of one instruction, and one of the canonical layouts: the error names the stride that is not",
];

impl Operation {
    /// What it is for, what must hold before it and what holds behind it.
    ///
    /// ```
    /// use layoutlens_operation::Operation;
    ///
    /// let divide = Operation::LogicalDivide.documentation();
    /// assert!(divide.requires[0].contains("divides its mode of A"));
    /// ```
    pub fn documentation(self) -> Documentation {
        match self {
            Self::Size => of("the number of coordinates", A_MODE_EXISTS, &["R is the product of the shape"]),
            Self::Cosize | Self::ComposedCosize => of(
                "the largest offset and one: how many elements a buffer needs",
                A_MODE_EXISTS,
                &["R = A(size(A) - 1) + 1 where no stride is negative"],
            ),
            Self::Rank => of("the number of modes", A_MODE_EXISTS, &["an integer has rank 1"]),
            Self::Depth => {
                of("how deep modes nest", A_MODE_EXISTS, &["an integer has depth 0, a flat tuple 1"])
            }
            Self::Shape => of("the sizes of the modes", A_MODE_EXISTS, &["R is congruent with the stride"]),
            Self::Stride => of("the strides of the modes", A_MODE_EXISTS, &["R is congruent with the shape"]),
            Self::EvalAll | Self::ComposedEvalAll => of(
                "the offsets of all coordinates, in order",
                &["every size is a known number"],
                &["R has size(A) numbers"],
            ),
            Self::Congruent => of(
                "whether two tuples nest alike",
                &["A and B are tuples or layouts"],
                &["true where both have the same profile; sizes do not count"],
            ),
            Self::WeaklyCongruent => of(
                "whether the profile of A can be refined to that of B",
                &["A and B are tuples or layouts"],
                &["true where an integer of A stands for any mode of B"],
            ),
            Self::Compatible => of(
                "whether each coordinate of A is one of B",
                &["A and B are tuples or layouts"],
                &[
                    "true where the sizes are equal and each mode of A is an integer of the same size as B's, or compatible with it",
                ],
            ),
            Self::EvenlyDivides => of(
                "whether B divides A, mode by mode",
                &["A and B are tuples"],
                &["true where each size of B divides that of A"],
            ),
            Self::Eval => of(
                "the offset of a coordinate",
                &["the coordinate fits the shape of A: an integer, or nested like it"],
                &["R is the inner product of coordinate and stride"],
            ),
            Self::Slice => of(
                "the part of A that a coordinate with `_` leaves open",
                &["the coordinate fits the shape of A"],
                &["R has the modes that are `_`; where it begins is slice_offset"],
            ),
            Self::Dice => of(
                "the modes of A that a coordinate with `_` fixes",
                &["the coordinate fits the shape of A"],
                &["R has the modes that are not `_`"],
            ),
            Self::SliceOffset => of(
                "where a slice begins",
                &["the coordinate fits the shape of A"],
                &["R = A(coordinate with 0 for each `_`)"],
            ),
            Self::SliceAndOffset => of(
                "a slice and where it begins",
                &["the coordinate fits the shape of A"],
                &["R = (slice, slice_offset)"],
            ),
            Self::Crd2crd => of(
                "a coordinate of one shape as one of another",
                &["both shapes have the same size"],
                &["both coordinates have the same index"],
            ),
            Self::Coshape => of(
                "the shape of the offsets' space",
                &["strides are integers or coordinates"],
                &["each offset of A lies below R in each mode"],
            ),
            Self::Idx2crd => of(
                "the coordinate of an index",
                &["0 <= index < size of the shape"],
                &["R is congruent with the shape, leftmost mode fastest"],
            ),
            Self::Crd2idx => of(
                "the offset of a coordinate in (shape):(stride)",
                &["the coordinate fits the shape", "shape and stride are congruent"],
                &["R is the inner product of coordinate and stride"],
            ),
            Self::Normalize => of(
                "a descriptor without redundant groups",
                &["the descriptor is a list of bases, 1@0"],
                &["fractions that are whole are numbers; any other is an error"],
            ),
            Self::Coalesce => of(
                "the simplest layout that is the same function of an index",
                &["a profile, where one is given, keeps its modes apart"],
                &["size(R) = size(A)", "depth(R) <= 1", "R(i) = A(i) for every index i"],
            ),
            Self::Filter => of(
                "A without modes of stride 0 and size 1",
                &["A is a layout"],
                &["R has the offsets of A, each once where A is injective elsewhere"],
            ),
            Self::FilterZeros => of(
                "A with size 1 where its stride is 0",
                &["A is a layout"],
                &["R is congruent with A", "R has the offsets of A"],
            ),
            Self::Flatten => of(
                "A without nesting",
                &["A is a layout or a tuple"],
                &["depth(R) <= 1", "R(i) = A(i) for every index i"],
            ),
            Self::Nullspace => of(
                "the coordinates that A maps to 0",
                &["strides are known"],
                &["A(R(i)) = 0 for every i", "size(R) is the product of the sizes of stride 0"],
            ),
            Self::Mode => {
                of("one mode of A", &["0 <= index < rank(A)"], &["R is the mode as a layout of its own"])
            }
            Self::Select => of(
                "some modes of A, in the order given",
                &["each index is below rank(A)"],
                &["rank(R) is the number of indices"],
            ),
            Self::Group => of(
                "A with the modes begin .. end-1 as one",
                &["0 <= begin < end <= rank(A)"],
                &["R(i) = A(i) for every index i", "rank(R) = rank(A) - (end - begin) + 1"],
            ),
            Self::Take => of(
                "the modes begin .. end-1 of A",
                &["0 <= begin < end <= rank(A)"],
                &["rank(R) = end - begin"],
            ),
            Self::Append => of(
                "A with one mode more behind its own",
                &["A and B have strides of one kind"],
                &["the last mode of R is B, or 1:0"],
            ),
            Self::Prepend => of(
                "A with one mode more before its own",
                &["A and B have strides of one kind"],
                &["the first mode of R is B, or 1:0"],
            ),
            Self::AppendToRank => of(
                "A filled up behind its modes to a rank",
                &["rank(A) <= rank"],
                &["rank(R) = rank; each new mode is the filler"],
            ),
            Self::PrependToRank => of(
                "A filled up before its modes to a rank",
                &["rank(A) <= rank"],
                &["rank(R) = rank; each new mode is the filler"],
            ),
            Self::WithShape => of(
                "A seen through another shape",
                &["the shape has the size of A, or composition(A, shape) exists"],
                &["R(i) = A(i) for every index i of the shape"],
            ),
            Self::Unflatten => of(
                "A nested as a profile says",
                &["A has as many flat modes as the profile"],
                &["R is congruent with the profile", "R(i) = A(i)"],
            ),
            Self::Sort => of(
                "A with its modes in the order of their strides",
                &["A is a layout"],
                &["R has the offsets of A; indices change"],
            ),
            Self::Replace => of(
                "A with another layout as one of its modes",
                &["0 <= index < rank(A)"],
                &["mode `index` of R is B"],
            ),
            Self::ThreadValues => of(
                "a thread-value layout, drawn over a tile",
                &["A maps (thread, value) to an index of the tile"],
                &["R is A; each cell of the tile shows its thread and value, T5V1"],
            ),
            Self::Composition | Self::ComposedComposition => of(
                "A behind B: the layout whose coordinates are B's",
                &[
                    "the strides of B divide the modes of A they begin in, or these divide them",
                    "the sizes of B divide what is left of these modes, or end inside one",
                    "by mode: each B is taken in its own mode of A",
                ],
                &["R(c) = A(B(c)) for every coordinate c of B", "B is compatible with R"],
            ),
            Self::LogicalDivide => of(
                "A in tiles: each mode as (tile, rest)",
                A_TILE_DIVIDES,
                &[
                    "by mode: mode i of R is (tile, rest)",
                    "R(t, r) = A(tiler(t) + rest(r))",
                    "size(R) = size(A) where the tile divides A",
                ],
            ),
            Self::ZippedDivide | Self::ComposedZippedDivide => of(
                "A in tiles: all tiles' modes first, all rests second",
                A_TILE_DIVIDES,
                &[
                    "R = ((tile_0,tile_1,..),(rest_0,rest_1,..))",
                    "size<0>(R) = size(tiler)",
                    "R(_,i) is tile i",
                ],
            ),
            Self::TiledDivide => of(
                "A in tiles: the tile as one mode, each rest as one of its own",
                A_TILE_DIVIDES,
                &["R = ((tile_0,tile_1,..),rest_0,rest_1,..)", "R(_,i,j) is tile (i,j)"],
            ),
            Self::FlatDivide => of(
                "A in tiles: each tile's and each rest's mode of its own",
                A_TILE_DIVIDES,
                &["R = (tile_0,tile_1,..,rest_0,rest_1,..)"],
            ),
            Self::LogicalProduct => of(
                "A, repeated as a layout says",
                A_PRODUCT_EXISTS,
                &[
                    "mode 0 of R is A",
                    "mode 1 is compatible with tiler, and numbers copies of A that do not overlap",
                ],
            ),
            Self::ZippedProduct => of(
                "A, repeated: its modes first, those of the repetitions second",
                A_PRODUCT_EXISTS,
                &["R = ((A_0,A_1,..),(tiler_0,tiler_1,..))"],
            ),
            Self::TiledProduct => {
                of("A, repeated: A as one mode", A_PRODUCT_EXISTS, &["R = ((A_0,A_1,..),tiler_0,tiler_1,..)"])
            }
            Self::FlatProduct => of(
                "A, repeated: each mode of its own",
                A_PRODUCT_EXISTS,
                &["R = (A_0,A_1,..,tiler_0,tiler_1,..)"],
            ),
            Self::BlockedProduct => of(
                "A as a block, repeated in the arrangement of another layout",
                A_RANKED_PRODUCT_EXISTS,
                &["mode i of R is (A_i, tiler_i), coalesced: blocks lie side by side"],
            ),
            Self::RakedProduct => of(
                "A, repeated in the arrangement of another layout, interleaved",
                A_RANKED_PRODUCT_EXISTS,
                &["mode i of R is (tiler_i, A_i), coalesced: elements of one A lie apart"],
            ),
            Self::Complement => of(
                "the offsets that A leaves out, below a cotarget",
                &[
                    "A is injective but for modes of stride 0",
                    "each stride divides the next one's, or the rest is rounded up",
                ],
                &[
                    "size(R) >= cotarget / size(filter(A))",
                    "no offset of R but 0 is one of A",
                    "the strides of R grow",
                ],
            ),
            Self::RightInverse => of(
                "the layout that undoes A from the right",
                &["strides are known"],
                &[
                    "A(R(i)) = i for every i below size(R)",
                    "size(R) is the longest run 0, 1, 2, .. that A reaches",
                ],
            ),
            Self::LeftInverse => of(
                "the layout that undoes A from the left",
                &["A is injective"],
                &["R(A(i)) = i for every i below size(A)"],
            ),
            Self::LocalTile => of(
                "one tile of A, or all tiles of a mode where the coordinate is `_`",
                &[
                    "each tile divides its mode of A; one that does not is rounded up and needs a predicate",
                    "a projection, Step<_1,X,_1>, says which modes of tiler and coordinate are A's",
                ],
                &["R = zipped_divide(A, tiler)((_,_),coordinate)", "where it begins stands in the hover"],
            ),
            Self::InnerPartition => of(
                "one tile of A",
                A_TILE_DIVIDES,
                &["R = zipped_divide(A, tiler)(_,coordinate): the elements of tile `coordinate`"],
            ),
            Self::OuterPartition => of(
                "one element of each tile of A",
                A_TILE_DIVIDES,
                &["R = zipped_divide(A, tiler)(coordinate,_): element `coordinate` of all tiles"],
            ),
            Self::LocalPartition => of(
                "what one thread holds of A",
                &["the shape of threads divides A", "0 <= thread < size(threads)"],
                &["R = outer_partition(A, shape(threads), the thread's coordinate)"],
            ),
            Self::MakeLayout => of(
                "a layout of a shape and a stride, of a shape alone, or of several layouts",
                &[
                    "shape and stride are congruent",
                    "the stride may be LayoutLeft or LayoutRight",
                    "layouts have strides of one kind",
                ],
                &["of a shape alone: compact, leftmost mode fastest", "of layouts: they are its modes"],
            ),
            Self::MakeOrderedLayout => of(
                "the compact layout whose strides grow in an order",
                &["order is nested like the shape; equal numbers go from left to right"],
                &["R is compact", "the mode with the least order has stride 1"],
            ),
            Self::CompactColMajor => of(
                "the strides of a compact layout, leftmost mode fastest",
                &["shape is a tuple"],
                &["R is congruent with the shape"],
            ),
            Self::CompactRowMajor => of(
                "the strides of a compact layout, rightmost mode fastest",
                &["shape is a tuple"],
                &["R is congruent with the shape"],
            ),
            Self::MakeIdentityLayout => of(
                "the layout whose offsets are coordinates",
                &["shape is a tuple"],
                &["R(c) = c: strides are 1@0, 1@1, .."],
            ),
            Self::MakeLayoutLike => of(
                "a compact layout in the order of another one's strides",
                &["A is a layout"],
                &["R has the shape of A", "R is compact; modes of stride 0 keep it"],
            ),
            Self::MakeFragmentLike => of(
                "a compact layout for registers, the first mode kept together",
                &["A is a layout"],
                &[
                    "R has the shape of A",
                    "its first mode is compact, the others in the order of A's strides",
                ],
            ),
            Self::TileToShape | Self::ComposedTileToShape => of(
                "a block, repeated until it fills a shape",
                &[
                    "the shape of the block divides the shape, mode by mode",
                    "order says which mode is filled first",
                ],
                &["shape(R) = shape, as sizes of modes", "the first block of R is the block"],
            ),
            Self::Upcast | Self::ComposedUpcast => of(
                "A of elements that are n times as wide",
                &["n divides each stride that is not 1 or 0, and the size of stride 1, or is divided by it"],
                &["size(R) * n = size(A) where A has contiguous elements"],
            ),
            Self::Downcast => of(
                "A of elements that are n times as narrow",
                &["n is at least 1"],
                &["size(R) = size(A) * n"],
            ),
            Self::Recast => of(
                "A of elements of another width",
                &["one number of bits divides the other"],
                &["upcast or downcast by their ratio"],
            ),
            Self::MaxCommonVector => of(
                "how many elements lie next to each other and at the same place in both",
                &["A and B have the same size where they are copied"],
                &["R = size(max_common_layout(A, B)), at least 1"],
            ),
            Self::MaxCommonLayout => of(
                "the coordinates at which both are contiguous in the same order",
                &["A and B have the same size where they are copied"],
                &["A(R(i)) = i and B(R(i)) = i"],
            ),
            Self::MaxAlignment => of(
                "the longest vector to which all offsets are aligned",
                &["strides are known"],
                &["R divides the contiguous elements and every other stride"],
            ),
            Self::DomainDistribute => of(
                "a layout of so many elements that tiles a shape",
                &["every size is a known number"],
                &["size(R) divides count, and each mode divides that of the shape"],
            ),
            Self::ShapeDiv => of(
                "a shape divided by a number or, mode by mode, by a shape",
                &["of each mode and its divisor one divides the other"],
                &["each mode is at least 1", "size(R) * divisor = size where it divides"],
            ),
            Self::ShapeMod => of(
                "what a number leaves of a shape",
                &["of each mode and its divisor one divides the other"],
                &["each mode is at least 1, and divides the shape's"],
            ),
            Self::CeilDiv => of(
                "a shape divided and rounded up",
                &["the divisor is at least 1"],
                &["R * divisor >= shape, mode by mode"],
            ),
            Self::RoundUp => of(
                "a shape rounded up to a multiple",
                &["the multiple is at least 1"],
                &["the multiple divides each mode of R"],
            ),
            Self::ProductEach => of(
                "the size of each mode of a tuple",
                &["shape is a tuple"],
                &["rank(R) = rank(shape), depth 1"],
            ),
            Self::SwizzleApply => of(
                "an offset, swizzled",
                &["offset is not negative"],
                &["bits base+shift .. of the offset are combined with those from base on by XOR"],
            ),
            Self::Injective => of(
                "whether no two coordinates share an offset",
                &["every number is known"],
                &["true or false, or unknown beyond the limit"],
            ),
            Self::Surjective => of(
                "whether each offset below cosize(A) is reached",
                &["every number is known"],
                &["true or false, or unknown beyond the limit"],
            ),
            Self::Bijective => of(
                "whether A is injective and surjective",
                &["every number is known"],
                &["true or false, or unknown beyond the limit"],
            ),
            Self::Compact => of(
                "whether A is bijective on 0 .. size(A)-1",
                &["every number is known"],
                &["true where size(A) = cosize(A) and A is injective"],
            ),
            Self::Equivalent => of(
                "whether two layouts are the same function",
                &["every number is known"],
                &["true where A(i) = B(i) for every index i"],
            ),
            Self::Covers => of(
                "whether T hits every offset of A, none twice",
                &["every number is known"],
                &["true where both reach the same offsets, T each once"],
            ),
            Self::ConflictFree => of(
                "whether shared memory serves each access of a warp at once",
                A_WARP_ACCESSES,
                &[
                    "true where bank_conflicts is 1",
                    "a claim that fails offers a swizzle and a padded stride",
                ],
            ),
            Self::Image => {
                of("the offsets that A reaches", &["every number is known"], &["compares as their count"])
            }
            Self::Contiguity => of(
                "how many consecutive coordinates have consecutive offsets",
                &["every number is known"],
                &["R divides size(A)"],
            ),
            Self::Alignment => of(
                "the longest aligned vector of consecutive coordinates",
                &["every number is known"],
                &["R divides contiguity(A), and each vector begins at a multiple of R"],
            ),
            Self::BankConflicts => of(
                "how often shared memory must serve an access of a warp",
                A_WARP_ACCESSES,
                &["R is the number of ways; 1 is free of conflicts"],
            ),
            Self::Sectors => of(
                "how many sectors of 32 bytes an access of a warp moves in global memory",
                A_WARP_ACCESSES,
                &["R is the most of all warps"],
            ),
            Self::LinearForm => of(
                "the matrix of A",
                &["every number is known"],
                &["offset = R times coordinate, over the integers or F2"],
            ),
            Self::Loops => of(
                "the loops that run through A in order",
                &["A is a layout"],
                &["the leftmost mode is the innermost loop"],
            ),
            Self::FromOffsets => of(
                "a layout with these offsets",
                &["the first offset is 0", "at most 63 offsets"],
                &["R(i) is offset i; a swizzle, or layouts that compose, where no layout alone has them"],
            ),
            Self::CopyAtomThrId => of(
                "the threads of a copy atom",
                A_COPY_ATOM,
                &["R maps a thread of the atom to one of the warp"],
            ),
            Self::CopyAtomSrcBits => of(
                "where an atom reads, in bits",
                A_COPY_ATOM,
                &["R maps (thread, bit) to a bit of the source"],
            ),
            Self::CopyAtomDstBits => of(
                "where an atom writes, in bits",
                A_COPY_ATOM,
                &["R maps (thread, bit) to a bit of the destination"],
            ),
            Self::CopyAtomRefBits => of(
                "the reference of an atom, in bits",
                A_COPY_ATOM,
                &["R is the layout of source or destination that the atom counts by"],
            ),
            Self::MakeTiledCopy => of(
                "a copy by threads that hold values of a tile each",
                &[
                    "threads and values are layouts over the tile and number without gaps",
                    "the values of a thread are a multiple of what the atom moves",
                ],
                &["tile = shape of threads times shape of values, mode by mode"],
            ),
            Self::MakeTiledCopyA => of(
                "the copy whose threads hold operand A of a tiled MMA",
                AN_ATOM_FITS,
                &["partition_D of it fits partition_fragment_A, retiled"],
            ),
            Self::MakeTiledCopyB => of(
                "the copy whose threads hold operand B of a tiled MMA",
                AN_ATOM_FITS,
                &["partition_D of it fits partition_fragment_B, retiled"],
            ),
            Self::MakeTiledCopyC => of(
                "the copy whose threads hold the accumulators of a tiled MMA",
                AN_ATOM_FITS,
                &["retile_S(copy, accumulators) fits it"],
            ),
            Self::MakeTiledCopyCAtom => of(
                "a copy of as many accumulators of a thread as one atom copies",
                AN_ATOM_FITS,
                &["its tile is the smallest one with that"],
            ),
            Self::MakeTiledCopyS => of(
                "the copy whose threads lie as the source of another",
                AN_ATOM_FITS,
                &["copy_layoutS_TV of both agree"],
            ),
            Self::MakeTiledCopyD => of(
                "the copy whose threads lie as the destination of another",
                AN_ATOM_FITS,
                &["copy_layoutD_TV of both agree"],
            ),
            Self::MakeCotiledCopy => of(
                "a copy whose threads and values are offsets of the data",
                &["atom_tv maps (thread, value) to an offset that data reaches"],
                &["its tile is the smallest one of the data that holds all of them"],
            ),
            Self::MakeTmemCopy => of(
                "four warps that load an accumulator from tensor memory, or store it",
                &["atom is a tensor memory operation", "data is the accumulator's layout there"],
                &["R has 128 threads"],
            ),
            Self::CopyLayoutSTv => of(
                "which element of the tile a thread reads",
                &["copy is a tiled copy"],
                &["R maps (thread, value) to the tile"],
            ),
            Self::CopyLayoutDTv => of(
                "which element of the tile a thread writes",
                &["copy is a tiled copy"],
                &["R maps (thread, value) to the tile"],
            ),
            Self::CopyTilerMn => {
                of("the shape of a tiled copy's tile", &["copy is a tiled copy"], &["R is a tuple of sizes"])
            }
            Self::PartitionS => of(
                "what a thread reads",
                A_COPY_THREAD_EXISTS,
                &["R = ((values of an atom, atoms), rest of each mode)"],
            ),
            Self::PartitionD => of(
                "what a thread writes",
                A_COPY_THREAD_EXISTS,
                &["R = ((values of an atom, atoms), rest of each mode)"],
            ),
            Self::TidfrgS => of(
                "what all threads read",
                &["the tile of the copy divides the tensor"],
                &["R = (threads, (values, atoms), rest)"],
            ),
            Self::TidfrgD => of(
                "what all threads write",
                &["the tile of the copy divides the tensor"],
                &["R = (threads, (values, atoms), rest)"],
            ),
            Self::RetileS => of(
                "a fragment, regrouped as this copy reads it",
                &["the values of the copy divide the fragment"],
                &["R has the elements of the fragment"],
            ),
            Self::RetileD => of(
                "a fragment, regrouped as this copy writes it",
                &["the values of the copy divide the fragment"],
                &["R has the elements of the fragment"],
            ),
            Self::MmaAtomShapeMnk => of("the shape of an MMA atom", AN_MMA_ATOM, &["R = (M,N,K)"]),
            Self::MmaAtomThrId => of(
                "the threads of an MMA atom",
                AN_MMA_ATOM,
                &["R maps a thread of the atom to one of the warp"],
            ),
            Self::MmaAtomLayoutA => of(
                "which element of A a thread of the atom holds",
                AN_MMA_ATOM,
                &["R maps (thread, value) to (M,K)"],
            ),
            Self::MmaAtomLayoutB => of(
                "which element of B a thread of the atom holds",
                AN_MMA_ATOM,
                &["R maps (thread, value) to (N,K)"],
            ),
            Self::MmaAtomLayoutC => of(
                "which element of C a thread of the atom holds",
                AN_MMA_ATOM,
                &["R maps (thread, value) to (M,N)"],
            ),
            Self::MakeTiledMma => of(
                "an MMA atom, repeated over (M,N,K)",
                &[
                    "atoms is a layout of rank 3 at most",
                    "permutation is a tiler by mode of M, N and K; the atoms' tile divides it",
                ],
                &["size(R) is the threads: those of the atom times size(atoms)"],
            ),
            Self::MmaThrLayoutVmnk => {
                of("the threads of a tiled MMA", &["mma is a tiled MMA"], &["R maps (V,M,N,K) to a thread"])
            }
            Self::MmaTileShape => of("the tile of a tiled MMA", &["mma is a tiled MMA"], &["R = (M,N,K)"]),
            Self::MmaLayoutATv => of(
                "which element of A a thread holds",
                &["mma is a tiled MMA"],
                &["R maps (thread, value) to the tile (M,K)"],
            ),
            Self::MmaLayoutBTv => of(
                "which element of B a thread holds",
                &["mma is a tiled MMA"],
                &["R maps (thread, value) to the tile (N,K)"],
            ),
            Self::MmaLayoutCTv => of(
                "which element of C a thread holds",
                &["mma is a tiled MMA"],
                &["R maps (thread, value) to the tile (M,N)"],
            ),
            Self::ThrfrgA | Self::ThrfrgB | Self::ThrfrgC => of(
                "an operand as (threads, values)",
                &["the tile of the MMA divides the tensor"],
                &["R = ((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY)))"],
            ),
            Self::PartitionA => {
                of("a thread's part of A, (M,K)", A_THREAD_EXISTS, &["R = (MMA,MMA_M,MMA_K)"])
            }
            Self::PartitionB => {
                of("a thread's part of B, (N,K)", A_THREAD_EXISTS, &["R = (MMA,MMA_N,MMA_K)"])
            }
            Self::PartitionC => {
                of("a thread's part of C, (M,N)", A_THREAD_EXISTS, &["R = (MMA,MMA_M,MMA_N)"])
            }
            Self::PartitionShapeA | Self::PartitionShapeB | Self::PartitionShapeC => of(
                "the shape of each thread's part",
                &["the tile of the MMA divides the shape"],
                &["R = (MMA,MMA_X,MMA_Y)"],
            ),
            Self::PartitionFragmentA | Self::PartitionFragmentB | Self::PartitionFragmentC => of(
                "the layout of a thread's own registers for an operand",
                A_THREAD_EXISTS,
                &[
                    "R has the shape of the thread's part, and is compact; descriptors and tensor memory have layouts of their own",
                ],
            ),
            Self::TmemAccess => of(
                "which addresses of tensor memory an instruction accesses",
                &["instruction is SM100_TMEM_LOAD_.. or SM100_TMEM_STORE_.."],
                &["R maps (column, (lane, warp)) to an address of 32-bit columns, lanes 65536 apart"],
            ),
            Self::Admissible => of(
                "whether data in tensor memory holds every address that an instruction accesses",
                &["data is a layout in tensor memory"],
                &["true or false"],
            ),
            Self::SmemAtom => of(
                "an atom of shared memory by its name",
                &["atom is GMMA::Layout_K_SW128_Atom<type> or one of its kin"],
                &["R is its layout, with the swizzle on bytes"],
            ),
            Self::SsSmemSelector => of(
                "the widest atom of shared memory that divides a tile, on SM90",
                AN_OPERAND_OF_SHARED_MEMORY,
                &["R is the layout of the atom"],
            ),
            Self::RsSmemSelector => of(
                "the same for an operand through registers",
                AN_OPERAND_OF_SHARED_MEMORY,
                &["R is the layout of the atom"],
            ),
            Self::Sm100SmemSelector => of(
                "the widest atom of shared memory that divides a tile, on SM100",
                AN_OPERAND_OF_SHARED_MEMORY,
                &["R is the layout of the atom"],
            ),
            Self::MakeGmmaDesc => of(
                "what the matrix descriptor of SM90 says of an operand",
                A_CANONICAL_LAYOUT,
                &["compares as the layout type"],
            ),
            Self::MakeUmmaDesc => of(
                "what the matrix descriptor of SM100 says of an operand",
                A_CANONICAL_LAYOUT,
                &["compares as the layout type"],
            ),
            Self::GetSwizzlePortion => of(
                "the swizzle of a composed layout",
                &["A is a composed layout"],
                &["R is what is applied last"],
            ),
            Self::GetNonswizzlePortion => of(
                "the layout of a composed layout",
                &["A is a composed layout"],
                &["R is what is applied first"],
            ),
            Self::DomainOffset => of(
                "A, begun at another coordinate",
                &["the coordinate fits the shape of A"],
                &["R(c) = A(c + coordinate)"],
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operation_says_what_it_is_for_what_it_takes_and_what_comes() {
        for operation in Operation::ALL {
            let documentation = operation.documentation();
            let lines = documentation.requires.iter().chain(documentation.ensures);
            assert!(!documentation.requires.is_empty() && !documentation.ensures.is_empty(), "{operation}");
            for line in lines.chain([&documentation.summary]) {
                assert!(
                    !line.trim().is_empty() && (!line.ends_with('.') || line.ends_with("..")),
                    "{operation}: {line}"
                );
            }
        }
    }
}
