//! Copies: the widest elements that both layouts allow, moved directly or, where the two run along different axes,
//! through tiles in shared memory.

mod direct;
mod partitioned;
mod tiled;

pub(crate) use direct::Direct;
pub(crate) use partitioned::Partitioned;
pub(crate) use tiled::Tiled;

use super::{
    Kernel,
    axes::{Axis, Joint},
};
use crate::{ElementType, Predicted, invariant::invariant, operand::Leaf, plan::Copy, report::float};

/// Threads of a block.
pub(crate) const COPY_THREADS: u32 = 256;

/// Bytes of the widest access of a thread.
const WIDEST: u64 = 16;

/// Bytes that the memory moves at least: a thread's access touches whole sectors.
pub(crate) const SECTOR: u64 = 32;

/// How a copy is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CopyKernel {
    /// Each thread moves items from source to destination.
    Direct(Box<Direct>),
    /// Each block moves a tile through shared memory.
    Tiled(Box<Tiled>),
    /// Each thread moves what a thread-value layout gives it.
    Partitioned(Box<Partitioned>),
}

impl CopyKernel {
    /// The kernel for these layouts and elements of `width` bytes.
    pub(crate) fn of(copy: &Copy, width: u64) -> Self {
        if let Some(threads) = &copy.threads {
            return CopyKernel::Partitioned(Box::new(Partitioned::of(copy, threads, width)));
        }
        let Some(joint) = Joint::of(copy, width) else {
            return CopyKernel::Direct(Box::new(Direct::by_index(copy, width)));
        };
        let (joint, direct) = widest(joint);
        if let Some(direct) = direct {
            return CopyKernel::Direct(Box::new(direct));
        }
        let nearest = joint.nearest(|axis| axis.source).zip(joint.nearest(|axis| axis.destination));
        // What is too far for 64 bits is too far for a sector.
        let within_sector = |stride: fn(&Axis) -> i64, axis: usize| {
            stride(&joint.axis(axis)).unsigned_abs().saturating_mul(joint.width) < SECTOR
        };
        let tiled = nearest.filter(|&(x, y)| {
            x != y && within_sector(|axis| axis.source, x) && within_sector(|axis| axis.destination, y)
        });
        match tiled {
            Some((x, y)) => CopyKernel::Tiled(Box::new(Tiled::of(&joint, width, x, y))),
            None => CopyKernel::Direct(Box::new(Direct::of(joint, width))),
        }
    }

    /// What is known before the kernel runs.
    pub(crate) fn predicted(&self, copy: &Copy, width: u64) -> Predicted {
        let (vector_bytes, conflicts) = match self {
            CopyKernel::Direct(direct) => (direct.item_width(), None),
            CopyKernel::Tiled(tiled) => {
                // Tiles with less than a warp of accesses have none that are counted.
                let conflicts = Some(tiled.conflicts()).filter(|conflicts| conflicts.reads > 0.0);
                (tiled.vector_width(), conflicts)
            }
            CopyKernel::Partitioned(partitioned) => (partitioned.vector_width(width), None),
        };
        let (sectors_read, _) = sectors(copy.source.leaves(), width);
        let (sectors_written, in_part) = sectors(copy.destination.leaves(), width);
        // A copy by the vendor reads and writes each element once. A sector that is written in part is read before.
        let moved = float(copy.size.unsigned_abs()) * float(2 * width);
        let again = if in_part { sectors_written } else { 0 };
        let least = float(SECTOR) * (float(sectors_read) + float(sectors_written) + float(again));
        Predicted { vector_bytes, sectors_read, sectors_written, limit: moved / least, conflicts }
    }
}

/// Sectors of memory that the elements of these leaves lie in, as if a swizzle moved nothing from one to another, and
/// whether other cells lie between the elements of one sector.
fn sectors(mut leaves: Vec<Leaf>, width: u64) -> (u64, bool) {
    leaves.retain(|leaf| leaf.shape > 1 && leaf.stride != 0);
    leaves.sort_by_key(|leaf| leaf.stride.unsigned_abs());
    // A checked operand spans less than 2^44 bytes and has fewer elements: nothing saturates.
    // Runs of `run` bytes, `count` of them; a leaf prolongs the runs as long as it leaves no sector out.
    let (mut run, mut count, mut in_part) = (width, 1_u64, false);
    for leaf in leaves {
        let step = leaf.stride.unsigned_abs().saturating_mul(width);
        let shape = leaf.shape.unsigned_abs();
        if count == 1 && step < run.next_multiple_of(SECTOR) + SECTOR {
            in_part |= step > run && run < SECTOR;
            run = run.saturating_add((shape - 1).saturating_mul(step));
        } else {
            count = count.saturating_mul(shape);
        }
    }
    (count.saturating_mul(run.div_ceil(SECTOR)), in_part || run < SECTOR)
}

