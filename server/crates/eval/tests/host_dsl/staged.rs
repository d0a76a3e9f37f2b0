//! Branches and loops of run time in what the DSL compiles. What is expected is what nvidia-cutlass-dsl 4.8.1 prints for
//! the same programs, with `?` where a name of the program stands.

use crate::fixture::check_program;

const IMPORTS: &str = "
import dataclasses

import cutlass
import cutlass.cute as cute
from cutlass import const_expr
";

#[track_caller]
fn check_file(code: &str, expected: &str) {
    check_program(&[("main.py", &format!("{IMPORTS}{code}"))], expected);
}

#[test]
fn a_branch_on_what_python_knows_is_one_of_run_time_all_the_same() {
    check_file(
        "
@cute.jit
def f():
    x = 4
    same = 4
    b = 3
    if b == 3:
        x = 5
        same = 4
        within = cute.make_layout((x, 2))
    other = 6
    if b is None:
        other = 7
    elif isinstance(b, int):
        other = 8
    l = cute.make_layout((x, 2))
    m = cute.make_layout((same, 2))
    n = cute.make_layout((other, 2))
    o = cute.make_layout((b, 2))
",
        "within = (5,2):(1,5)
        l = (x,2):(1,x)
        m = (same,2):(1,same)
        n = (other,2):(1,other)
        o = (3,2):(1,3)",
    );
}

#[test]
fn const_expr_around_the_whole_condition_makes_python_decide() {
    check_file(
        "
@cute.jit
def f():
    b = 3
    x, y, z, w = 4, 4, 4, 4
    if const_expr(b == 3):
        x = 5
    if cutlass.const_expr(b == 4):
        y = 5
    elif const_expr(b == 3):
        y = 6
    if not const_expr(b == 4):
        z = 5
    if const_expr(b == 3) and True:
        w = 5
    i = cute.make_layout((x, 2))
    j = cute.make_layout((y, 2))
    k = cute.make_layout((z, 2))
    l = cute.make_layout((w, 2))
",
        "i = (5,2):(1,5)
        j = (6,2):(1,6)
        k = (z,2):(1,z)
        l = (w,2):(1,w)",
    );
}

#[test]
fn what_a_branch_writes_is_of_run_time_in_it_until_then() {
    check_file(
        "
@cute.jit
def f():
    x = 4
    b = 3
    if b == 3:
        l = cute.make_layout((x, 2))
        x = 6
        m = cute.make_layout((x, 2))
    else:
        n = cute.make_layout((x, 2))
",
        "l = (x,2):(1,x)
        m = (6,2):(1,6)
        n = (x,2):(1,x)",
    );
}

#[test]
fn tuples_lists_and_dataclasses_are_carried_part_by_part_and_layouts_as_they_are() {
    check_file(
        "
@dataclasses.dataclass
class Tile:
    m: int
    n: int = 4

    def area(self):
        return self.m * self.n

@cute.jit
def f():
    t = (1, cute.make_layout(2))
    a = [1, 2]
    l = cute.make_layout((3, 4))
    d = Tile(1)
    read = Tile(1)
    b = 3
    if b == 3:
        t = (3, cute.make_layout(2))
        a[0] = 5
        l = cute.make_layout((3, 4))
        d.m = 5
        read.area()
    i = cute.make_layout((t[0], 2))
    j = t[1]
    k = cute.make_layout((2, 2), stride=(a[1], 1))
    m = cute.make_layout((2, 2), stride=(d.n, 1))
    n = cute.make_layout((2, 2), stride=(read.n, 1))
",
        "i = (?,2):(1,?)
        j = 2:1
        k = (2,2):(?,1)
        l = (3,4):(1,3)
        m = (2,2):(?,1)
        n = (2,2):(?,1)",
    );
}

#[test]
fn functions_inside_are_compiled_with_the_one_around_them_and_others_are_pythons() {
    check_file(
        "
def plain(b):
    x = 4
    if b == 3:
        x = 5
    return x

class Sizes:
    def pick(self, b):
        if b == 3:
            return 7
        return 8

@cute.jit
def f():
    def inner(b):
        x = 4
        if b == 3:
            x = 5
        return x

    i = cute.make_layout((plain(3), 2))
    j = cute.make_layout((Sizes().pick(3), 2))
    k = cute.make_layout((inner(3), 2))
    l = cute.make_layout((5 if plain(3) == 5 else 6, 2))
",
        "i = (5,2):(1,5)
        j = (7,2):(1,7)
        k = (x,2):(1,x)
        l = (5,2):(1,5)",
    );
}

#[test]
fn rounds_of_run_time_carry_what_they_write_and_pythons_do_not() {
    check_file(
        "
@cute.jit
def f():
        x = 4
        y = 4
        z = 4
        u = 4
        w = 4
        for i in range(3):
            x = 4
        for i in cutlass.range(3, unroll=1):
            y = 4
        for i in cutlass.range_constexpr(3):
            z = 4
        for i in (1, 2):
            u = 4
        k = 0
        while k < 3:
            w = 4
            k += 1
        a = cute.make_layout((x, 2))
        b = cute.make_layout((y, 2))
        c = cute.make_layout((z, 2))
        d = cute.make_layout((u, 2))
        e = cute.make_layout((w, 2))",
        "a = (x,2):(1,x)
        b = (y,2):(1,y)
        c = (4,2):(1,4)
        d = (4,2):(1,4)
        e = (w,2):(1,w)",
    );
}

#[test]
fn both_branches_are_compiled_so_both_write_what_is_not_carried() {
    check_file(
        "
G = [1]

def grow():
    G.append(1)

@cute.jit
def f():
    b = 3
    if b == 3:
        grow()
    else:
        grow()
    l = cute.make_layout((2, 2), stride=(len(G), 1))
",
        "l is unknown: both branches of a run-time `if` change it",
    );
}

/// This version refuses such branches. What runs them takes the branch that Python takes.
#[test]
fn a_branch_that_this_version_refuses_is_pythons() {
    check_file(
        "
@cute.jit
def f():
    b = 3
    kind = 'k'
    tile = None
    if b == 3:
        kind = 'mn'
    if tile is None:
        tile = (8, 16)
    if kind == 'mn':
        a = cute.make_layout(tile)
    else:
        a = cute.make_layout(1)
    l = cute.make_layout(a.shape)
",
        "l = (8,16):(1,8)",
    );
}

#[test]
fn a_number_chosen_at_run_time_is_of_run_time() {
    check_file(
        "
@cute.jit
def f(n):
    l = cute.make_layout((5 if n == 3 else 5, 2))
    m = cute.make_layout((5 if n == 3 else 6, 2))

f(3)
",
        "l = (?,2):(1,?)
        m = (?,2):(1,?)",
    );
}
