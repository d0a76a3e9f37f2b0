//! Python: scopes, objects, loops, builtin functions.

use crate::fixture::check_python;

const IMPORTS: &str = "import cutlass\nimport cutlass.cute as cute\n";

#[track_caller]
fn check(code: &str, expected: &[&str]) {
    check_python(&format!("{IMPORTS}{code}"), expected);
}

#[test]
fn attributes_set_in_one_method_are_seen_in_others() {
    check(
        "class Gemm:
    def __init__(self, tile_m=128, tile_n=64):
        self.tile_m = tile_m
        self.tile_n = tile_n
        self._setup()

    def _setup(self):
        self.tile = (self.tile_m, self.tile_n)

    @cute.jit
    def __call__(self, a):
        smem = cute.make_layout(self.tile)
        self.kernel(smem).launch(grid=(1, 1, 1))

    @cute.kernel
    def kernel(self, layout):
        seen = layout
",
        &["smem = (128,64):(1,128)", "seen = (128,64):(1,128)"],
    );
}

#[test]
fn a_constructor_call_gives_the_arguments() {
    check(
        "class Gemm:
    def __init__(self, tile_m=128):
        self.tile_m = tile_m

    @cute.jit
    def __call__(self, a):
        smem = cute.make_layout((self.tile_m, 8))

gemm = Gemm(tile_m=64)
",
        &["smem = (64,8):(1,64)"],
    );
}

#[test]
fn lists_tuples_and_builtins_are_computed() {
    check(
        "def f():
    sizes = [2 * n for n in range(1, 4)]
    shape = tuple(sizes)
    first, *_ = (4, 5)
    part = shape[1:]
    largest = cute.make_layout((max(4, 8), len(shape)))
    pairs = sum(a * b for a, b in zip((1, 2), (3, 4)))
    extended = cute.make_layout((2,) + (3, 4))
f()
",
        &[
            "shape = (2,4,6)",
            "part = (4,6)",
            "largest = (8,3):(1,8)",
            "pairs = 11",
            "extended = (2,3,4):(1,2,6)",
        ],
    );
}

#[test]
fn a_nested_function_sees_the_function_around_it() {
    check(
        "TILE = 32
def outer(n=4):
    def inner(m):
        return cute.make_layout((m, n, TILE))
    made = inner(2)
outer()
",
        &["made = (2,4,32):(1,2,8)"],
    );
}

#[test]
fn constants_decide_branches() {
    check(
        "def f(major=\"k\", mask=None):
    if cutlass.const_expr(major == \"k\"):
        layout = cute.make_layout((4, 8), stride=(8, 1))
    else:
        layout = cute.make_layout((4, 8))
    seen = layout
    if mask is None:
        masked = cute.make_layout(4)
    also = masked
f()
",
        &["seen = (4,8):(8,1)", "also = 4:1"],
    );
}

#[test]
fn look_alike_packages_are_left_alone() {
    check_python("import flydsl as cute\nlayout = cute.make_layout((4, 8))\n", &[]);
}

#[test]
fn an_assertion_gives_numbers_that_nothing_else_does() {
    check(
        "class Gemm:
    def __init__(self, tiler: tuple[int, int], stages: int):
        self.tiler = tiler
        assert tiler[0] == 128 and tiler[1] == 64
        if stages != 3:
            raise ValueError(stages)
        smem = cute.make_layout((*self.tiler, stages))
        half = cute.make_layout((self.tiler[0] // 2, 8))
",
        &["smem = (128,64,3):(1,128,8192)", "half = (64,8):(1,64)"],
    );
}

#[test]
fn an_integer_of_which_only_the_annotation_tells_goes_by_its_name() {
    check(
        "def f(dim: int, ptr: cute.Pointer):
    layout = cute.make_layout((dim, 8), stride=(8, 1))
    column = layout[0]
    compact = cute.make_layout((8, dim))
    merged = cute.coalesce(layout)
    inverse = cute.right_inverse(layout)
",
        &[
            "layout = (dim,8):(8,1)",
            "column = dim:8",
            "compact = (8,dim):(1,?)",
            "merged is unknown",
            "inverse is unknown",
        ],
    );
}

#[test]
fn a_number_that_depends_on_a_condition_is_left_open() {
    check(
        "def f(flag):
    stages = 2 if flag else 3
    layout = cute.make_layout((8, stages), stride=(1, 8))
    compact = cute.make_layout((stages, 8))
    merged = cute.coalesce(layout)
",
        &["stages = ?", "layout = (8,?):(1,8)", "compact = (?,8):(1,?)", "merged is unknown"],
    );
}

#[test]
fn a_list_that_is_changed_under_one_name_is_not_known_under_another() {
    check(
        "def f():
    sizes = [2, 4]
    alias = sizes
    alias.append(16)
    first = cute.make_layout(tuple(sizes))
    more = [2, 8]
    other = more
    other[0] = 50
    second = cute.make_layout(tuple(more))
",
        &["first is unknown", "second is unknown"],
    );
}

#[test]
fn a_default_of_an_inner_function_is_what_its_names_stood_for_there() {
    check(
        "def f():
    n = 3
    size = lambda n=n: n
    n = 9
    layout = cute.make_layout((size(), 2))
    eight = lambda n=8: n
    line = cute.make_layout((eight(), 2))
",
        &["layout is unknown", "line = (8,2):(1,8)"],
    );
}

#[test]
fn functions_are_told_apart_by_their_names() {
    let code = "import cutlass
import cutlass.cute as cute

def own():
    return 1

def f():
    a = cute.make_layout((3 if cute.make_layout is cute.make_layout else 2, 3 if cute.size is cute.rank else 2))
    b = cute.make_layout((3 if own is not own else 2, 3 if cutlass.Float16 is cutlass.BFloat16 else 4))
";
    check_python(code, &["a = (3,2):(1,3)", "b = (?,4):(1,?)"]);
}
