//! What imports of files that are read bind, and from where on.

use crate::fixture::check_program;

/// The file that is imported.
const CFG: (&str, &str) = ("cfg.py", "n = 5\n");

#[test]
fn behind_an_import_that_binds_a_name_again_its_old_value_is_not_shown() {
    let main = "
import cutlass.cute as cute
n = 8
before = cute.make_layout(n)
from cfg import n
behind = cute.make_layout(n)
n = 3
again = cute.make_layout(n)
";
    check_program(
        &[("main.py", main), CFG],
        "before = 8:1
        behind is unknown: an import binds it again
        again = 3:1",
    );
}

#[test]
fn a_name_that_two_modules_give_has_the_value_of_neither_and_modules_keep_theirs() {
    let main = "
import cutlass.cute as cute
from cfg import n
first = cute.make_layout(n)
from other import n
second = cute.make_layout(n)
import cfg, other
both = cute.make_layout((cfg.n, other.n))
";
    check_program(
        &[("main.py", main), CFG, ("other.py", "from cfg import n as five\nn = five + 2\n")],
        "first is unknown: an import binds it again
        second is unknown: an import binds it again
        both = (5,7):(1,5)",
    );
}

#[test]
fn behind_a_star_a_name_that_was_bound_before_is_not_shown() {
    let main = "
import cutlass.cute as cute
n = 8
before = cute.make_layout(n)
from cfg import *
star = cute.make_layout(n)
";
    check_program(
        &[("main.py", main), CFG],
        "before = 8:1
        star is unknown: `from cfg import *` may bind it again",
    );
}

#[test]
fn an_import_in_a_class_leaves_the_name_of_the_module_alone() {
    let main = "
import cutlass.cute as cute
n = 8
class A:
    from cfg import n
    rows = cute.make_layout(n)
of_module = cute.make_layout(n)
of_class = cute.make_layout(A.n)
";
    check_program(
        &[("main.py", main), CFG],
        "rows is unknown: an import binds it again
        of_module = 8:1
        of_class is unknown: an import binds it again",
    );
}
