//! Which picture of a value is drawn, and from what.

use layout_algebra::{
    AnyLayout, Error, IntTuple, Layout, SliceIndex, Tiler, TilerMode, analysis::Access,
    atom::tmem::TmemInstruction,
};
use layoutlens_eval::{
    Evaluated, Hardware, Leaf, Operation, Size, Value, element_type, evaluate_expression, evaluate_shown,
};
use layoutlens_render::{
    ColourBy, Draw as _, Limits, Picture, ThreadValues,
    kind::{self, Offsets, Operands},
    swizzled_bits,
};
use layoutlens_syntax::{Expr, ExprKind, parse_expression};

use super::without_cells::without_cells;

/// The longest strip whose cells have labels.
const MOST_LABELLED_IN_STRIP: i64 = 32;

/// What a picture shows of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// The value of each coordinate.
    Offsets,
    /// The natural coordinates of the shape.
    Coordinates,
    /// Who owns each element of a tile.
    Threads,
    /// How many threads and values own each element.
    Owners,
    /// The three operands of an MMA.
    Mma,
    /// The two sides of a tiled copy.
    Copy,
    /// A swizzle, before and after.
    Swizzle,
    /// The elements that a slice keeps.
    Slice,
    /// The elements that a tiler takes.
    Chosen,
    /// The tiles into which a tiler splits.
    Tiles,
    /// The copies of a tile in a product.
    Product,
    /// What two layouts have in common.
    Common,
    /// The order of the offsets.
    Path,
    /// How far each mode jumps.
    Strides,
    /// The coordinate sets of a shape.
    Lists,
    /// The foldings of a tensor of rank 3.
    Foldings,
    /// The bank of each element.
    Banks,
    /// What a warp's access does to the banks.
    Conflicts,
    /// What a warp's access moves of global memory.
    Sectors,
    /// Permutations of one dimension among threads.
    Strips,
}

/// What somebody asks of a picture; what is not asked is chosen by the value.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// What it shows.
    pub kind: Option<PictureKind>,
    /// What its colours mean.
    pub colour: Option<ColourBy>,
    /// How much of it is drawn.
    pub limits: Option<Limits>,
    /// The thread whose elements are set off.
    pub thread: Option<i64>,
    /// The bits of an element, for banks.
    pub element_bits: Option<i64>,
    /// The elements that a thread accesses at once.
    pub vector: Option<i64>,
    /// The tile that a thread-value layout owns, or the extent of a dimension.
    pub tile: Option<IntTuple<i64>>,
    /// Other layouts beside the first.
    pub beside: Vec<String>,
    /// The phase of an access to shared memory; the slowest where none is named.
    pub phase: Option<usize>,
    /// Whether cells have their text however many are drawn: it comes with zoom.
    pub is_zoomed: bool,
}

impl PictureKind {
    /// All kinds and their names, as the command line and the protocol have them.
    pub const NAMED: [(&'static str, Self); 20] = [
        ("offsets", Self::Offsets),
        ("coordinates", Self::Coordinates),
        ("threads", Self::Threads),
        ("owners", Self::Owners),
        ("mma", Self::Mma),
        ("copy", Self::Copy),
        ("swizzle", Self::Swizzle),
        ("slice", Self::Slice),
        ("chosen", Self::Chosen),
        ("tiles", Self::Tiles),
        ("product", Self::Product),
        ("common", Self::Common),
        ("path", Self::Path),
        ("strides", Self::Strides),
        ("lists", Self::Lists),
        ("foldings", Self::Foldings),
        ("banks", Self::Banks),
        ("conflicts", Self::Conflicts),
        ("sectors", Self::Sectors),
        ("strips", Self::Strips),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, kind)| *kind == self).map_or("offsets", |(name, _)| name)
    }

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// A value, and the operands it was made from where it is the result of a call.
pub(crate) struct Subject<'a> {
    pub(crate) evaluated: &'a Evaluated,
    pub(crate) operation: Option<Operation>,
    pub(crate) operands: Vec<Evaluated>,
}

