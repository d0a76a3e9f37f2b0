//! Copies through a thread-value layout of the user's: each thread moves the elements of a tile that the layout gives it,
//! in the widest accesses that its values and both tensors allow.

use super::{WIDEST, carrier};
use crate::{
    ElementType, Operand,
    kernel::{
        Kernel, Offset,
        axes::{Placed, coalesced},
        index_type,
    },
    plan::Copy,
    threads::{Threads, tuple},
};

/// A copy by tiles of which each thread has its own elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Partitioned {
    /// What was asked for.
    pub(crate) asked: Threads,
    /// Neighbouring values that one access moves.
    pub(crate) vector: i64,
    /// (thread, value) to an element of the tile.
    element: Offset,
    modes: Vec<Mode>,
    from: Offset,
    to: Offset,
}

/// A mode of both tensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mode {
    size: i64,
    /// How much of it is in a tile.
    extent: i64,
    /// Elements of a tile between neighbours along it.
    unit: i64,
    /// Tiles along it.
    tiles: i64,
    /// Blocks between neighbouring tiles along it.
    block_unit: i64,
}

impl Partitioned {
    /// The kernel for elements of `width` bytes.
    pub(super) fn of(copy: &Copy, threads: &Threads, width: u64) -> Self {
        let (mut unit, mut block_unit) = (1, 1);
        let modes = threads.tile.iter().zip(&threads.modes).map(|(&extent, &size)| {
            let tiles = (size + extent - 1) / extent;
            let mode = Mode { size, extent, unit, tiles, block_unit };
            unit *= extent;
            block_unit *= tiles;
            mode
        });
        let mut kernel = Partitioned {
            asked: threads.clone(),
            vector: 1,
            modes: modes.collect(),
            element: Offset::of_mode_coordinates(&threads.layout),
            from: Offset::of_mode_coordinates(&copy.source),
            to: Offset::of_mode_coordinates(&copy.destination),
        };
        let widest = (WIDEST / width).cast_signed();
        let vectors = [16, 8, 4, 2].into_iter().filter(|vector| *vector <= widest);
        kernel.vector = vectors.into_iter().find(|&vector| kernel.moves_together(copy, vector)).unwrap_or(1);
        kernel
    }

    /// Whether each `vector` values of a thread are neighbours along one mode, aligned and whole in both tensors.
    fn moves_together(&self, copy: &Copy, vector: i64) -> bool {
        if self.asked.values % vector != 0 {
            return false;
        }
        self.modes.iter().enumerate().any(|(position, mode)| {
            mode.extent % vector == 0
                && mode.size % vector == 0
                && [&copy.source, &copy.destination]
                    .into_iter()
                    .all(|operand| runs_along(operand, position, vector))
                && (0..self.asked.threads.into()).all(|thread| {
                    (0..self.asked.values / vector).all(|group| {
                        let first = self.element.at(&[thread, group * vector]);
                        first / mode.unit % mode.extent % vector == 0
                            && (1..vector).all(|lane| {
                                self.element.at(&[thread, group * vector + lane]) == first + lane * mode.unit
                            })
                    })
                })
        })
    }

    /// Blocks, each with a tile.
    pub(crate) fn blocks(&self) -> i64 {
        self.modes.iter().map(|mode| mode.tiles).product()
    }

    /// Bytes of an access.
    pub(crate) fn vector_width(&self, width: u64) -> u64 {
        self.vector.unsigned_abs() * width
    }

