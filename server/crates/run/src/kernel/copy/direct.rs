//! Copies without shared memory: neighbouring threads move neighbouring items.

use super::{COPY_THREADS, SECTOR, WIDEST, carrier};
use crate::{
    ElementType,
    kernel::{
        Kernel, Offset,
        axes::{Axis, Joint, Placed},
        index_type,
    },
    operand::Leaf,
    plan::Copy,
};

/// Blocks of a launch at most; beyond it each thread takes several rounds.
const MAX_BLOCKS: u64 = (1 << 31) - 1;

/// A copy of `items` items, each `lanes` neighbouring elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Direct {
    pub(crate) items: i64,
    pub(crate) lanes: i64,
    /// The number of an item to its offset: in items, or in elements where one element is spread.
    pub(crate) from: Offset,
    /// The number of an item to its offset, in items.
    pub(crate) to: Offset,
    pub(crate) edge: Option<Edge>,
    /// One element of the source goes to every lane.
    pub(crate) spreads: bool,
    element_width: u64,
    leaves: Vec<(usize, Leaf)>,
}

/// Items that have fewer elements: the last one of every row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The number of an item to its coordinate in the row.
    pub(crate) coordinate: Offset,
    /// The coordinate of the last one.
    pub(crate) last: i64,
    /// The elements that it has.
    pub(crate) elements: i64,
}

impl Direct {
    /// One element an item, by the layouts' own 1-D coordinate.
    pub(super) fn by_index(copy: &Copy, width: u64) -> Self {
        Direct {
            items: copy.size,
            lanes: 1,
            from: Offset::of_index(&copy.source),
            to: Offset::of_index(&copy.destination),
            edge: None,
            spreads: false,
            element_width: width,
            leaves: Vec::new(),
        }
    }

    /// The joint axes in the order in which the destination, or else the source, has neighbours; `element_width` is
    /// the width before they were widened.
    pub(super) fn of(joint: Joint, element_width: u64) -> Self {
        let mut order: Vec<(usize, Axis)> = joint.axes.iter().copied().enumerate().collect();
        // Where nothing moves, all is as near as neighbours are.
        let least = |stride: &dyn Fn(&Axis) -> i64| {
            joint.nearest(stride).map_or(1, |axis| stride(&joint.axis(axis)).unsigned_abs())
        };
        let (from, to) = (least(&|axis| axis.source), least(&|axis| axis.destination));
        let by_source = to.saturating_mul(joint.width) >= SECTOR && from < to;
        order.sort_by_key(|(_, axis)| {
            let stride = if by_source && axis.source != 0 { axis.source } else { axis.destination };
            stride.unsigned_abs()
        });
        let axes = || order.iter().map(|(_, axis)| axis);
        let side = |stride: fn(&Axis) -> i64| -> Vec<Leaf> {
            axes().map(|axis| Leaf { shape: axis.shape, stride: stride(axis) }).collect()
        };
        let (sources, destinations) = (side(|axis| axis.source), side(|axis| axis.destination));
        Direct {
            items: axes().map(|axis| axis.shape).product(),
            lanes: (joint.width / element_width).cast_signed(),
            from: Offset::of_leaves(&sources).placed(joint.source),
            to: Offset::of_leaves(&destinations).placed(joint.destination),
            edge: None,
            spreads: false,
            element_width,
            leaves: order.iter().map(|(position, _)| *position).zip(sources).collect(),
        }
    }

    /// The same where the item with coordinate `last` along `axis` has only `elements` elements.
    /// `None` where the axis is none of these.
    pub(super) fn with_edge(self, axis: usize, last: i64, elements: i64) -> Option<Self> {
        let leaves: Vec<Leaf> = self.leaves.iter().map(|(_, leaf)| *leaf).collect();
        let at = self.leaves.iter().position(|(position, _)| *position == axis)?;
        let coordinate = Offset::of_digit(&leaves, at, 1);
        Some(Direct { edge: Some(Edge { coordinate, last, elements }), ..self })
    }

    /// A copy whose destination runs along `axis` while the source stands still: wide stores of one element.
    pub(super) fn spreading(joint: &Joint, axis: usize) -> Option<Self> {
        let shape = joint.axis(axis).shape;
        let others = |factor: i64| {
            let mut others = joint.axes.iter().enumerate().filter(|(position, _)| *position != axis);
            others.all(|(_, other)| other.destination % factor == 0)
        };
        let lanes = [16_i64, 8, 4, 2].into_iter().find(|&lanes| {
            joint.width * lanes.cast_unsigned() <= WIDEST
                && shape % lanes == 0
                && others(lanes)
                && joint.destination.keeps(lanes)
        })?;
        // The destination widened, the source as it was.
        let only_destination = Joint {
            axes: joint.axes.iter().map(|axis| Axis { source: 0, ..*axis }).collect(),
            source: Placed { offset: 0, swizzle: None },
            ..joint.clone()
        };
        let wide = only_destination.widened(lanes, axis)?;
        let axes = wide.axes.iter().zip(&joint.axes);
        let axes = axes.map(|(wide, old)| Axis { source: old.source, ..*wide }).collect();
        let mixed = Joint { axes, source: joint.source, ..wide };
        Some(Direct { spreads: true, ..Self::of(mixed, joint.width) })
    }

