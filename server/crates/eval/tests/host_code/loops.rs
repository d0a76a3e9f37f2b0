//! Loops: what holds in every round, and behind the last one.

use crate::fixture::{check, check_python};

#[test]
fn the_variable_of_a_loop_is_any_of_its_rounds() {
    check("void f() { for (int i = 0; i < 4; ++i) { auto shape = make_shape(i, 4); } }", &["shape = (i,4)"]);
}

#[test]
fn what_a_round_changes_is_forgotten_before_it() {
    check(
        "void f(int n) {
           int x = 4;
           while (n > 0) { auto inside = make_shape(x); x = x * 2; n = n - 1; }
           auto behind = make_shape(x);
         }",
        &["inside = (x)", "behind = (x)"],
    );
}

#[test]
fn what_no_round_changes_stays() {
    check(
        "void f() {
           int x = 4;
           auto layout = make_layout(Shape<_4, _8>{});
           for (int i = 0; i < 4; ++i) { auto inside = make_shape(x); layout = make_layout(Shape<_4, _8>{}); }
           auto behind = layout;
         }",
        &["inside = (4)", "behind = (4,8):(1,4)"],
    );
}

#[test]
fn pythons_rounds_over_known_elements_are_run_in_order() {
    let code = "import cutlass
import cutlass.cute as cute

def threads(n):
    for limit, threads in [(64, 8), (128, 16), (3072, 32)]:
        if n <= limit:
            return threads
    return 256

def clusters(n):
    for limit, clusters in ((1024, 1), (4096, 2)):
        if n <= limit:
            found = clusters
            break
    else:
        found = 4
    return found

def sums(n):
    sum = 0
    for i in cutlass.range_constexpr(n):
        if i == 2:
            continue
        sum += 10 + i
    return sum

def open_end(n, m):
    found = 1
    for limit in (8, 16):
        found = limit
        if m < limit:
            break
    return found

def f(m: int):
    a = cute.make_layout((threads(65), threads(3073)))
    b = cute.make_layout((clusters(1000), clusters(2000), clusters(5000)))
    c = cute.make_layout(sums(4))
    d = cute.make_layout((open_end(4, m), 3), stride=(3, 1))
    for size in (5, 5):
        e = cute.make_layout(size)
    for size in (5, 6):
        g = cute.make_layout(size)
    h = cute.make_layout(g.shape)
";
    check_python(
        code,
        &[
            "a = (16,256):(1,16)",
            "b = (1,2,4):(0,1,2)",
            "c = 34:1",
            "d = (?,3):(3,1)",
            "e = 5:1",
            "g = ?:1",
            "h = 6:1",
        ],
    );
}

#[test]
fn of_what_pythons_rounds_change_the_parts_are_known_that_they_share() {
    let code = "import cutlass
import cutlass.cute as cute

class Tile:
    def __init__(self, index, size):
        self.index = index
        self.size = size

class Counter:
    def __init__(self, size):
        self.size = size

    def grow(self):
        self.size = self.size * 2

class Work(cutlass.utils.WorkTileInfo):
    pass

def f(n: int, layout: int):
    a = cute.make_layout((4, 8, 2))
    tile = Tile((0, 1), (4, 8))
    pair = (4, 1)
    counter = Counter(4)
    shared = counter
    while cute.arch.block_idx()[0] < n:
        row, column = tile.index
        b = a[None, row, column]
        c = cute.make_layout(tile.size)
        d = cute.make_layout((pair[0], 8))
        e = cute.make_layout(counter.size)
        g = cute.make_layout((len(tile.index), pair[1]))
        tile = Tile((row + 1, column), (4, 8))
        pair = (4, pair[1] + 1)
        counter.grow()
    h = cute.make_layout(shared.size)
    work = Work((1, 2, 3), True)
    setattr(work, 'size', work.tile_idx[1])
    i = cute.make_layout((work.size, work.tile_idx[2]))
";
    check_python(
        code,
        &["c = (4,8):(1,4)", "d = (4,8):(1,4)", "e = ?:?", "g = (2,?):(1,?)", "h = ?:?", "i = (2,3):(1,2)"],
    );
}
