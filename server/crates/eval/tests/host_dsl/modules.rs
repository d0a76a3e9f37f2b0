//! Names that come from elsewhere.

use crate::fixture::check_program;

#[test]
fn a_module_of_the_program_is_run_and_seen() {
    let main = "
import cutlass.cute as cute
from pack.tiles import TILE, doubled
from pack import tiles
from .tiles import Base

class Kernel(Base):
    def __init__(self, *args, stages: int = 2, **kwargs):
        super().__init__(*args, **kwargs)
        self.stages = stages

    def run(self):
        layout = cute.make_layout((self.tile, self.stages))

a = cute.make_layout(TILE)
b = doubled(a)
c = tiles.TILE
Kernel(64, stages=4).run()
";
    let tiles = "
import cutlass.cute as cute

TILE = (128, 64)

def doubled(layout):
    return cute.append(layout, cute.make_layout(2))

class Base:
    def __init__(self, tile=128):
        self.tile = tile
";
    check_program(
        &[("pack/main.py", main), ("pack/tiles.py", tiles)],
        "a = (128,64):(1,128)
        b = (128,64,2):(1,128,1)
        c = (128,64)
        layout = (64,4):(1,64)",
    );
}

#[test]
fn what_is_assigned_to_a_library_that_has_it_not_leaves_what_it_has() {
    let main = "
import cutlass.cute as cute
from cutlass.cute.nvgpu import OperandMajorMode
import compatible

def f():
    a = cute.make_layout(8 if OperandMajorMode.K == cute.nvgpu.OperandMajorMode.K else 4)

f()
";
    let compatible = "
import cutlass.cute as cute

if not hasattr(cute.nvgpu, 'OperandMajorMode'):
    cute.nvgpu.OperandMajorMode = cute.nvgpu.tcgen05.OperandMajorMode
";
    check_program(&[("main.py", main), ("compatible.py", compatible)], "a = 8:1");
    // What is always assigned may be another one.
    let always = compatible.replace("if not hasattr(cute.nvgpu, 'OperandMajorMode'):", "if True:");
    check_program(&[("main.py", main), ("compatible.py", &always)], "a = ?:1");
}

#[test]
fn a_package_of_the_program_wins_over_the_public_one_of_its_name() {
    let main = "
import cutlass.cute as cute
from quack.layout_utils import select

a = select(cute.make_layout((8, 4)), [1])
";
    let own = "
import cutlass.cute as cute

def select(layout, mode):
    return cute.make_layout(7)
";
    check_program(&[("main.py", main), ("quack/layout_utils.py", own)], "a = 7:1");
}

#[test]
fn a_file_of_a_package_is_not_the_module_of_python_that_has_its_name() {
    check_program(
        &[
            (
                "pack/main.py",
                "import math
import cutlass.cute as cute
from . import math as own
import pack.math as same

def f():
    a = cute.make_layout((math.gcd(12, 18), own.gcd(12, 18), same.gcd(1, 2)))
",
            ),
            ("pack/math.py", "def gcd(a, b):\n    return 7\n"),
        ],
        "a = (6,7,7):(1,6,42)",
    );
}

