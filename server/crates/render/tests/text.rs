//! Pictures as text, checked cell by cell by eye once and kept since.

use layout_algebra::{ComposedLayout, Coordinate, Layout};
use layoutlens_render::{Draw, Limits, ThreadValues, ThreadValuesError, text_grid};

fn grid(layout: &str) -> String {
    text_grid(&layout.parse::<Layout>().expect("a layout"), Limits::TEXT)
}

fn thread_values(layout: &str, tile: &str) -> Result<String, ThreadValuesError> {
    let layout: Layout = layout.parse().expect("a layout");
    let values = ThreadValues::new(&layout, &tile.parse().expect("a shape"))?;
    Ok(text_grid(&values, Limits::TEXT))
}

#[test]
fn rank_2_has_row_and_column_headers() {
    insta::assert_snapshot!(grid("(4,8):(8,1)"), @r"
      │  0  1  2  3  4  5  6  7
    ──┼────────────────────────
    0 │  0  1  2  3  4  5  6  7
    1 │  8  9 10 11 12 13 14 15
    2 │ 16 17 18 19 20 21 22 23
    3 │ 24 25 26 27 28 29 30 31
    ");
}

#[test]
fn rank_1_is_a_strip() {
    insta::assert_snapshot!(grid("8:2"), @r"
    0 1 2 3 4  5  6  7
    ──────────────────
    0 2 4 6 8 10 12 14
    ");
    insta::assert_snapshot!(grid("((4,2)):((1,10))"), @r"
    0 1 2 3 │  4  5  6  7
    ────────┼────────────
    0 1 2 3 │ 10 11 12 13
    ");
}

#[test]
fn rank_0_is_one_cell() {
    insta::assert_snapshot!(grid("():()"), @r"
    0
    ─
    0
    ");
}

#[test]
fn nested_modes_have_borders_between_inner_tiles() {
    insta::assert_snapshot!(grid("((2,2),(4,2)):((1,8),(2,16))"), @r"
      │ 0  1  2  3 │  4  5  6  7
    ──┼────────────┼────────────
    0 │ 0  2  4  6 │ 16 18 20 22
    1 │ 1  3  5  7 │ 17 19 21 23
    ──┼────────────┼────────────
    2 │ 8 10 12 14 │ 24 26 28 30
    3 │ 9 11 13 15 │ 25 27 29 31
    ");
}

#[test]
fn tiles_of_tiles_have_double_borders() {
    insta::assert_snapshot!(grid("((2,2,2),(2,2,2)):((1,4,16),(2,8,32))"), @r"
      │  0  1 │  2  3 ║  4  5 │  6  7
    ──┼───────┼───────╫───────┼──────
    0 │  0  2 │  8 10 ║ 32 34 │ 40 42
    1 │  1  3 │  9 11 ║ 33 35 │ 41 43
    ──┼───────┼───────╫───────┼──────
    2 │  4  6 │ 12 14 ║ 36 38 │ 44 46
    3 │  5  7 │ 13 15 ║ 37 39 │ 45 47
    ══╪═══════╪═══════╬═══════╪══════
    4 │ 16 18 │ 24 26 ║ 48 50 │ 56 58
    5 │ 17 19 │ 25 27 ║ 49 51 │ 57 59
    ──┼───────┼───────╫───────┼──────
    6 │ 20 22 │ 28 30 ║ 52 54 │ 60 62
    7 │ 21 23 │ 29 31 ║ 53 55 │ 61 63
    ");
}

#[test]
fn more_than_two_modes_are_grouped_and_the_grouping_is_named() {
    insta::assert_snapshot!(grid("(2,3,2,2):(1,2,6,12)"), @r"
    rows = mode 0, columns = modes 1..3
      │ 0 1 2 │ 3 4  5 ║  6  7  8 │  9 10 11
    ──┼───────┼────────╫──────────┼─────────
    0 │ 0 2 4 │ 6 8 10 ║ 12 14 16 │ 18 20 22
    1 │ 1 3 5 │ 7 9 11 ║ 13 15 17 │ 19 21 23
    ");
}

#[test]
fn a_large_grid_shows_a_corner_and_says_so() {
    insta::assert_snapshot!(grid("(128,64):(64,1)"), @r"
       │   0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
    ───┼────────────────────────────────────────────────────────────────
     0 │   0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
     1 │  64  65  66  67  68  69  70  71  72  73  74  75  76  77  78  79
     2 │ 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143
     3 │ 192 193 194 195 196 197 198 199 200 201 202 203 204 205 206 207
     4 │ 256 257 258 259 260 261 262 263 264 265 266 267 268 269 270 271
     5 │ 320 321 322 323 324 325 326 327 328 329 330 331 332 333 334 335
     6 │ 384 385 386 387 388 389 390 391 392 393 394 395 396 397 398 399
     7 │ 448 449 450 451 452 453 454 455 456 457 458 459 460 461 462 463
     8 │ 512 513 514 515 516 517 518 519 520 521 522 523 524 525 526 527
     9 │ 576 577 578 579 580 581 582 583 584 585 586 587 588 589 590 591
    10 │ 640 641 642 643 644 645 646 647 648 649 650 651 652 653 654 655
    11 │ 704 705 706 707 708 709 710 711 712 713 714 715 716 717 718 719
    12 │ 768 769 770 771 772 773 774 775 776 777 778 779 780 781 782 783
    13 │ 832 833 834 835 836 837 838 839 840 841 842 843 844 845 846 847
    14 │ 896 897 898 899 900 901 902 903 904 905 906 907 908 909 910 911
    15 │ 960 961 962 963 964 965 966 967 968 969 970 971 972 973 974 975
    showing 16x16 of 128x64
    ");
}

#[test]
fn a_long_strip_says_how_much_is_shown() {
    insta::assert_snapshot!(grid("100:3"), @r"
    0 1 2 3  4  5  6  7  8  9 10 11 12 13 14 15
    ───────────────────────────────────────────
    0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45
    showing 16 of 100
    ");
}

#[test]
fn a_large_layout_costs_no_more_than_its_corner() {
    let corner = grid("(1073741824,1073741824):(1,1073741824)");
    assert!(corner.ends_with("showing 16x16 of 1073741824x1073741824"), "{corner}");
}

#[test]
fn an_offset_beyond_64_bits_is_a_question_mark() {
    insta::assert_snapshot!(grid("(2,3):(1,9223372036854775807)"), @r"
      │ 0                   1 2
    ──┼────────────────────────
    0 │ 0 9223372036854775807 ?
    1 │ 1                   ? ?
    ");
}

#[test]
fn broadcasts_and_negative_strides_are_plain_cells() {
    insta::assert_snapshot!(grid("(2,4):(0,-3)"), @r"
      │ 0  1  2  3
    ──┼───────────
    0 │ 0 -3 -6 -9
    1 │ 0 -3 -6 -9
    ");
}

#[test]
fn swizzled_offsets_are_shown() {
    let atom: ComposedLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse().expect("a composed layout");
    insta::assert_snapshot!(text_grid(&atom, Limits::TEXT), @r"
      │  0  1  2  3  4  5  6  7
    ──┼────────────────────────
    0 │  0  1  2  3  4  5  6  7
    1 │  9  8 11 10 13 12 15 14
    2 │ 18 19 16 17 22 23 20 21
    3 │ 27 26 25 24 31 30 29 28
    4 │ 36 37 38 39 32 33 34 35
    5 │ 45 44 47 46 41 40 43 42
    6 │ 54 55 52 53 50 51 48 49
    7 │ 63 62 61 60 59 58 57 56
    ");
}

/// Figure 4 of the CuTe paper.
#[test]
fn coordinate_strides_give_coordinate_cells() {
    let identity: Layout<Coordinate> = "(3,(2,2)):(1@0,(1@1,2@1))".parse().expect("a layout");
    insta::assert_snapshot!(text_grid(&identity, Limits::TEXT), @r"
      │     0     1 │     2     3
    ──┼─────────────┼────────────
    0 │ (0,0) (0,1) │ (0,2) (0,3)
    1 │ (1,0) (1,1) │ (1,2) (1,3)
    2 │ (2,0) (2,1) │ (2,2) (2,3)
    ");
}

/// Figure 6 of the CuTe paper: the C tile of the Ampere FP64 tensor core.
#[test]
fn thread_values_are_drawn_over_their_tile() {
    insta::assert_snapshot!(thread_values("((4,8),2):((16,1),8)", "(8,8)").expect("drawable"), @r"
      │     0     1     2     3     4     5     6     7
    ──┼────────────────────────────────────────────────
    0 │  T0V0  T0V1  T1V0  T1V1  T2V0  T2V1  T3V0  T3V1
    1 │  T4V0  T4V1  T5V0  T5V1  T6V0  T6V1  T7V0  T7V1
    2 │  T8V0  T8V1  T9V0  T9V1 T10V0 T10V1 T11V0 T11V1
    3 │ T12V0 T12V1 T13V0 T13V1 T14V0 T14V1 T15V0 T15V1
    4 │ T16V0 T16V1 T17V0 T17V1 T18V0 T18V1 T19V0 T19V1
    5 │ T20V0 T20V1 T21V0 T21V1 T22V0 T22V1 T23V0 T23V1
    6 │ T24V0 T24V1 T25V0 T25V1 T26V0 T26V1 T27V0 T27V1
    7 │ T28V0 T28V1 T29V0 T29V1 T30V0 T30V1 T31V0 T31V1
    ");
}

#[test]
fn several_owners_of_an_element_are_all_shown() {
    insta::assert_snapshot!(thread_values("((2,2),2):((0,1),2)", "(2,2)").expect("drawable"), @r"
      │       0       1
    ──┼────────────────
    0 │ T0..1V0 T0..1V1
    1 │ T2..3V0 T2..3V1
    ");
    insta::assert_snapshot!(thread_values("(3,3):(1,1)", "5").expect("drawable"), @r"
       0         1       2         3    4
    ─────────────────────────────────────
    T0V0 T0V1/T1V0 T0V2/+2 T1V2/T2V1 T2V2
    ");
}

#[test]
fn elements_without_an_owner_and_owners_without_an_element_are_shown() {
    insta::assert_snapshot!(thread_values("(2,2):(1,6)", "(2,3)").expect("drawable"), @r"
      │    0 1 2
    ──┼─────────
    0 │ T0V0 · ·
    1 │ T1V0 · ·
    2 thread-value pairs lie outside the tile
    ");
}

#[test]
fn a_layout_without_a_value_mode_is_no_thread_value_layout() {
    assert_eq!(thread_values("8:1", "8"), Err(ThreadValuesError::Rank { rank: 1 }));
}

#[test]
fn a_tile_without_elements_is_not_drawn() {
    assert_eq!(thread_values("(4,2):(1,4)", "(-4,8)"), Err(ThreadValuesError::Tile { extent: -4 }));
    assert_eq!(thread_values("(4,2):(1,4)", "(4,(2,0))"), Err(ThreadValuesError::Tile { extent: 0 }));
}

#[test]
fn too_many_thread_values_are_refused() {
    assert_eq!(
        thread_values("(1024,1024):(1,1024)", "(1024,1024)"),
        Err(ThreadValuesError::TooLarge { size: 1 << 20 })
    );
}

#[test]
fn limits_bound_rows_and_columns() {
    let grid = "(8,8):(1,8)".parse::<Layout>().expect("a layout").grid(Limits::of(2, 3));
    assert_eq!((grid.height(), grid.width()), (2, 3));
    assert_eq!(grid.truncation().as_deref(), Some("showing 2x3 of 8x8"));
}

/// TeX has a node a cell, and takes minutes for a hundred thousand.
#[test]
fn what_is_too_much_for_tex_is_a_corner_that_says_so() {
    let layout: Layout = "(512,512):(512,1)".parse().expect("a layout");
    let limits = Limits::of_picture(&layoutlens_render::Draw::shape(&layout));
    let picture = layoutlens_render::Picture::of(layoutlens_render::Draw::grid(&layout, limits));
    let tex = picture.to_tex(layoutlens_render::Palette::Pastels);
    assert_eq!(tex.matches("\n\\cell{").count(), 32 * 32);
    assert!(tex.contains("showing 32x32 of 512x512"), "{}", &tex[tex.len() - 600..]);
}