/// The copy in the widest elements that both sides have together; where only the last of a row is cut, or one element
/// goes to a whole row, the direct kernel that knows about it.
fn widest(joint: Joint) -> (Joint, Option<Direct>) {
    let narrow = joint.width;
    if let Some(axis) = joint.contiguous() {
        let shape = joint.axis(axis).shape;
        let fits = |factor: i64| {
            narrow * factor.unsigned_abs() <= WIDEST
                && factor <= shape
                && joint.is_aligned(factor, axis, axis)
        };
        let factor = [16, 8, 4, 2, 1].into_iter().find(|&factor| fits(factor));
        // An element as it is always fits.
        let factor = factor.unwrap_or(1);
        if shape % factor != 0 && shape / factor >= 4 {
            let direct = joint
                .widened(factor, axis)
                .and_then(|wide| Direct::of(wide, narrow).with_edge(axis, shape / factor, shape % factor));
            return (joint, direct);
        }
        let factor = factor.min(1 << shape.trailing_zeros().min(4));
        // Elements that cannot be widened are moved as they are.
        return (joint.widened(factor, axis).unwrap_or(joint), None);
    }
    let spread = joint.axes.iter().position(|axis| axis.source == 0 && axis.destination == 1);
    let direct = spread.and_then(|axis| Direct::spreading(&joint, axis));
    (joint, direct)
}

/// The copy kernel for these layouts.
pub(super) fn kernel(copy: &Copy, element: ElementType) -> Kernel {
    match CopyKernel::of(copy, element.width()) {
        CopyKernel::Direct(direct) => direct.kernel(copy, element),
        CopyKernel::Tiled(tiled) => tiled.kernel(copy, element),
        CopyKernel::Partitioned(partitioned) => partitioned.kernel(copy, element),
    }
}

/// A type of `width` bytes that one instruction moves.
fn carrier(width: u64) -> &'static str {
    match width {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned int",
        8 => "uint2",
        width => {
            invariant!(width == WIDEST, "an access of {width} bytes");
            "uint4"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, Operation, Request, Work, check};

    #[track_caller]
    fn planned(source: &str, destination: &str, element: ElementType) -> (Copy, Kernel) {
        let operation =
            Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
        let plan = check(&Request { operation, element, device: DeviceChoice::Auto }).unwrap();
        let kernel = plan.kernel();
        let Work::Copy(copy) = plan.work else { panic!("a copy") };
        (*copy, kernel)
    }

    #[test]
    fn accesses_are_as_wide_as_both_layouts_allow() {
        use ElementType::*;
        let mut table = String::new();
        for (source, destination, element) in [
            ("4096:1", "4096:1", U8),
            ("4096:1", "4096:1", U128),
            ("4095:1", "4095:1", F32),
            ("(61,67):(1,64)", "(61,67):(1,80)", F32),
            ("(61,67):(1,64)", "(61,67):(1,61)", F32),
            ("(6,67):(1,64)", "(6,67):(1,80)", F32),
            ("(8,64):(1,8)", "Sw<3,4,3> o 0 o (8,64):(1,8)", F16),
            ("(8,64):(1,8)", "Sw<3,1,3> o 0 o (8,64):(1,8)", F16),
            ("(8,64):(1,8)", "Sw<0,4,3> o 2 o (8,64):(1,8)", F32),
            ("(64,64):(0,1)", "(64,64):(1,64)", F32),
            ("(64,64):(1,0)", "(64,64):(1,64)", F16),
            ("(64,64):(1,64)", "(64,64):(64,1)", F16),
            ("(2,64,64):(1,2,128)", "(2,64,64):(1,128,2)", F32),
            ("4096:2", "4096:1", F32),
            ("(6,35):(35,1)", "(10,21):(21,1)", F32),
        ] {
            let (copy, _) = planned(source, destination, element);
            let kernel = CopyKernel::of(&copy, element.width());
            let Predicted { vector_bytes, sectors_read, sectors_written, limit, .. } =
                kernel.predicted(&copy, element.width());
            let kind = match kernel {
                CopyKernel::Direct(direct) if direct.spreads => "spread",
                CopyKernel::Direct(direct) if direct.edge.is_some() => "direct with an edge",
                CopyKernel::Direct(_) => "direct",
                CopyKernel::Tiled(_) => "tiled",
                CopyKernel::Partitioned(_) => "partitioned",
            };
            table += &format!(
                "{source} -> {destination} {element}: {kind}, {vector_bytes} bytes, sectors {sectors_read} + \
                 {sectors_written}, limit {limit:.2}\n"
            );
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn a_contiguous_copy_is_readable_code() {
        let (_, kernel) = planned("8379393:1", "(1023,8191):(1,1023)", ElementType::F16);
        assert_eq!((kernel.name, kernel.blocks, kernel.threads), ("copy", 4092, 256));
        insta::assert_snapshot!(kernel.source);
    }

    #[test]
    fn a_swizzled_destination_is_an_xor() {
        let (_, kernel) = planned("(8,64):(0,1)", "Sw<3,4,3> o 0 o (8,64):(64,1)", ElementType::F16);
        insta::assert_snapshot!(kernel.source);
    }

    #[test]
    fn one_element_for_a_row_is_spread() {
        let (_, kernel) = planned("(64,64):(0,1)", "(64,64):(1,64)", ElementType::F16);
        insta::assert_snapshot!(kernel.source);
    }

    #[test]
    fn a_large_span_takes_wide_indexes() {
        let (_, kernel) = planned("(4,2):(1,4)", "(4,2):(1,1073741824)", ElementType::F16);
        assert!(kernel.source.contains("typedef unsigned long long index_t;"), "{}", kernel.source);
    }
}
