//! The instructions that only PTX has: asynchronous copies, matrices, tensor cores, barriers.

use std::sync::Arc;

use layout_algebra::atom::mma::MmaAtom;

use super::{
    Lowering,
    assembly::{Operands, scalar},
    ptx::{Line, Part},
    table::Meaning,
};
use crate::{
    Operand as Layout, RunError,
    emulator::{
        invariant::count,
        program::{Instruction, Operand, Step, WarpAtom, WarpgroupAtom},
        source::{Scalar, unknown},
    },
    kernel::Offset,
};

impl Lowering<'_> {
    /// Lowers one of these.
    pub(super) fn instruction(
        &mut self,
        meaning: Meaning,
        line: &Line,
        operands: &Operands,
    ) -> Result<(), RunError> {
        let at = |number: usize| line.operands.get(number);
        let words = line.words();
        let is = |word: &str| words.contains(&word);
        let instruction = match meaning {
            Meaning::CommitCopies => Instruction::CommitCopies,
            Meaning::WaitCopies => Instruction::WaitCopies(operands.constant(at(0))?),
            Meaning::WaitAllCopies => Instruction::WaitAllCopies,
            Meaning::Fetch | Meaning::FetchForCluster => self.fetch(meaning, line, operands)?,
            Meaning::CopyAsync => {
                let bytes = operands.constant(at(2))?;
                let given = match at(3) {
                    Some(given) => operands.read(Some(given))?,
                    None => Operand::Constant(bytes as u64),
                };
                // Past the cache of a multiprocessor only whole pieces come.
                let widths: &[u8] = if is("cg") { &[16] } else { &[4, 8, 16] };
                let bytes = u8::try_from(bytes).ok().filter(|bytes| widths.contains(bytes));
                let bytes = bytes
                    .ok_or_else(|| unknown(format!("`{}` of other than {widths:?} bytes", line.name)))?;
                let (to, from) = (operands.read(at(0))?, operands.read(at(1))?);
                Instruction::CopyAsync { to, from, bytes, given }
            }
            Meaning::LoadMatrices => {
                let to = operands.written(at(0))?;
                Instruction::LoadMatrices { to, transposed: is("trans"), address: operands.read(at(1))? }
            }
            Meaning::StoreMatrices => {
                let from = operands.read_all(at(1))?;
                Instruction::StoreMatrices { from, transposed: is("trans"), address: operands.read(at(0))? }
            }
            Meaning::Multiply => {
                let atom = self.atom(&line.name)?;
                let (d, a) = (operands.written(at(0))?, operands.read_all(at(1))?);
                let (b, c) = (operands.read_all(at(2))?, operands.read_all(at(3))?);
                let held = [a.len(), b.len(), c.len()];
                if held != atom.registers() || d.len() != c.len() {
                    return Err(unknown(format!("`{}` of {held:?} registers", line.name)));
                }
                Instruction::Multiply { atom, d, a, b, c }
            }
            Meaning::FenceMultiplications => Instruction::FenceMultiplications,
            Meaning::CommitMultiplications => Instruction::CommitMultiplications,
            Meaning::WaitMultiplications => Instruction::WaitMultiplications(operands.constant(at(0))?),
            Meaning::MultiplyByWarpgroup => self.warpgroup_product(line, operands)?,
            Meaning::BarrierInit => {
                Instruction::BarrierInit { barrier: operands.read(at(0))?, count: operands.read(at(1))? }
            }
            Meaning::BarrierArrive => {
                Instruction::BarrierArrive { barrier: operands.read(at(1))?, expected: None }
            }
            Meaning::BarrierExpect => {
                let expected = Some(operands.read(at(2))?);
                Instruction::BarrierArrive { barrier: operands.read(at(1))?, expected }
            }
            Meaning::BarrierWait => {
                Instruction::BarrierWait { barrier: operands.read(at(1))?, parity: operands.read(at(2))? }
            }
            Meaning::FenceBarriers => Instruction::FenceBarriers,
            Meaning::FenceProxies => Instruction::FenceProxies,
            Meaning::ClusterArrive => Instruction::ClusterArrive { releases: !is("relaxed") },
            Meaning::ClusterWait => Instruction::ClusterWait,
            Meaning::NamedBarrier => {
                let threads = match at(1) {
                    Some(threads) => operands.read(Some(threads))?,
                    None => Operand::Constant(self.threads),
                };
                Instruction::NamedBarrier { barrier: operands.read(at(0))?, threads }
            }
            Meaning::Registers => {
                let registers = operands.constant(at(0))?;
                if registers % 8 != 0 || !(24..=256).contains(&registers) {
                    return Err(unknown(format!("`{}` of {registers} registers", line.name)));
                }
                return Ok(());
            }
            Meaning::Move
            | Meaning::ToShared
            | Meaning::Convert
            | Meaning::Narrow
            | Meaning::Differs
            | Meaning::InBlock
            | Meaning::Load
            | Meaning::Store => return Err(unknown(format!("the instruction `{}`", line.name))),
        };
        self.emit(Step::Instruction(Box::new(instruction))).map(drop)
    }

    /// `{sums}, a, b, adds, 1, 1, whether A and B are turned`.
    fn warpgroup_product(&mut self, line: &Line, operands: &Operands) -> Result<Instruction, RunError> {
        let at = |number: usize| line.operands.get(number);
        let words = line.words();
        let [.., shape, _, factor, _] = words.as_slice() else {
            return Err(unknown("a wgmma without a shape"));
        };
        let n = shape.strip_prefix("m64n").and_then(|rest| rest.strip_suffix("k16"));
        let n: Option<usize> = n.and_then(|n| n.parse().ok());
        let (n, factor) =
            n.zip(scalar(factor)).ok_or_else(|| unknown(format!("the instruction `{}`", line.name)))?;
        if [operands.constant(at(4))?, operands.constant(at(5))?] != [1, 1] {
            return Err(unknown("a wgmma that negates"));
        }
        let turned = match [operands.constant(at(6))?, operands.constant(at(7))?] {
            [a @ (0 | 1), b @ (0 | 1)] => [a == 1, b == 1],
            other => return Err(unknown(format!("a wgmma of factors that are turned by {other:?}"))),
        };
        let shape = WarpgroupAtom { n, factor, turned };
        let d = operands.written(at(0))?;
        if d.len() * 2 != n {
            return Err(unknown(format!("`{}` of {} sums", line.name, d.len())));
        }
        let (a, b) = (operands.read(at(1))?, operands.read(at(2))?);
        Ok(Instruction::MultiplyByWarpgroup { shape, d, a, b, adds: operands.read(at(3))? })
    }

    /// `[to], [map, {x, y}], [barrier]`, and a mask of blocks for a multicast.
    fn fetch(&mut self, meaning: Meaning, line: &Line, operands: &Operands) -> Result<Instruction, RunError> {
        let at = |number: usize| line.operands.get(number);
        let Some(Part::Address(of_map)) = at(1) else { return Err(unknown("a fetch without a map")) };
        let [map, Part::Group(coordinates)] = of_map.as_slice() else {
            return Err(unknown("a fetch without coordinates"));
        };
        let [x, y] = coordinates.as_slice() else {
            return Err(unknown("a fetch of other than 2 coordinates"));
        };
        let blocks = match meaning == Meaning::FetchForCluster {
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
        // Those that no name alone names, for they want template arguments, are no `mma.sync`.
        let found =
            MmaAtom::names().filter_map(|name| MmaAtom::find(&name).ok()).find(|atom| atom.ptx() == ptx);
        let found = found.ok_or_else(refused)?;
        let types: Vec<Option<Scalar>> = ptx.split('.').map(scalar).collect();
        let (sum, factor) = match types.as_slice() {
            [.., Some(d), Some(a), Some(b), Some(c)] if d == c && a == b => (*c, *a),
            _ => return Err(refused()),
        };
        // Others are calculated with in another way, or their numbers stand in registers in another.
        let is_known =
            matches!((factor, sum), (Scalar::F16 | Scalar::BF16, Scalar::F32) | (Scalar::F64, Scalar::F64));
        if !is_known {
            return Err(refused());
        }
        let table = |layout: &layout_algebra::Layout| -> Vec<Vec<usize>> {
            let operand = Layout::from(layout);
            let offset = Offset::of_mode_coordinates(&operand);
            let values = layout.size() / 32;
            let row = |lane: i64| (0..values).map(|value| count(offset.at(&[lane, value]))).collect();
            (0..32).map(row).collect()
        };
        let shape = found.shape_mnk().map(count);
        let parts = [found.layout_a(), found.layout_b(), found.layout_c()].map(table);
        let atom = Arc::new(WarpAtom { shape, factor, sum, parts });
        self.atoms.insert(ptx.to_owned(), atom.clone());
        Ok(atom)
    }
}
