//! Files that import the one at hand, and classes whose fields stand behind a base that is not read.

use crate::fixture::{check_program, variables};

#[test]
fn a_file_that_imports_this_one_says_what_its_classes_are_made_with() {
    let main = "
import cutlass.cute as cute

class Kernel:
    def __init__(self, tile: tuple[int, int], stages: int):
        self.tile = tile
        self.stages = stages

    def run(self, a):
        smem = cute.make_layout((*self.tile, self.stages))

def alone():
    own = cute.make_layout(5)
";
    let caller = "
from kernel import Kernel

class Launcher:
    def __init__(self, stages: int):
        assert stages == 3
        self.kernel = Kernel((128, 64), stages)

def vague(tile):
    return Kernel(tile, 2)
";
    let files = [("kernel.py", main), ("launcher.py", caller)];
    check_program(&files, "smem = (128,64,3):(1,128,8192)");
    let known_in = |name: &str| {
        let variables = variables(&files);
        let variable = variables.iter().find(|variable| variable.name == name).expect("it is declared");
        let site = variable.answers.first().and_then(|answer| answer.site.clone());
        (variable.is_sample, site.and_then(|site| site.file))
    };
    assert_eq!(known_in("smem"), (true, Some("launcher.py".to_owned())));
    assert_eq!(known_in("own"), (false, None));
}

#[test]
fn what_another_file_gives_beside_something_unknown_is_supposed() {
    let main = "
import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, dtype, tiler: tuple[int, int], rows, cols: int):
        self.dtype = dtype
        self.tiler = tiler
        self.rows = rows
        self.cols = cols

    def run(self, a):
        smem = cute.make_layout((*self.tiler, self.rows))
        tile = cute.make_layout((self.rows, self.cols))
";
    let caller = "
import cutlass
from kernel import Kernel

def make(dtype, cols):
    return Kernel(dtype, (64, 32), rows=24, cols=cols)
";
    let variables = variables(&[("kernel.py", main), ("launcher.py", caller)]);
    let supposed = |name: &str| {
        let variable = variables.iter().find(|variable| variable.name == name).expect("it is declared");
        let all = variable.supposed.iter();
        all.map(|one| format!("{} if {}", one.answer.evaluated.value, one.condition)).collect::<Vec<_>>()
    };
    let expected = "(64,32,24):(1,64,2048) if dtype = Float16, tiler = (64,32), rows = 24";
    assert_eq!(supposed("smem"), [expected]);
    let expected = "(24,cols):(1,?) if dtype = Float16, tiler = (64,32), rows = 24";
    assert_eq!(supposed("tile"), [expected]);
}

#[test]
fn what_another_file_makes_an_object_of_that_is_not_known_is_supposed() {
    let main = "
import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, tiler: tuple[int, int]):
        self.rows = tiler[0]
        self.group = (2, 4) if tiler[0] == 256 else 1

    @cute.jit
    def __call__(self, a: cute.Tensor):
        tile = cute.make_layout((self.rows, self.group))
";
    let one = "
from kernel import Kernel

def make(rows: int):
    return Kernel((rows, 64))
";
    let many = "
from kernel import Kernel

for rows in (8, 16, 24, 32, 40, 48):
    Kernel((rows, 64))
";
    let lost = "
from functools import cache

import torch
from kernel import Kernel

@cache
def make(rows: int, device: int):
    with torch.cuda.device(device):
        return Kernel((rows, 64))
";
    let of_any = "(128,1):(1,0) if tiler = (128,128), a of rank 2 and Float16";
    let of_first = "(8,1):(1,0) if tiler = (8,64), a of rank 2 and Float16";
    for (caller, expected) in [(one, of_any), (many, of_first), (lost, of_any)] {
        let variables = variables(&[("kernel.py", main), ("launcher.py", caller)]);
        let tile = variables.iter().find(|variable| variable.name == "tile").expect("it is declared");
        let supposed = tile.supposed.iter();
        let supposed: Vec<String> =
            supposed.map(|one| format!("{} if {}", one.answer.evaluated.value, one.condition)).collect();
        assert_eq!(supposed, [expected], "{caller}");
    }
}

#[test]
fn fields_behind_a_protocol_of_the_dsl_are_given_in_order() {
    let main = "
from dataclasses import dataclass

import cutlass.cute as cute
from cutlass.cute.typing import JitArgument

@dataclass
class ArgumentsBase(JitArgument):
    def __c_pointers__(self):
        return []

@dataclass
class Arguments(ArgumentsBase):
    tiles: cute.Shape
    cluster: cute.Shape

arguments = Arguments((4, 8, 2), (2, 1))
tiles = cute.make_layout(arguments.tiles)
cluster = cute.make_layout(arguments.cluster)
";
    check_program(&[("main.py", main)], "tiles = (4,8,2):(1,4,32)\ncluster = (2,1):(1,0)");
}
