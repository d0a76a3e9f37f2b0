//! Values for parameters that nothing gives: what the code names for them, else the commonest.

use std::sync::Arc;

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    call::Computed,
    convention::Convention,
    library::operate,
    stated::StatedValue,
    supposition::{ParameterBinding, Supposition},
    tensor::{MemorySpace, Tensor},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Operation, Value};
use layoutlens_syntax::{Expr, ExprKind, Name, program::Import};

use crate::{
    code::path::file_name,
    state::interpreter::Interpreter,
    suppose::{
        annotated::{Kind, is_of_any_value, is_optional, kind},
        picks::Aspect,
        slot::Slot,
        told::last_name,
    },
};

/// Up to which rank others are tried.
const MAX_TRIED_RANK: usize = 5;

/// The smallest mode of a tile.
const LEAST_TILE: i64 = 8;

/// The most modes of a tensor that is supposed.
pub(crate) const MAX_RANK: usize = 8;

/// How deep annotations in annotations are read.
pub(crate) const MAX_DEPTH: usize = 4;

impl Interpreter<'_> {
    /// What a parameter is supposed to be that nothing gives.
    pub(crate) fn supposed(&mut self, declared: Option<&Expr>, name: &Name, slot: Slot) -> Option<HostValue> {
        if !self.suppositions.is_supposing || !self.suppositions.is_open {
            return None;
        }
        if let Some(given) = self.given_elsewhere(name, slot) {
            self.suppose_parameter(name, self.as_default(&given));
            return Some(given);
        }
        let Some(declared) = declared else {
            return self.supposed_by_name(name, slot);
        };
        let convention = self.outside.libraries.convention;
        if is_of_any_value(convention, declared) {
            return self.supposed_by_name(name, slot);
        }
        let Some(kind) = kind(convention, declared, MAX_DEPTH) else {
            return self.supposed_by_parts(name, slot);
        };
        let kind = match kind {
            Kind::Tensor if self.is_of_torch(declared) => Kind::ForeignTensor,
            // Some write the type of its members for a type.
            Kind::Class(class)
                if last_name(class) == Some(convention.number_type) && name.text.contains("dtype") =>
            {
                Kind::Type
            }
            // They are declared as any copy.
            Kind::Class(_) | Kind::Tiled(_) if self.is_tma_copy(slot) => {
                Kind::Tiled(vec![convention.tma_copy])
            }
            kind => kind,
        };
        let is_optional = is_optional(declared);
        let is_left_out = is_optional && !self.suppositions.gives_all;
        let (value, is) = match self.supposed_of_kind(&kind, name, slot, is_left_out) {
            // What may be left out is, where the code refuses that it is given.
            Some(_)
                if is_optional
                    && self.suppositions.picks.choice(slot, Aspect::Truth, &name.text, &[true, false])
                        == Some(false) =>
            {
                (HostValue::Nothing, "= None".to_owned())
            }
            Some(supposed) => supposed,
            None if is_optional => (HostValue::Nothing, "= None".to_owned()),
            None => return None,
        };
        self.suppose_parameter(name, is);
        Some(value)
    }

    /// What another file gives a parameter in a call of which something else is not known, as long as the code takes it.
    fn given_elsewhere(&mut self, name: &Name, slot: Slot) -> Option<HostValue> {
        let given = self.suppositions.told.given.get(&slot)?;
        let all: Vec<Option<HostValue>> = given.iter().cloned().map(Some).chain([None]).collect();
        self.suppositions.picks.choice(slot, Aspect::Given, &name.text, &all)?
    }

    /// Supposes something of a parameter; where another function has one of that name that is something else, the
    /// function is named, too.
    pub(crate) fn suppose_parameter(&mut self, name: &Name, is: String) {
        let is_taken = self.suppositions.held.iter().any(|held| held.name == name.text && held.is != is);
        let function = self.frames.top().function.as_ref();
        let binding = self.binding_of(name, &is);
        let name = match function.filter(|_| is_taken) {
            Some(function) => format!("{}.{}", function.name.text, name.text),
            None => name.text.clone(),
        };
        self.suppositions.suppose(Supposition { name, is, binding });
    }

    /// Supposes something of what is no parameter that a statement could give: an attribute, a template's argument.
    pub(crate) fn suppose_named(&mut self, name: String, is: String) {
        self.suppositions.suppose(Supposition { name, is, binding: None });
    }

    /// How a statement says of a parameter what is supposed: of a number or type.
    fn binding_of(&self, name: &Name, is: &str) -> Option<ParameterBinding> {
        let value = is.strip_prefix("= ")?;
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
        let value = match is_number {
            true => value,
            false => (self.outside.libraries.convention.type_in_statements)(value)?,
        };
        let (declared, name, value) = (name.range.start, name.text.clone(), value.to_owned());
        self.file().is_main().then_some(ParameterBinding { declared, name, value })
    }

    /// What a statement in the function at hand says of its parameter.
    pub(crate) fn stated_parameter(&self, name: &Name) -> Option<HostValue> {
        let stated = self.outside.stated;
        match stated.parameter(&name.text, name.range.start).filter(|_| self.file().is_main())? {
            StatedValue::Number(number) => Some(HostValue::static_int(*number)),
            StatedValue::Type(element) => (self.outside.libraries.convention.stated_type)(element),
        }
    }

    /// Supposes something of the world outside of the program; `false` where nothing is supposed.
    pub(crate) fn suppose_outside(&mut self, name: &str, is: &str) -> bool {
        self.suppositions.told.asks_outside |= self.is_python();
        let is_supposing = self.suppositions.is_supposing && self.suppositions.is_open;
        if is_supposing {
            self.suppositions.suppose(Supposition {
                name: name.to_owned(),
                is: is.to_owned(),
                binding: None,
            });
        }
        is_supposing
    }

    /// Which of several the world outside is supposed to have.
    pub(crate) fn choice_outside(&mut self, name: &str, all: &[&'static str]) -> Option<&'static str> {
        self.suppositions.picks.choice(Slot::Outside, Aspect::World, name, all)
    }

    /// Whether the file at hand imports something whose path, or the name that it gets, contains this.
    pub(crate) fn imports_part(&self, part: &str) -> bool {
        let is_named = |import: &Import| {
            import.path.contains(part) || import.alias.as_ref().is_some_and(|alias| alias.contains(part))
        };
        self.files.main().program.imports.iter().any(is_named)
    }

    /// The name of the file at hand, without its folders.
    pub(crate) fn first_file_name(&self) -> &str {
        file_name(&self.files.main().name)
    }

    /// Whether the tensor of an annotation is PyTorch's: `from torch import Tensor`.
    fn is_of_torch(&mut self, declared: &Expr) -> bool {
        fn is_bare(declared: &Expr, tensor: &str) -> bool {
            match &declared.kind {
                ExprKind::Name(name) => name == tensor,
                ExprKind::Binary { left, right, .. } => is_bare(left, tensor) || is_bare(right, tensor),
                ExprKind::Index { indices, .. } => indices.iter().any(|index| is_bare(index, tensor)),
                _ => false,
            }
        }
        let Convention { tensor, foreign_tensors, .. } = *self.outside.libraries.convention;
        is_bare(declared, tensor)
            && matches!(self.look_up(self.scope(), tensor), Some(HostValue::Module(path))
                if path.strip_prefix(foreign_tensors).is_some_and(|rest| rest.starts_with('.')))
    }

    pub(crate) fn supposed_of_kind(
        &mut self,
        kind: &Kind<'_>,
        name: &Name,
        slot: Slot,
        is_optional: bool,
    ) -> Option<(HostValue, String)> {
        Some(match *kind {
            Kind::Tensor => {
                let (rank, is_static) = self.supposed_rank(slot, name, is_optional)?;
                let element = self.supposed_type(slot, name);
                match is_static {
                    true => shared_tensor(self.outside.libraries.convention, rank, &element)?,
                    false => {
                        (self.tensor_of_rank(slot, rank, &element)?, format!("of rank {rank} and {element}"))
                    }
                }
            }
            Kind::ForeignTensor => self.foreign_tensor(name, slot, is_optional)?,
            Kind::Type => {
                let element = self.supposed_type(slot, name);
                (named_type(&element), format!("= {element}"))
            }
            Kind::Truth => {
                let first = self.suppositions.gives_all;
                let picks = &mut self.suppositions.picks;
                match picks.choice(slot, Aspect::Truth, &name.text, &[first, !first])? {
                    true => (HostValue::Value(Value::Bool(true)), "= True".to_owned()),
                    false => (HostValue::Value(Value::Bool(false)), "= False".to_owned()),
                }
            }
            Kind::Number => {
                let number = self.stated(name).or_else(|| self.supposed_number(slot, name, 0))?;
                (HostValue::static_int(number), format!("= {number}"))
            }
            Kind::Numbers(count) => {
                let of_tile = |element: usize| {
                    (self.outside.libraries.convention.number_in_tuple)(&name.text, count, element)
                };
                let numbers: Option<Vec<i64>> = (0..count)
                    .map(|element| {
                        let of_tile = of_tile(element);
                        self.named_number(slot, name, element, of_tile.is_none())
                            .or_else(|| self.extent_of_tile(slot, name, element, of_tile?))
                    })
                    .collect();
                let Some(numbers) = numbers else { return self.integers_of_run_time(count) };
                let value = HostValue::tuple(numbers.into_iter().map(HostValue::static_int).collect());
                let text = value.shown();
                (value, format!("= {text}"))
            }
            Kind::Counted(1) => (self.nameless_coordinate(), "of run time".to_owned()),
            Kind::Counted(count) => {
                let all = (0..count).map(|_| self.nameless_coordinate()).collect();
                (HostValue::tuple(all), format!("of {count} numbers of run time"))
            }
            Kind::Class(_) | Kind::Tiled(_) | Kind::Pointer | Kind::Parts(_) if is_optional => return None,
            Kind::Pointer => self.supposed_pointer(name, slot)?,
            Kind::Parts(ref parts) => self.supposed_parts(parts, name, slot)?,
            Kind::Text => {
                let texts = self.suppositions.told.of(slot)?.texts.iter().cloned().map(Some);
                // What was compared may be a part of it; where the code takes none of these, it is another one.
                self.supposed_text(&texts.chain([None]).collect::<Vec<_>>(), name, slot)?
            }
            Kind::Texts(ref texts) => {
                self.supposed_text(&texts.iter().cloned().map(Some).collect::<Vec<_>>(), name, slot)?
            }
            Kind::Tiled(ref classes) => self.supposed_tiled(classes, name, slot)?,
            Kind::Class(class) => match self
                .member_of_enumeration(class, name, slot)
                .or_else(|| self.member_of_library(class, name, slot))
            {
                Some(member) => member,
                None => (self.object_of_defaults(class)?, "of its defaults".to_owned()),
            },
        })
    }

    /// The number that a statement gives this name.
    fn stated(&self, name: &Name) -> Option<i64> {
        self.outside.stated.facts.apply(&Integer::name(&name.text)).ok()?.known()
    }

    /// A parameter that has a default of true or false: the other one, where the default contradicts the code.
    pub(crate) fn or_another_truth(&mut self, name: &Name, default: Computed) -> Computed {
        let HostValue::Value(Value::Bool(truth)) = default.value else { return default };
        if !self.suppositions.is_supposing || !self.suppositions.is_open {
            return default;
        }
        let slot = self.slot_of(name);
        let first = truth != self.suppositions.gives_all;
        let picked = self.suppositions.picks.choice(slot, Aspect::Truth, &name.text, &[first, !first]);
        if picked != Some(!truth) {
            return default;
        }
        let is = if truth { "= False" } else { "= True" };
        self.suppose_parameter(name, is.to_owned());
        Computed::plain(Value::Bool(!truth))
    }

    /// The rank that the code says, else one of the tensors beside it.
    /// And whether its sizes are those of a tile, as in shared memory.
    pub(crate) fn supposed_rank(
        &mut self,
        slot: Slot,
        name: &Name,
        is_optional: bool,
    ) -> Option<(usize, bool)> {
        let state = &mut self.suppositions;
        if let Some(rank) = state.picks.required_rank(slot).filter(|rank| *rank <= MAX_RANK) {
            return Some((rank, false));
        }
        let mut ranks = state.told.of(slot)?.ranks.clone();
        let of = state.told.of(slot)?;
        if ranks.is_empty() && of.is_counted_through && of.least_rank < 2 {
            ranks.push(1);
        }
        if ranks.is_empty() {
            ranks.clone_from(&of.compared_ranks);
        }
        if ranks.is_empty() && !is_optional {
            ranks = state.told.ranks_beside(slot);
        }
        let least = state.told.of(slot)?.least_rank;
        if ranks.is_empty() && least == 0 {
            return None;
        }
        // Where it is only read how long one mode is, there may be more; and what was read of it may have been read of
        // what is made of it.
        let (mut all, fewer): (Vec<usize>, Vec<usize>) = ranks.into_iter().partition(|rank| *rank >= least);
        let compared = state.told.of(slot)?.compared_ranks.clone();
        for rank in compared
            .into_iter()
            .chain(least.max(1)..=least.max(self.outside.libraries.convention.rank))
            .chain(fewer)
            .chain(1..=MAX_TRIED_RANK)
        {
            if !all.contains(&rank) {
                all.push(rank);
            }
        }
        let is_shared = (self.outside.libraries.convention.is_of_shared_memory)(&name.text);
        let mut ranks: Vec<(usize, bool)> = all.iter().map(|rank| (*rank, is_shared)).collect();
        // A tile of another size than the code needs.
        if let (true, Some(rank)) = (is_shared, all.first()) {
            ranks.insert(1, (*rank, false));
        }
        state.picks.rank_of(slot, &name.text, &ranks).filter(|(rank, _)| *rank <= MAX_RANK)
    }

    pub(crate) fn supposed_type(&mut self, slot: Slot, name: &Name) -> String {
        let told = self.suppositions.told.of(slot);
        let mut types = self.suppositions.told.types_of(slot);
        let taken = told.map(|told| told.taken_types.clone()).unwrap_or_default();
        let common = (self.outside.libraries.convention.type_by_name)(&name.text);
        if let Some(common) = types.iter().position(|name| name == common) {
            types.swap(0, common);
        }
        let is_taken = !taken.is_empty();
        // What the library takes comes first, what the code names among that before all.
        if is_taken {
            let (mut both, named): (Vec<String>, Vec<String>) =
                types.into_iter().partition(|name| taken.contains(name));
            let others = taken.into_iter().filter(|name| !both.contains(name)).collect::<Vec<_>>();
            both.extend(others);
            both.extend(named);
            types = both;
        }
        let others =
            [common].into_iter().chain(self.outside.libraries.convention.element_types.iter().copied());
        for other in others {
            if types.iter().all(|name| name != other) {
                types.push(other.to_owned());
            }
        }
        let picked = self.suppositions.picks.type_of(slot, &name.text, &types, is_taken);
        picked.unwrap_or_else(|| self.outside.libraries.convention.element_type.to_owned())
    }

    fn supposed_number(&mut self, slot: Slot, name: &Name, element: usize) -> Option<i64> {
        self.named_number(slot, name, element, true)
    }

    /// A number that the code or its name names; `or_usual` where the code needs one of which nothing tells.
    pub(crate) fn named_number(
        &mut self,
        slot: Slot,
        name: &Name,
        element: usize,
        or_usual: bool,
    ) -> Option<i64> {
        let named = self.suppositions.told.of(slot).map(|told| told.numbers.as_slice());
        let mut numbers: Vec<i64> = named
            .unwrap_or_default()
            .iter()
            .filter(|(of, number)| *of == element && *number > 0)
            .map(|(_, number)| *number)
            .collect();
        // Of tiles, small ones are no tiles but what others are counted in.
        if !or_usual && numbers.iter().all(|number| *number < LEAST_TILE) && !name.text.contains("cluster") {
            numbers.clear();
        }
        let is_needed = or_usual && self.suppositions.told.of(slot).is_some_and(|told| told.is_needed);
        if numbers.is_empty() && (is_needed || name.text.contains("dim")) {
            numbers.extend(self.outside.libraries.convention.numbers);
        }
        if numbers.is_empty() {
            numbers.extend((self.outside.libraries.convention.numbers_by_name)(&name.text));
        }
        // What is usual comes first, and what else the code names behind it.
        let usual = self.outside.libraries.convention.numbers;
        let is_tile = name.text.contains("tile");
        numbers.sort_by_key(|number| {
            let place = usual.iter().position(|common| common == number).unwrap_or(usual.len());
            (place, is_tile && *number < LEAST_TILE)
        });
        // What the library takes comes before all.
        let taken = self.suppositions.told.of(slot).map(|told| told.taken_numbers.as_slice());
        let taken = taken.unwrap_or_default().iter().filter(|(of, _)| *of == element);
        let mut taken: Vec<i64> = taken.map(|(_, number)| *number).collect();
        // But for what the code takes for no value of the parameter.
        let listed = self.suppositions.told.of(slot).map(|told| told.listed.as_slice()).unwrap_or_default();
        let listed: Vec<i64> =
            listed.iter().filter(|(of, _)| *of == element).map(|(_, number)| *number).collect();
        taken.retain(|number| listed.is_empty() || listed.contains(number));
        numbers.retain(|number| !taken.contains(number));
        taken.append(&mut numbers);
        let numbers = taken;
        self.suppositions.picks.number(slot, element, &name.text, &numbers)
    }

    /// An extent of a tile that is called so; where the code refuses it, another one.
    fn extent_of_tile(&mut self, slot: Slot, name: &Name, element: usize, usual: i64) -> Option<i64> {
        let all: Vec<i64> =
            [usual, 2 * usual, 4 * usual, usual / 2].into_iter().filter(|one| *one > 0).collect();
        self.suppositions.picks.choice(slot, Aspect::Extent(element), &name.text, &all)
    }

    /// A flat tensor in global memory, with sizes and strides of run time.
    fn tensor_of_rank(&mut self, slot: Slot, rank: usize, element: &str) -> Option<HostValue> {
        let mut sizes = || {
            let sizes: Vec<HostValue> = (0..rank).map(|_| self.nameless_size()).collect();
            sizes.iter().for_each(|size| self.suppositions.picks.made(slot, size));
            HostValue::tuple(sizes).algebra()
        };
        let (shape, stride) = (sizes(), sizes());
        let layout = operate(Operation::MakeLayout, &[shape, stride]).ok()?.value;
        let tensor =
            Tensor { offset: None, ..Tensor::new(Some(MemorySpace::Global), named_type(element), layout) };
        Some(HostValue::Tensor(Arc::new(tensor)))
    }
}

/// A tile in shared memory: its rows lie one after the other, then its stages.
fn shared_tensor(convention: &Convention, rank: usize, element: &str) -> Option<(HostValue, String)> {
    let (sizes, strides) = (convention.staged_tile.get(..rank)?, convention.staged_tile_strides.get(..rank)?);
    let ints = |numbers: &[i64]| Value::ints(&numbers.iter().copied().collect());
    let parts = match sizes {
        [only] => [Value::int(*only), Value::int(1)],
        _ => [ints(sizes), ints(strides)],
    };
    let layout = operate(Operation::MakeLayout, &parts).ok()?.value;
    let text = format!("= {layout} of {element}");
    let tensor =
        Tensor { offset: None, ..Tensor::new(Some(MemorySpace::Shared), named_type(element), layout) };
    Some((HostValue::Tensor(Arc::new(tensor)), text))
}

/// The type of this name.
pub(crate) fn named_type(name: &str) -> HostValue {
    HostValue::Type(Arc::new(HostType::Named(name.to_owned())))
}