    /// Bytes of an item.
    pub(crate) fn item_width(&self) -> u64 {
        self.element_width * self.lanes.unsigned_abs()
    }

    /// Items of a thread: narrow ones come in several, so that enough bytes are under way.
    fn unroll(&self) -> u64 {
        if self.edge.is_some() { 1 } else { (WIDEST / self.item_width()).min(4) }
    }

    /// The kernel's source and launch.
    pub(super) fn kernel(&self, copy: &Copy, element: ElementType) -> Kernel {
        let Copy { source, destination, size, source_cells, destination_cells, .. } = copy;
        let unroll = self.unroll();
        let a_block = u64::from(COPY_THREADS) * unroll;
        let blocks = self.items.unsigned_abs().div_ceil(a_block).min(MAX_BLOCKS);
        let largest = *size.max(source_cells).max(destination_cells);
        let index = index_type(largest.saturating_add(a_block.cast_signed()), [source, destination]);
        let (items, lanes, item_width) = (self.items, self.lanes, self.item_width());
        let what = match (self.spreads, lanes) {
            (_, 1) => "elements".to_owned(),
            (true, _) => format!("items of {lanes} elements, all {lanes} from one of the source"),
            (false, _) => format!("items of {lanes} elements"),
        };
        let read_type = if self.spreads { "element_t" } else { "item_t" };
        let mut functions =
            vec![self.from.function("offset_source", &["i"]), self.to.function("offset_destination", &["i"])];
        let (mut whole, mut rest) = (String::new(), String::new());
        if let Some(Edge { coordinate, last, elements }) = &self.edge {
            functions.push(coordinate.function("coordinate_in_row", &["i"]));
            whole = format!(" && coordinate_in_row(i) != {last}");
            rest = format!(
                "
    if (i < items && coordinate_in_row(i) == {last}) {{
      // the last item of a row has {elements} elements
      const element_t* from = (const element_t*)(source + offset_source(i));
      element_t* to = (element_t*)(destination + offset_destination(i));
#pragma unroll
      for (int lane = 0; lane < {elements}; ++lane) to[lane] = from[lane];
    }}"
            );
        }
        let load = match self.spreads {
            false => "item[u] = source[offset_source(i)];".to_owned(),
            true => format!(
                "{{
      union {{ item_t item; element_t lane[{lanes}]; }} spread;
      const element_t one = source[offset_source(i)];
#pragma unroll
      for (int lane = 0; lane < {lanes}; ++lane) spread.lane[lane] = one;
      item[u] = spread.item;
    }}"
            ),
        };
        let functions = functions.join("\n");
        let body = format!(
            "  item_t item[{unroll}];
#pragma unroll
  for (int u = 0; u < {unroll}; ++u) {{
    const index_t i = first + u * {COPY_THREADS};
    if (i < items{whole}) {load}
  }}
#pragma unroll
  for (int u = 0; u < {unroll}; ++u) {{
    const index_t i = first + u * {COPY_THREADS};
    if (i < items{whole}) destination[offset_destination(i)] = item[u];{rest}
  }}
"
        );
        let first = format!("(index_t)blockIdx.x * {a_block} + threadIdx.x");
        let body = if blocks < MAX_BLOCKS {
            format!("  const index_t first = {first};\n{body}")
        } else {
            format!(
                "  for (index_t first = {first}; first < items; first += (index_t)gridDim.x * {a_block}) {{\n{body}  }}\n"
            )
        };
        let text = format!(
            "// copy of {size} elements ({element}) as {items} {what}, {unroll} a thread
//   source       {source}
//   destination  {destination}
typedef {index} index_t;
typedef {} element_t;  // {element}
typedef {} item_t;     // {item_width} bytes

{functions}
extern \"C\" __global__ void __launch_bounds__({COPY_THREADS})
copy(const {read_type}* __restrict__ source, item_t* __restrict__ destination) {{
  const index_t items = {items};
{body}}}
",
            carrier(self.element_width),
            carrier(item_width),
        );
        Kernel::new(text, "copy", blocks, COPY_THREADS)
    }
}
