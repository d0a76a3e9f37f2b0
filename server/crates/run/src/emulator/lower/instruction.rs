//! The instructions that only PTX has: asynchronous copies, matrices, tensor cores, barriers.

use std::sync::Arc;

use layout_algebra::atom::mma::MmaAtom;

use super::{
    Lowering,
    assembly::{Operands, scalar},
    ptx::{Line, Part},
};
use crate::{
    Operand as Layout, RunError,
    emulator::{
        program::{Instruction, Operand, Step, WarpAtom, WarpgroupAtom},
        source::{Scalar, unknown},
    },
    kernel::Offset,
};

impl Lowering<'_> {
    /// Lowers one of these; says whether it is one.
    pub(super) fn instruction(&mut self, line: &Line, operands: &Operands) -> Result<bool, RunError> {
        let at = |number: usize| line.operands.get(number);
        let words = line.words();
        let instruction = match words.as_slice() {
            ["cp", "async", "commit_group", ..] => Instruction::CommitCopies,
            ["cp", "async", "wait_group", ..] => Instruction::WaitCopies(operands.constant(at(0))?),
            ["cp", "async", "wait_all", ..] => Instruction::WaitCopies(0),
            ["cp", "async", "bulk", "tensor", "2d", ..] => self.fetch(line, operands)?,
            ["cp", "async", "ca" | "cg", ..] => {
                let bytes = operands.constant(at(2))?;
                let given = match at(3) {
                    Some(given) => operands.read(Some(given))?,
                    None => Operand::Constant(bytes as u64),
                };
                let bytes = u8::try_from(bytes).ok().filter(|bytes| [4, 8, 16].contains(bytes));
                let bytes = bytes.ok_or_else(|| unknown("the width of an asynchronous copy"))?;
                let (to, from) = (operands.read(at(0))?, operands.read(at(1))?);
                Instruction::CopyAsync { to, from, bytes, given }
            }
            ["ldmatrix", rest @ ..] => {
                let to = operands.written(at(0))?;
                let transposed = rest.contains(&"trans");
                Instruction::LoadMatrices { to, transposed, address: operands.read(at(1))? }
            }
            ["stmatrix", rest @ ..] => {
                let from = operands.read_all(at(1))?;
                let transposed = rest.contains(&"trans");
                Instruction::StoreMatrices { from, transposed, address: operands.read(at(0))? }
            }
            ["mma", "sync", ..] => {
                let (d, a) = (operands.written(at(0))?, operands.read_all(at(1))?);
                let (b, c) = (operands.read_all(at(2))?, operands.read_all(at(3))?);
                Instruction::Multiply { atom: self.atom(&line.name)?, d, a, b, c }
            }
            ["wgmma", "commit_group", ..] => Instruction::CommitMultiplications,
            ["wgmma", "wait_group", ..] => Instruction::WaitMultiplications(operands.constant(at(0))?),
            ["wgmma", "mma_async", .., shape, "f32", factor, other] if factor == other => {
                let n = shape.strip_prefix("m64n").and_then(|rest| rest.strip_suffix("k16"));
                let n = n.and_then(|n| n.parse().ok()).filter(|n| n % 8 == 0 && *n <= 256);
                let factor = scalar(factor).filter(|factor| matches!(factor, Scalar::F16 | Scalar::BF16));
                let (n, factor) =
                    n.zip(factor).ok_or_else(|| unknown(format!("the instruction {}", line.name)))?;
                let signs = [operands.constant(at(4))?, operands.constant(at(5))?];
                if signs != [1, 1] {
                    return Err(unknown("a wgmma that negates"));
                }
                let turned = [operands.constant(at(6))? != 0, operands.constant(at(7))? != 0];
                let shape = WarpgroupAtom { n, factor, turned };
                let d = operands.written(at(0))?;
                if d.len() * 2 != n {
                    return Err(unknown("the sums of a wgmma"));
                }
                let (a, b) = (operands.read(at(1))?, operands.read(at(2))?);
                Instruction::MultiplyByWarpgroup { shape, d, a, b, adds: operands.read(at(3))? }
            }
            ["mbarrier", "init", ..] => {
                Instruction::BarrierInit { barrier: operands.read(at(0))?, count: operands.read(at(1))? }
            }
            ["mbarrier", "arrive", rest @ ..] => {
                let expected = match rest.contains(&"expect_tx") {
                    true => Some(operands.read(at(2))?),
                    false => None,
                };
                Instruction::BarrierArrive { barrier: operands.read(at(1))?, expected }
            }
            ["mbarrier", "try_wait", "parity", ..] => {
                Instruction::BarrierWait { barrier: operands.read(at(1))?, parity: operands.read(at(2))? }
            }
            ["barrier", "cluster", "arrive", ..] => Instruction::ClusterArrive,
            ["barrier", "cluster", "wait", ..] => Instruction::ClusterWait,
            ["bar" | "barrier", "sync", ..] => match at(1) {
                Some(threads) => Instruction::NamedBarrier {
                    barrier: operands.read(at(0))?,
                    threads: operands.read(Some(threads))?,
                },
                None => {
                    let threads = Operand::Constant(self.threads);
                    Instruction::NamedBarrier { barrier: operands.read(at(0))?, threads }
                }
            },
            _ => return Ok(false),
        };
        self.emit(Step::Instruction(Box::new(instruction)))?;
        Ok(true)
    }

    /// `[to], [map, {x, y}], [barrier]`, and a mask of blocks for a multicast.
    fn fetch(&mut self, line: &Line, operands: &Operands) -> Result<Instruction, RunError> {
        let at = |number: usize| line.operands.get(number);
        let Some(Part::Address(of_map)) = at(1) else { return Err(unknown("a fetch without a map")) };
        let [map, Part::Group(coordinates)] = of_map.as_slice() else {
            return Err(unknown("a fetch without coordinates"));
        };
        let [x, y] = coordinates.as_slice() else {
            return Err(unknown("a fetch of other than 2 coordinates"));
        };
        let blocks = match line.words().contains(&"multicast::cluster") {
            true => Some(operands.read(at(3))?),
            false => None,
        };
        Ok(Instruction::Fetch {
            to: operands.read(at(0))?,
            map: operands.read(Some(map))?,
            x: operands.read(Some(x))?,
            y: operands.read(Some(y))?,
            barrier: operands.read(at(2))?,
            blocks,
        })
    }

    /// Which elements the lanes of an `mma.sync` have: as CuTe's atom of this instruction says.
    fn atom(&mut self, ptx: &str) -> Result<Arc<WarpAtom>, RunError> {
        if let Some(atom) = self.atoms.get(ptx) {
            return Ok(atom.clone());
        }
        let refused = || unknown(format!("the instruction {ptx}"));
        let found =
            MmaAtom::names().filter_map(|name| MmaAtom::find(&name).ok()).find(|atom| atom.ptx() == ptx);
        let found = found.ok_or_else(refused)?;
        let mut types = ptx.rsplit('.').filter_map(scalar);
        let (Some(sum), Some(_), Some(factor)) = (types.next(), types.next(), types.next()) else {
            return Err(refused());
        };
        let table = |layout: &layout_algebra::Layout| -> Vec<Vec<usize>> {
            let operand = Layout::from(layout);
            let offset = Offset::of_mode_coordinates(&operand);
            let values = layout.size() / 32;
            let row = |lane: i64| {
                (0..values)
                    .map(|value| usize::try_from(offset.at(&[lane, value])).unwrap_or(usize::MAX))
                    .collect()
            };
            (0..32).map(row).collect()
        };
        let shape = found.shape_mnk().map(|extent| usize::try_from(extent).unwrap_or(0));
        let parts = [found.layout_a(), found.layout_b(), found.layout_c()].map(table);
        let atom = Arc::new(WarpAtom { shape, factor, sum, parts });
        self.atoms.insert(ptx.to_owned(), atom.clone());
        Ok(atom)
    }
}