/// The operands of a call or of `A(_,3)`; nothing of other expressions.
pub(crate) fn operands(expression: &str) -> (Option<Operation>, Vec<Evaluated>) {
    let (expr, errors) = parse_expression(expression);
    if !errors.is_empty() {
        return (None, Vec::new());
    }
    let value = |expr: &Expr| match &expr.kind {
        // A type means something as an operand only.
        ExprKind::Name(name) if element_type::find(name).is_some() => Value::ElementType(name.clone()).into(),
        _ => evaluate_expression(expr).0,
    };
    let values = |exprs: &[Expr]| exprs.iter().map(value).collect();
    match &expr.kind {
        ExprKind::Call { function, arguments, .. } => (Operation::named(&function.text), values(arguments)),
        ExprKind::Apply { callee, coordinate } => {
            if let ExprKind::Name(name) = &callee.kind
                && let Some(operation) = Operation::named(name)
            {
                return (Some(operation), values(coordinate));
            }
            let coordinate = Expr { kind: ExprKind::Tuple(coordinate.clone()), range: expr.range.clone() };
            let operands = vec![evaluate_expression(&coordinate).0, evaluate_shown(callee).0];
            (Some(Operation::Slice), operands)
        }
        _ => (None, Vec::new()),
    }
}

impl Subject<'_> {
    /// What the value is looked at for, where nobody says otherwise.
    pub(crate) fn usual_kind(&self) -> PictureKind {
        match (&self.evaluated.value, self.operation) {
            (Value::Hardware(hardware), _) => match hardware.as_ref() {
                Hardware::TiledCopy(_) => PictureKind::Copy,
                Hardware::TmemInstruction(_) => PictureKind::Threads,
                _ => PictureKind::Mma,
            },
            (_, Some(Operation::BankConflicts | Operation::ConflictFree)) => PictureKind::Conflicts,
            (_, Some(Operation::Sectors)) => PictureKind::Sectors,
            (Value::Tuple(_), Some(Operation::MaxCommonVector)) => PictureKind::Common,
            _ if self.evaluated.tile.is_some() => PictureKind::Threads,
            _ => PictureKind::Offsets,
        }
    }

    /// The picture.
    ///
    /// # Errors
    /// Why there is none of this kind.
    pub(crate) fn picture(&self, wanted: &Wanted) -> Result<Picture, String> {
        match wanted.kind.unwrap_or_else(|| self.usual_kind()) {
            PictureKind::Offsets => self.offsets_picture(wanted),
            PictureKind::Coordinates => {
                let shape = self.shape()?;
                Ok(kind::coordinates(&shape, limits(wanted, &shape)))
            }
            PictureKind::Threads => self.threads(wanted, ColourBy::Thread),
            PictureKind::Owners => self.threads(wanted, ColourBy::Owners),
            PictureKind::Mma => self.mma(wanted),
            PictureKind::Copy => self.copy(wanted),
            PictureKind::Swizzle => self.swizzle(wanted),
            PictureKind::Slice => {
                let (coordinate, layout) = self.two("slice", "`slice((_,3), A)` or `A(_,3)`")?;
                let (coordinate, layout) = match slice_pattern(&coordinate.value) {
                    Some(pattern) => (pattern, layout),
                    None => (
                        slice_pattern(&layout.value).ok_or("a slice needs a coordinate with `_`")?,
                        coordinate,
                    ),
                };
                let function = function(&layout.value)?;
                let offsets = offsets(&function);
                let limits = limits(wanted, &offsets.shape);
                kind::slice(&offsets, &coordinate, limits).map_err(|error| error.to_string())
            }
            PictureKind::Chosen | PictureKind::Tiles => self.tiled(wanted),
            PictureKind::Product => {
                let (tile, _) = self.two("product", "a product, `blocked_product(A, B)`")?;
                let (result, tile) = (layout(&self.evaluated.value)?, layout(&tile.value)?);
                let limits = limits(wanted, &result.shape());
                kind::product(&result, &tile, limits).map_err(|error| error.to_string())
            }
            PictureKind::Common => {
                let (a, b) = match wanted.beside.first() {
                    Some(other) => (layout(&self.evaluated.value)?, layout(&super::evaluated(other)?.value)?),
                    None => {
                        let (a, b) = self
                            .two("what is common", "`max_common_vector(A, B)`, or another layout beside")?;
                        (layout(&a.value)?, layout(&b.value)?)
                    }
                };
                let limits = limits(wanted, &a.shape());
                kind::common(&a, &b, limits).map_err(|error| error.to_string())
            }
            PictureKind::Path => {
                let function = function(&self.evaluated.value)?;
                let offsets = offsets(&function);
                let limits = limits(wanted, &offsets.shape);
                let colour = wanted.colour.clone().unwrap_or_else(|| function.usual_colour());
                kind::offset_path(&offsets, limits, &colour).map_err(|error| error.to_string())
            }
            PictureKind::Strides => {
                let layout = layout(&self.evaluated.value)?;
                Ok(kind::strides(&layout, limits(wanted, &layout.shape())))
            }
            PictureKind::Lists => {
                let shape = self.shape()?;
                let limits = wanted.limits.unwrap_or(Limits::of(64, 64));
                kind::coordinate_lists(&shape, limits).map_err(|error| error.to_string())
            }
            PictureKind::Foldings => {
                let layout = layout(&self.evaluated.value)?;
                let limits = limits(wanted, &layout.shape());
                kind::foldings(&layout, limits).map_err(|error| error.to_string())
            }
            PictureKind::Banks => {
                let function = function(&self.evaluated.value)?;
                let offsets = offsets(&function);
                let bits = wanted.element_bits.or_else(|| self.known_bits()).unwrap_or(32);
                let mut picture = kind::banks(&offsets, bits, limits(wanted, &offsets.shape));
                picture.notes.extend(self.supposed_bits(wanted));
                Ok(picture)
            }
            PictureKind::Conflicts => {
                let (threads, access) = self.access(wanted)?;
                kind::conflicts(&threads, access, wanted.phase).map_err(|error| error.to_string())
            }
            PictureKind::Sectors => {
                let (threads, access) = self.access(wanted)?;
                kind::sectors(&threads, access).map_err(|error| error.to_string())
            }
            PictureKind::Strips => self.strips(wanted),
        }
    }

    /// Whether there is a picture of this kind, found without drawing it: a bench asks for all of them at each edit.
    pub(crate) fn offers(&self, kind: PictureKind, wanted: &Wanted) -> bool {
        let looked_at = |shape: &IntTuple<i64>| shape.product().is_ok_and(|size| size <= kind::MOST_ASKED);
        match kind {
            PictureKind::Threads | PictureKind::Owners => {
                self.owned(wanted).is_ok_and(|(layout, tile)| ThreadValues::check(&layout, &tile).is_ok())
            }
            PictureKind::Mma => self.operands_of_mma().is_ok(),
            PictureKind::Copy => self.sides_of_copy().is_ok(),
            // Of any two operands there is such a picture; that of another operation says nothing.
            PictureKind::Chosen | PictureKind::Tiles | PictureKind::Product | PictureKind::Common
                if !self.operation.is_some_and(|operation| has_parts(operation, kind))
                    && (kind != PictureKind::Common || wanted.beside.is_empty()) =>
            {
                false
            }
            PictureKind::Path => {
                function(&self.evaluated.value).is_ok_and(|function| looked_at(&offsets(&function).shape))
            }
            // What is aligned, whatever it is, and not too much, has a picture.
            PictureKind::Conflicts | PictureKind::Sectors => match self.access(wanted) {
                Ok((threads, access)) if access.elements() == 1 && access.element_bits() >= 8 => {
                    let size = threads.domain().map_or(Ok(1), |domain| Layout::shape(domain).product());
                    size.is_ok_and(|size| size <= kind::MOST_THREADS)
                }
                _ => self.draws_corner(kind, wanted),
            },
            _ => self.draws_corner(kind, wanted),
        }
    }

    /// What a corner takes is little for kinds that look at no more than they show, and for those that need two operands.
    fn draws_corner(&self, kind: PictureKind, wanted: &Wanted) -> bool {
        let corner = Some(Limits::of(1, 1));
        self.picture(&Wanted { kind: Some(kind), limits: corner, ..wanted.clone() }).is_ok()
    }

    /// The value as code that does without CuTe.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn code(&self, wanted: &Wanted) -> Result<String, String> {
        let value = &self.evaluated.value;
        let told = |error: Error| error.to_string();
        let thread_values = match value {
            Value::Hardware(hardware) => match hardware.as_ref() {
                Hardware::MmaAtom(atom) => {
                    let [m, n, _] = atom.shape_mnk();
                    Some((atom.layout_c().clone(), [m, n].into_iter().collect()))
                }
                Hardware::TiledMma(mma) => {
                    let [m, n, _] = mma.tile_shape().map_err(told)?;
                    Some((mma.layout_c_tv().map_err(told)?, [m, n].into_iter().collect()))
                }
                Hardware::TiledCopy(copy) => Some((copy.layout_s_tv().map_err(told)?, copy.tile_shape())),
                other => return Err(format!("{} is no function that code could compute", other.kind())),
            },
            Value::Layout(layout) => {
                let tile = wanted.tile.clone().or_else(|| self.evaluated.tile.clone());
                tile.map(|tile| (layout.as_ref().clone(), tile))
            }
            _ => None,
        };
        match thread_values {
            Some((layout, tile)) => {
                layoutlens_render::cuda::per_thread(&layout, &tile).map_err(|error| error.to_string())
            }
            None => layoutlens_render::cuda::loops(&function(value)?).map_err(|error| error.to_string()),
        }
    }

    fn two(&self, what: &str, needed: &str) -> Result<(&Evaluated, &Evaluated), String> {
        match self.operands.as_slice() {
            [one, other, ..] => Ok((one, other)),
            _ => Err(format!("a picture of {what} needs {needed}")),
        }
    }

    fn shape(&self) -> Result<IntTuple<i64>, String> {
        match &self.evaluated.value {
            Value::CoordinateLayout(layout) => Ok(layout.shape()),
            Value::XorLayout(layout) => Ok(layout.shape()),
            value => Ok(function(value)?.domain().map_or(IntTuple::Int(1), Layout::shape)),
        }
    }

    fn offsets_picture(&self, wanted: &Wanted) -> Result<Picture, String> {
        // Of a value that is no single function, the grid that stands for it.
        let value = &self.evaluated.value;
        if let (Some(_), Value::Layout(_)) = (&self.evaluated.tile, value) {
            return self.threads(wanted, ColourBy::Thread);
        }
        // A tuple that is computed is no layout; one that is written stands for its compact layout and is none any more.
        if matches!(value, Value::Tuple(_)) {
            return Err(without_cells(value));
        }
        let shape = self.shape();
        let limits = |shape: &IntTuple<i64>| limits(wanted, shape);
        let draw = |layout: &dyn layoutlens_render::Draw| {
            let shape = layout.shape();
            let limits = limits(&shape);
            let usual = match layout.usual_colour() {
                // Eight colours in turn are noise where nothing else is seen.
                ColourBy::Offset if !Limits::of_picture(&shape).labels || !limits.labels => ColourBy::Ramp,
                usual => usual,
            };
            let colour = wanted.colour.clone().unwrap_or(usual);
            Picture::of(layout.coloured(limits, &colour)).with_legend(colour.legend())
        };
        let mut picture = match value {
            Value::CoordinateLayout(layout) => draw(layout.as_ref()),
            Value::XorLayout(layout) => draw(layout.as_ref()),
            _ => {
                shape?;
                draw(&function(value)?)
            }
        };
        if wanted.colour.is_none() {
            picture.notes.extend(self.supposed_bits(wanted));
        }
        Ok(picture)
    }

    /// The bits of an element, where the value says them.
    pub(crate) fn known_bits(&self) -> Option<i64> {
        match &self.evaluated.value {
            Value::Smem(smem) => Some(smem.element_bits()),
            Value::Composed(composed) => swizzled_bits(composed.swizzle()),
            _ => None,
        }
    }

    /// On what the banks of a bare swizzle rest.
    fn supposed_bits(&self, wanted: &Wanted) -> Option<String> {
        let Value::Composed(composed) = &self.evaluated.value else { return None };
        let bits = swizzled_bits(composed.swizzle()).filter(|_| wanted.element_bits.is_none())?;
        Some(format!("supposed: elements of {bits} bits, as the swizzle moves {} at a time", 128 / bits))
    }

    fn threads(&self, wanted: &Wanted, colour: ColourBy) -> Result<Picture, String> {
        let (layout, tile) = self.owned(wanted)?;
        let limits = limits(wanted, &tile);
        let colour = wanted.colour.clone().unwrap_or(colour);
        if self.tensor_memory().is_some() {
            return kind::tensor_memory(&layout, &tile, wanted.thread, &colour, limits)
                .map_err(|error| error.to_string());
        }
        let owners = ThreadValues::new(&layout, &tile).map_err(|error| error.to_string())?;
        Ok(match wanted.thread {
            Some(thread) => Picture::of(owners.of_thread(thread, limits)),
            None => Picture::of(owners.coloured(limits, &colour)).with_legend(colour.legend()),
        })
    }

    fn tensor_memory(&self) -> Option<&TmemInstruction> {
        match &self.evaluated.value {
            Value::Hardware(hardware) => match hardware.as_ref() {
                Hardware::TmemInstruction(instruction) => Some(instruction),
                _ => None,
            },
            _ => None,
        }
    }

    /// The layout of threads and values, and the tile whose elements they own.
    fn owned(&self, wanted: &Wanted) -> Result<(Layout, IntTuple<i64>), String> {
        let told = |error: Error| error.to_string();
        if let Some(instruction) = self.tensor_memory() {
            let (layout, tile) = instruction.warp_layout().map_err(told)?;
            return Ok((layout, tile.into_iter().collect()));
        }
        let layout = layout(&self.evaluated.value)?;
        let tile = match wanted.tile.clone().or_else(|| self.evaluated.tile.clone()) {
            Some(tile) => tile,
            // The whole image, where nothing else is said.
            None => IntTuple::Int(layout.cosize().map_err(told)?),
        };
        Ok((layout, tile))
    }

    fn operands_of_mma(&self) -> Result<Operands, String> {
        let told = |error: Error| error.to_string();
        match &self.evaluated.value {
            Value::Hardware(hardware) => match hardware.as_ref() {
                Hardware::MmaAtom(atom) => Ok(Operands {
                    a: atom.layout_a().clone(),
                    b: atom.layout_b().clone(),
                    c: atom.layout_c().clone(),
                    shape: atom.shape_mnk(),
                }),
                Hardware::TiledMma(mma) => Ok(Operands {
                    a: mma.layout_a_tv().map_err(told)?,
                    b: mma.layout_b_tv().map_err(told)?,
                    c: mma.layout_c_tv().map_err(told)?,
                    shape: mma.tile_shape().map_err(told)?,
                }),
                other => Err(format!("{} has no picture of operands", other.kind())),
            },
            other => Err(format!("{} has no operands; an MMA has", other.kind())),
        }
    }

    fn mma(&self, wanted: &Wanted) -> Result<Picture, String> {
        let operands = self.operands_of_mma()?;
        let [m, n, k] = operands.shape;
        let all = [m * n + m * k + n * k].into_iter().collect();
        let colour = wanted.colour.clone().unwrap_or(ColourBy::Thread);
        kind::mma(&operands, wanted.thread, &colour, limits(wanted, &all)).map_err(|error| error.to_string())
    }

    /// The layouts of the source and of the destination of a tiled copy, and its tile.
    fn sides_of_copy(&self) -> Result<([Layout; 2], IntTuple<i64>), String> {
        let none = |kind: &str| format!("{kind} has no source and destination; a tiled copy has");
        let told = |error: Error| error.to_string();
        match &self.evaluated.value {
            Value::Hardware(hardware) => match hardware.as_ref() {
                Hardware::TiledCopy(copy) => {
                    let sides = [copy.layout_s_tv().map_err(told)?, copy.layout_d_tv().map_err(told)?];
                    Ok((sides, copy.tile_shape()))
                }
                other => Err(none(other.kind())),
            },
            other => Err(none(other.kind())),
        }
    }

    fn copy(&self, wanted: &Wanted) -> Result<Picture, String> {
        let ([source, destination], tile) = self.sides_of_copy()?;
        let colour = wanted.colour.clone().unwrap_or(ColourBy::Thread);
        kind::copy([&source, &destination], &tile, wanted.thread, &colour, limits(wanted, &tile))
            .map_err(|error| error.to_string())
    }

    fn swizzle(&self, wanted: &Wanted) -> Result<Picture, String> {
        let composed = match &self.evaluated.value {
            Value::Composed(composed) => composed.as_ref().clone(),
            Value::Smem(smem) => match smem.position_independent().map_err(|error| error.to_string())? {
                AnyLayout::Composed(composed) => composed,
                AnyLayout::Layout(_) | AnyLayout::Chain(_) => {
                    return Err("this layout has no swizzle".to_owned());
                }
            },
            other => return Err(format!("{} has no swizzle", other.kind())),
        };
        let bits = wanted.element_bits.or_else(|| self.known_bits()).unwrap_or(32);
        let mut picture = kind::swizzle(&composed, bits, limits(wanted, &composed.layout().shape()));
        picture.notes.extend(self.supposed_bits(wanted));
        Ok(picture)
    }

    fn tiled(&self, wanted: &Wanted) -> Result<Picture, String> {
        let (whole, by) = self.two("tiles", "a division or a composition, `zipped_divide(A, T)`")?;
        let function = function(&whole.value)?;
        let offsets = offsets(&function);
        let tiler = tiler(&by.value).ok_or_else(|| format!("{} is no tiler", by.value.kind()))?;
        let limits = limits(wanted, &offsets.shape);
        let picture = match wanted.kind {
            Some(PictureKind::Chosen) => kind::chosen(&offsets, &tiler, limits),
            _ => kind::split(&offsets, &tiler, limits),
        };
        picture.map_err(|error| error.to_string())
    }

    /// The layout of threads and what each accesses: from `bank_conflicts(A, f16, 8)`, or from what is wanted.
    pub(crate) fn access(&self, wanted: &Wanted) -> Result<(AnyLayout, Access), String> {
        let number = |operand: &Evaluated| operand.value.as_int();
        let named = match self.operands.as_slice() {
            [threads, element, rest @ ..] => match &element.value {
                Value::ElementType(name) => Some((
                    threads,
                    element_type::find(name).map(|element| element.bits()),
                    rest.first().and_then(number),
                )),
                _ => None,
            },
            _ => None,
        };
        let (value, bits, vector) = match named {
            Some((threads, bits, vector)) => (&threads.value, bits, vector),
            None => (&self.evaluated.value, self.known_bits(), None),
        };
        let bits = wanted.element_bits.or(bits).unwrap_or(32);
        let vector = wanted.vector.or(vector).unwrap_or(1);
        let access = Access::new(bits, vector).map_err(|error| error.to_string())?;
        Ok((function(value)?, access))
    }

    fn strips(&self, wanted: &Wanted) -> Result<Picture, String> {
        let mut candidates = vec![layout(&self.evaluated.value)?];
        for other in &wanted.beside {
            candidates.push(layout(&super::evaluated(other)?.value)?);
        }
        let largest = candidates.iter().map(Layout::size).max().unwrap_or(1);
        let extent = match &wanted.tile {
            Some(tile) => tile.product().map_err(|error| error.to_string())?,
            None => largest,
        };
        let mut limits = limits(wanted, &IntTuple::Int(extent));
        // The colours of a long strip tell more than what stands in its cells.
        limits.labels &= wanted.limits.is_some() || extent <= MOST_LABELLED_IN_STRIP;
        kind::strips(&candidates, extent, wanted.vector.unwrap_or(1), limits)
            .map_err(|error| error.to_string())
    }
}

