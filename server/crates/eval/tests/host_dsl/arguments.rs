//! What the arguments become of what the DSL compiles. What is expected is what nvidia-cutlass-dsl 4.8.1 prints for the
//! same programs, with `?` where a name of the program stands.

use crate::fixture::check_program;

const IMPORTS: &str = "
import dataclasses
import typing
import cutlass
import cutlass.cute as cute
from cutlass import Constexpr, Int32
from cutlass.cute import Shape as S
from cutlass.cute.runtime import make_ptr
";

#[track_caller]
fn check(code: &str, expected: &str) {
    check_program(&[("main.py", &format!("{IMPORTS}{code}"))], expected);
}

#[test]
fn an_integer_that_cute_compile_is_given_is_a_number_of_run_time() {
    check(
        "
@cute.jit
def f(p: cute.Pointer, n: cutlass.Int32, m, k: Constexpr[int], both, given=4, fixed: Constexpr = 5):
    a = cute.make_layout((n, 4))
    b = cute.make_layout((m, 4))
    c = cute.make_layout((k, 4))
    d = cute.make_layout(both)
    e = cute.make_layout((given, 4))
    f = cute.make_layout((fixed, 4))

k = cute.compile(f, make_ptr(cutlass.Float16, 16, cute.AddressSpace.gmem), Int32(1), 2, 3, (4, [5, 6]))
",
        "a = (n,4):(1,n)
        b = (m,4):(1,m)
        c = (3,4):(1,3)
        d = (?,(?,?)):(1,(?,?))
        e = (given,4):(1,given)
        f = (5,4):(1,5)",
    );
}

#[test]
fn an_integer_that_python_code_gives_a_compiled_function_is_a_number_of_run_time() {
    check(
        "
class Gemm:
    def __init__(self, tile):
        self.tile = tile

    @cute.jit
    def __call__(self, m, stages: Constexpr):
        a = cute.make_layout((self.tile, m, stages))
        self.kernel(m, 8, stages).launch(grid=(1, 1, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self, m, k, stages: Constexpr, split=2):
        b = cute.make_layout((m, k, stages, self.tile))
        c = cute.make_layout((split, 4))

Gemm(64)(16, 3)
",
        "a = (64,m,3):(1,64,64*m)
        b = (m,k,3,64):(1,m,k*m,3*k*m)
        c = (split,4):(1,split)",
    );
}

#[test]
fn what_is_compiled_calls_its_own_with_arguments_as_they_are() {
    check(
        "
def plain(n):
    a = cute.make_layout((n, 4))

@cute.jit
def inner(n: Int32, shape, flag: bool):
    b = cute.make_layout((n, *shape)) if flag else None

@cute.jit
def outer():
    plain(2)
    inner(3, (4, 5), True)

outer()
",
        "a = (2,4):(1,2)
        b = (3,4,5):(1,3,12)",
    );
}

#[test]
fn an_integer_in_a_shape_stays_and_a_variable_does_not() {
    check(
        "
@cute.jit
def f(a: cute.Shape, b: typing.Optional[cute.Tile], c: 'cute.Stride', d: S | None, e: typing.Tuple[int, int]):
    u = cute.make_layout(a)
    v = cute.make_layout(b)
    w = cute.make_layout((8, 8), stride=c)
    x = cute.make_layout(d)
    y = cute.make_layout(e)

f((4, Int32(8)), (4, 8), (1, 16), 3, (2, 2))
",
        "u = (4,?):(1,4)
        v = (4,8):(1,4)
        w = (8,8):(1,16)
        x = 3:1
        y = (?,?):(1,?)",
    );
}

#[test]
fn a_dataclass_keeps_what_is_constexpr() {
    check(
        "
@dataclasses.dataclass
class Params:
    stages: Constexpr[int]
    m: int
    layout: cute.Shape

class Own:
    def __init__(self, n, m):
        self.n = n
        self.m = m

    def __extract_mlir_values__(self):
        return cutlass.extract_mlir_values(self.m)

    def __new_from_mlir_values__(self, values):
        return Own(self.n, cutlass.new_from_mlir_values(self.m, values))

@cute.jit
def f(p: Params, q):
    a = cute.make_layout((p.stages, p.m))
    b = cute.make_layout((2, p.layout))
    c = cute.make_layout((q.n, q.m))

f(Params(2, 3, 4), Own(5, Int32(6)))
",
        "a = (2,?):(1,2)
        b = (2,?):(1,2)
        c = (5,?):(1,5)",
    );
}

/// A function that nothing here calls may be entered from Python or be called by what is compiled.
#[test]
fn what_a_function_that_nothing_calls_gives_a_compiled_one_is_either() {
    check(
        "
@cute.jit
def inner(n, shape: cute.Shape, k: Constexpr):
    a = cute.make_layout((n, 4))
    b = cute.make_layout(shape)
    c = cute.make_layout((k, 4))

def outer():
    inner(4, (2, 3), 5)
",
        "a = (?,4):(?,?)
        b = (2,3):(1,2)
        c = (5,4):(1,5)",
    );
}

#[test]
fn what_holds_at_run_time_decides_nothing() {
    check(
        "
@cute.jit
def f(flag: bool, always: Constexpr[bool]):
    n = 4
    m = 4
    k = 4
    if flag:
        n = 8
    if always:
        m = 8
    if cutlass.const_expr(always):
        k = 8
    a = cute.make_layout((n, 2))
    b = cute.make_layout((m, 2))
    c = cute.make_layout((k, 2))

f(True, True)
",
        "a = (n,2):(1,n)
        b = (m,2):(1,m)
        c = (8,2):(1,8)",
    );
}