#[test]
fn an_entry_in_another_file_runs_what_a_class_has_in_its_place() {
    let main = "
import cutlass
import cutlass.cute as cute
from pack.base import Base

class Wide(Base):
    def __init__(self):
        super().__init__(16)

    @cute.kernel
    def kernel(self, count: cutlass.Constexpr):
        rows = cute.make_layout((2, count), stride=(1, 2))
";
    let base = "
import cutlass.cute as cute

class Base:
    def __init__(self, rows):
        self.rows = rows

    @cute.jit
    def __call__(self):
        self.kernel(self.rows // 2).launch(grid=(1, 1, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self, rows):
        pass
";
    check_program(
        &[("main.py", main), ("pack.base", base), ("pack", "")],
        "count = 8
        rows = (2,8):(1,2)",
    );
}

#[test]
fn the_source_of_the_dsl_is_read_as_code_that_imports_the_dsl() {
    let main = "
import cutlass.cute as cute
from ..cutlass_dsl import dsl_user_op
from ..cute.core import make_layout
from .sizes import SIZE

@dsl_user_op
def tile(*, loc=None, ip=None):
    return make_layout((SIZE, 4))

a = tile()
b = cute.make_layout((2, 3))
";
    let core = "
from ..cutlass_dsl import dsl_user_op

@dsl_user_op
def make_layout(shape, *, stride=None, loc=None, ip=None):
    return _cute_ir.make_layout(shape)
";
    let package = "from .core import make_layout
";
    let wrapped = "
def dsl_user_op(function):
    def wrapper(*args, **kwargs):
        return function(*args, loc=here(), **kwargs)
    return wrapper
";
    check_program(
        &[
            ("CuTeDSL/cutlass/own/tile.py", main),
            ("CuTeDSL/cutlass/own/sizes.py", "SIZE = 8\n"),
            ("CuTeDSL/cutlass/cute/core.py", core),
            ("CuTeDSL/cutlass/cute/__init__.py", package),
            ("CuTeDSL/cutlass/cutlass_dsl/__init__.py", wrapped),
        ],
        "a = (8,4):(1,8)
        b = (2,3):(1,2)",
    );
}

#[test]
fn a_folder_of_the_program_may_have_the_name_of_the_dsl() {
    let main = "
import cutlass.cute as cute
from .tensor import make_layout

a = make_layout((2, 3))
b = cute.make_layout((2, 3))
";
    let own = "
import cutlass.cute as cute

def make_layout(shape):
    return cute.make_ordered_layout(shape, order=(1, 0))
";
    check_program(
        &[("kernels/cutlass/cute/main.py", main), ("kernels/cutlass/cute/tensor.py", own)],
        "a = (2,3):(3,1)
        b = (2,3):(1,2)",
    );
}

#[test]
fn a_write_to_a_module_that_another_file_imports_first_is_seen() {
    let main = "
import cutlass.cute as cute
import config
import overrides
from config import REG, Options, size

a = cute.make_layout(size())
b = cute.make_layout((config.N, Options.n))
c = cute.make_layout((config.options.m, Options().m))
d = cute.make_layout(REG['a'])
";
    let config = "
N = 3
REG = {'a': 4}

class Options:
    n = 5

    def __init__(self):
        self.m = 6

options = Options()

def size():
    return N
";
    let overrides = "
import config
from config import REG

def apply():
    config.options.m = 60
    REG['a'] = 40

config.N = 30
config.Options.n = 50
apply()
";
    check_program(
        &[("main.py", main), ("config.py", config), ("overrides.py", overrides)],
        "a = 30:1
        b = (30,50):(1,30)
        c = (60,6):(1,60)
        d is unknown: it may be a list that is changed under another name",
    );
}

#[test]
fn what_is_written_to_a_module_by_its_whole_path_is_seen() {
    let main = "
import cutlass.cute as cute
import package.config
import package.options
from library import later, size

package.config.N = 30
package.config.sizes['a'] = 40
package.options.WIDTH = 50

a = cute.make_layout(size())
b = cute.make_layout((package.config.N, package.config.sizes['a']))
c = cute.make_layout(later())

def change():
    package.config.LATE = 5
";
    let config = "
N = 3
LATE = 4
sizes = {'a': 4}
";
    let library = "
from package import config, options

def size():
    return config.N, config.sizes['a'], options.WIDTH

def later():
    return config.LATE
";
    let files = [
        ("main.py", main),
        ("package/config.py", config),
        ("package/options.py", "WIDTH = 5"),
        ("library.py", library),
    ];
    check_program(
        &files,
        "a = (30,40,50):(1,30,1200)
        b = (30,40):(1,30)
        c is unknown: a function assigns `LATE` of a module: give it as an argument",
    );
}

#[test]
fn what_replaces_a_function_of_a_module_is_called() {
    let main = "
import cutlass.cute as cute
import helper
from helper import lay, use

def new(n):
    return cute.make_layout((n, 100))

class Wide:
    n = 7

helper.lay = new
helper.Tile = Wide

a = helper.lay(3)
b = use(3)
c = lay(3)
d = cute.make_layout((helper.Tile.n, helper.tile()))

def later():
    helper.late = new
    setattr(helper, 'by_name', new)

later()
e = helper.late(3)
f = helper.by_name(3)
";
    let helper = "
import cutlass.cute as cute

class Tile:
    n = 4

def lay(n):
    return cute.make_layout((n, 2))

def late(n):
    return cute.make_layout((n, 2))

def by_name(n):
    return cute.make_layout((n, 2))

def use(n):
    return lay(n)

def tile():
    return Tile().n
";
    check_program(
        &[("main.py", main), ("helper.py", helper)],
        "a = (3,100):(1,3)
        b = (3,100):(1,3)
        c = (3,2):(1,3)
        d = (7,7):(1,7)
        e is unknown: a function assigns `late` of a module: give it as an argument
        f is unknown: a function assigns `by_name` of a module: give it as an argument",
    );
}

#[test]
fn what_replaces_a_function_of_a_library_is_not_the_library_s() {
    let main = "
import math

import cutlass.cute as cute

def own(*sizes):
    return 50

cute.ceil_div = own
math.prod = own

a = cute.make_layout(cute.ceil_div(7, 2))
b = cute.make_layout(math.prod((2, 3)))
c = cute.make_layout(cute.size((2, 3)))
";
    check_program(
        &[("main.py", main)],
        "a is unknown: the program assigns `ceil_div` of `cutlass`: call its own by its own name
        b is unknown: the program assigns `prod` of `math`: call its own by its own name
        c = 6:1",
    );
}

#[test]
fn what_a_package_binds_comes_before_its_file_of_that_name() {
    let main = "
import cutlass.cute as cute
from pack import lay, tile

a = lay(3)
b = tile.lay(3)
";
    let pack = "
from .lay import lay
";
    let lay = "
import cutlass.cute as cute

def lay(n):
    return cute.make_layout((n, 2))
";
    check_program(
        &[("main.py", main), ("pack/__init__.py", pack), ("pack/lay.py", lay), ("pack/tile.py", lay)],
        "a = (3,2):(1,3)
        b = (3,2):(1,3)",
    );
}