/// Whether what an operation makes of its operands is what this kind shows.
fn has_parts(operation: Operation, kind: PictureKind) -> bool {
    use Operation::{
        BlockedProduct, Composition, FlatDivide, FlatProduct, LogicalDivide, LogicalProduct, MaxCommonLayout,
        MaxCommonVector, RakedProduct, TiledDivide, TiledProduct, ZippedDivide, ZippedProduct,
    };
    match operation {
        Composition => kind == PictureKind::Chosen,
        LogicalDivide | ZippedDivide | TiledDivide | FlatDivide => {
            matches!(kind, PictureKind::Chosen | PictureKind::Tiles)
        }
        LogicalProduct | ZippedProduct | TiledProduct | FlatProduct | BlockedProduct | RakedProduct => {
            kind == PictureKind::Product
        }
        MaxCommonVector | MaxCommonLayout => kind == PictureKind::Common,
        _ => false,
    }
}

fn limits(wanted: &Wanted, shape: &IntTuple<i64>) -> Limits {
    wanted.limits.unwrap_or_else(|| match Limits::of_picture(shape) {
        whole if wanted.is_zoomed && whole != Limits::SVG => Limits { labels: true, ..whole },
        limits => limits,
    })
}

/// A value as a function from coordinates to offsets.
pub(crate) fn function(value: &Value) -> Result<AnyLayout, String> {
    match value {
        Value::Layout(layout) => Ok(AnyLayout::Layout(layout.as_ref().clone())),
        Value::Composed(composed) => Ok(AnyLayout::Composed(composed.as_ref().clone())),
        Value::Chain(chain) if chain.domain().is_some() => Ok(AnyLayout::Chain(chain.clone())),
        // Offsets in elements, for memory that is aligned to the swizzle.
        Value::Smem(smem) => smem.position_independent().map_err(|error| error.to_string()),
        Value::Tuple(tuple) => {
            let shape = tuple.try_map(&mut |leaf| match leaf {
                Leaf::Size(Size::Known(number)) => Ok(*number),
                _ => Err("a tuple with names or `_` has no grid".to_owned()),
            })?;
            Layout::compact(shape).map(AnyLayout::Layout).map_err(|error| error.to_string())
        }
        other => Err(without_cells(other)),
    }
}