    /// The kernel's source and launch.
    pub(super) fn kernel(&self, copy: &Copy, element: ElementType) -> Kernel {
        let threads = &self.asked;
        let Copy { source, destination, size, source_cells, destination_cells, .. } = copy;
        let tile = self.modes.iter().map(|mode| mode.extent).product::<i64>();
        let index = index_type(
            size.max(source_cells).max(destination_cells).saturating_add(tile),
            [source, destination],
        );
        let width = element.width();
        let (vector, accesses) = (self.vector, threads.values / self.vector);
        let names: Vec<String> = (0..self.modes.len()).map(|mode| format!("c{mode}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let arguments = names.join(", ");
        let functions = [
            self.element.function("element_of", &["thread", "value"]),
            self.from.function("offset_source", &names),
            self.to.function("offset_destination", &names),
        ]
        .join("\n");
        let last = self.modes.len() - 1;
        let coordinates: Vec<String> = (0..)
            .zip(&self.modes)
            .map(|(position, mode)| {
                let digit = |name: &str, unit: i64, extent: i64| {
                    let quotient = if unit == 1 { name.to_owned() } else { format!("{name} / {unit}") };
                    match extent {
                        1 => "0".to_owned(),
                        _ if position == last => quotient,
                        _ => format!("{quotient} % {extent}"),
                    }
                };
                let origin = match (digit("block", mode.block_unit, mode.tiles), mode.extent) {
                    (origin, 1) => origin,
                    (origin, extent) => format!("{origin} * {extent}"),
                };
                let inner = digit("element", mode.unit, mode.extent);
                match (mode.tiles, mode.extent) {
                    (1, _) => format!("c{position} = {inner}"),
                    (_, 1) => format!("c{position} = {origin}"),
                    _ => format!("c{position} = {origin} + {inner}"),
                }
            })
            .collect();
        let coordinates = coordinates.join(", ");
        let cut: Vec<String> = (0..)
            .zip(&self.modes)
            .filter(|(_, mode)| mode.size % mode.extent != 0)
            .map(|(position, mode)| format!("c{position} < {}", mode.size))
            .collect();
        let inside = if cut.is_empty() { String::new() } else { format!("if ({}) ", cut.join(" && ")) };
        let step = format!(
            "    const index_t element = element_of(threadIdx.x, access * {vector});
    const index_t {coordinates};
"
        );
        let text = format!(
            "// copy of {size} elements ({element}) through a thread-value layout: {} threads, {} values each
//   source       {source}
//   destination  {destination}
//   tv           {} over a tile of {}
// A thread moves {vector} values at a time, {} bytes.
typedef {index} index_t;
typedef {} element_t;
typedef {} vector_t;

{functions}
extern \"C\" __global__ void __launch_bounds__({})
copy(const element_t* __restrict__ source, element_t* __restrict__ destination) {{
  const index_t block = blockIdx.x;
  vector_t fragment[{accesses}];
#pragma unroll
  for (unsigned access = 0; access < {accesses}; ++access) {{
{step}    {inside}fragment[access] = *(const vector_t*)(source + offset_source({arguments}));
  }}
#pragma unroll
  for (unsigned access = 0; access < {accesses}; ++access) {{
{step}    {inside}*(vector_t*)(destination + offset_destination({arguments})) = fragment[access];
  }}
}}
",
            threads.threads,
            threads.values,
            threads.layout,
            tuple(&threads.tile),
            self.vector_width(width),
            carrier(width),
            carrier(self.vector_width(width)),
            threads.threads,
        );
        Kernel::new(text, "copy", self.blocks().unsigned_abs(), threads.threads)
    }
}

/// Whether groups of `factor` neighbours along this mode lie together, in order and aligned.
fn runs_along(operand: &Operand, mode: usize, factor: i64) -> bool {
    let modes: Vec<_> = operand.modes().into_iter().map(coalesced).collect();
    let nearest = modes.get(mode).and_then(|leaves| leaves.first());
    let runs = nearest.is_some_and(|leaf| leaf.stride == 1 && leaf.shape % factor == 0);
    let others = modes.iter().enumerate().flat_map(|(position, leaves)| {
        leaves.iter().skip(usize::from(position == mode)).map(|leaf| leaf.stride)
    });
    let mut others = others;
    runs && others.all(|stride| stride % factor == 0) && Placed::of(operand).keeps(factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, Operation, Request, ThreadValues, Work, check, kernel::CopyKernel};

    #[track_caller]
    fn partitioned(
        operands: [&str; 2],
        tv: &str,
        tile: &[i64],
        element: ElementType,
    ) -> (Partitioned, Kernel) {
        let [source, destination] = operands.map(|operand| operand.parse().unwrap());
        let threads = ThreadValues { layout: tv.parse().unwrap(), tile: tile.to_vec() };
        let operation = Operation::PartitionedCopy { source, destination, threads };
        let plan = check(&Request { operation, element, device: DeviceChoice::Auto }).unwrap();
        let kernel = plan.kernel();
        let Work::Copy(copy) = &plan.work else { panic!("a copy") };
        match CopyKernel::of(copy, element.width()) {
            CopyKernel::Partitioned(partitioned) => (*partitioned, kernel),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_copy_through_a_thread_value_layout_is_readable_code() {
        let operands = ["(100,60):(1,100)", "(100,60):(1,104)"];
        let (_, kernel) = partitioned(operands, "(256,4):(4,1)", &[128, 8], ElementType::F32);
        assert_eq!((kernel.name, kernel.blocks, kernel.threads), ("copy", 8, 256));
        insta::assert_snapshot!(kernel.source);
    }

    #[test]
    fn accesses_are_as_wide_as_the_values_and_both_tensors_allow() {
        let mut table = String::new();
        for (operands, tv, tile, element) in [
            (["(128,64):(1,128)"; 2], "(256,4):(4,1)", &[128, 8][..], ElementType::F32),
            (["(128,64):(1,128)"; 2], "(256,8):(4,1)", &[128, 9], ElementType::F32),
            (["(128,64):(1,128)"; 2], "(256,4):(1,256)", &[128, 8], ElementType::F32),
            (["(128,64):(64,1)"; 2], "((16,16),(8,1)):((128,1),(16,0))", &[16, 128], ElementType::F16),
            (["(126,64):(1,126)"; 2], "(256,4):(4,1)", &[128, 8], ElementType::F32),
            (["(128,64):(1,130)"; 2], "(256,4):(4,1)", &[128, 8], ElementType::F32),
            (["(128,64):(1,128)", "(128,64):(64,1)"], "(256,4):(4,1)", &[128, 8], ElementType::F32),
            (
                ["(128,64):(1,128)", "Sw<3,4,3> o 0 o (128,64):(1,128)"],
                "(256,4):(4,1)",
                &[128, 8],
                ElementType::F32,
            ),
            (
                ["(128,64):(1,128)", "Sw<3,0,3> o 0 o (128,64):(1,128)"],
                "(256,4):(4,1)",
                &[128, 8],
                ElementType::F32,
            ),
            (["(128,64):(0,1)", "(128,64):(1,128)"], "(256,4):(4,1)", &[128, 8], ElementType::F32),
        ] {
            let (kernel, _) = partitioned(operands, tv, tile, element);
            table += &format!(
                "{} -> {} {element} by {tv} over {}: {} at a time\n",
                operands[0],
                operands[1],
                tuple(tile),
                kernel.vector
            );
        }
        insta::assert_snapshot!(table);
    }
}