fn offsets(function: &AnyLayout) -> Offsets<'_> {
    Offsets { shape: function.domain().map_or(IntTuple::Int(1), Layout::shape), function }
}

pub(crate) fn layout(value: &Value) -> Result<Layout, String> {
    match function(value)? {
        AnyLayout::Layout(layout) => Ok(layout),
        AnyLayout::Composed(_) | AnyLayout::Chain(_) => {
            Err("this kind of picture is of layouts without a swizzle".to_owned())
        }
    }
}

fn slice_pattern(value: &Value) -> Option<IntTuple<SliceIndex>> {
    let Value::Tuple(tuple) = value else { return None };
    let mut keeps = false;
    let pattern = tuple
        .try_map(&mut |leaf| match leaf {
            Leaf::Size(Size::Known(number)) => Ok(SliceIndex::At(*number)),
            Leaf::Keep => {
                keeps = true;
                Ok(SliceIndex::All)
            }
            _ => Err(()),
        })
        .ok()?;
    keeps.then_some(pattern)
}

fn tiler(value: &Value) -> Option<Tiler> {
    match value {
        Value::Tiler(modes) => Some(Tiler::ByMode(modes.clone())),
        Value::Layout(layout) => Some(Tiler::Layout(layout.as_ref().clone())),
        Value::Tuple(tuple) => match tuple_mode(tuple)? {
            TilerMode::ByMode(modes) => Some(Tiler::ByMode(modes)),
            TilerMode::Size(size) => Layout::compact(IntTuple::Int(size)).ok().map(Tiler::Layout),
            TilerMode::Keep | TilerMode::Layout(_) => None,
        },
        _ => None,
    }
}

fn tuple_mode(tuple: &IntTuple<Leaf>) -> Option<TilerMode> {
    match tuple {
        IntTuple::Int(Leaf::Size(Size::Known(size))) => Some(TilerMode::Size(*size)),
        IntTuple::Int(Leaf::Keep) => Some(TilerMode::Keep),
        IntTuple::Int(_) => None,
        IntTuple::Tuple(modes) => modes.iter().map(tuple_mode).collect::<Option<_>>().map(TilerMode::ByMode),
    }
}
