//! Values for parameters that nothing gives of which the annotation says more than one thing, or one that is no tensor:
//! `problem: tuple[Int32, tuple[Int32, Int32]]`, `a_ptr: cute.Pointer`, `layouts: tuple[OperandMajorMode, LayoutEnum]`.

use std::sync::Arc;

use layoutlens_host_value::{
    tensor::{Beginning, MemorySpace, Pointer},
    types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, Name,
    program::{Item, StatementKind},
};

use crate::{
    run::enumeration::Members,
    state::interpreter::Interpreter,
    suppose::{
        annotated::{Kind, is_counted, kind},
        cpp::reason::argument,
        given::{MAX_DEPTH, named_type},
        picks::Aspect,
        slot::Slot,
    },
    value::class_of,
};

impl Interpreter<'_> {
    /// A pointer to global memory, or to what its name says.
    pub(crate) fn supposed_pointer(&mut self, name: &Name, slot: Slot) -> Option<(HostValue, String)> {
        let convention = self.outside.libraries.convention;
        if (convention.is_of_tensor_memory)(&name.text) {
            return None;
        }
        let (space, text) = match (convention.is_of_shared_memory)(&name.text) {
            true => (MemorySpace::Shared, "shared"),
            false => (MemorySpace::Global, "global"),
        };
        let element = self.supposed_type(slot, name);
        let is = format!("a pointer to {element} in {text} memory");
        let pointer = Pointer {
            space: Some(space),
            element: named_type(&element),
            swizzle: None,
            offset: None,
            beginning: Beginning::default(),
        };
        Some((HostValue::Pointer(Arc::new(pointer)), is))
    }

    /// A tensor of another library, of which the kernel's are made: its rows lie one after the other.
    pub(crate) fn foreign_tensor(
        &mut self,
        name: &Name,
        slot: Slot,
        is_optional: bool,
    ) -> Option<(HostValue, String)> {
        let (rank, _) = self.supposed_rank(slot, name, is_optional)?;
        let element = self.supposed_type(slot, name);
        let convention = self.outside.libraries.convention;
        // A size of 1 would leave open which mode is contiguous.
        let sizes: Vec<HostValue> = (0..rank).map(|_| HostValue::integer(&self.names.nameless(2))).collect();
        sizes.iter().for_each(|size| self.suppositions.picks.made(slot, size));
        let tensor = (convention.foreign_tensor)(sizes, &element)?;
        Some((
            tensor,
            format!(
                "a contiguous {} tensor of rank {rank} and {element} with sizes above 1",
                convention.foreign_tensors
            ),
        ))
    }

    /// A tuple of which each part is supposed as if it were a parameter of its own.
    pub(crate) fn supposed_parts(
        &mut self,
        parts: &[&Expr],
        name: &Name,
        slot: Slot,
    ) -> Option<(HostValue, String)> {
        let convention = self.outside.libraries.convention;
        let (mut values, mut texts) = (Vec::new(), Vec::new());
        for (index, part) in parts.iter().enumerate() {
            let path = Name { text: format!("{}[{index}]", name.text), range: name.range.clone() };
            let (value, is) = match kind(convention, part, MAX_DEPTH) {
                _ if is_counted(convention, part) => (self.nameless_coordinate(), "of run time".to_owned()),
                Some(Kind::Number) => self.number_of_tuple(&path, slot, index)?,
                Some(kind) => {
                    let slot = self.suppositions.picks.slot_of_attribute(&path.text);
                    self.supposed_of_kind(&kind, &path, slot, false)?
                }
                None => return None,
            };
            values.push(value);
            texts.push(is.strip_prefix("= ").map(str::to_owned).unwrap_or(is));
        }
        Some((HostValue::tuple(values), format!("of ({})", texts.join(", "))))
    }

    /// A tuple that the code takes apart at once, `k_dtype, tiled_mma = args`: its elements are what these names suggest. Those
    /// whose names say nothing stay unknown.
    pub(crate) fn supposed_by_parts(&mut self, name: &Name, slot: Slot) -> Option<HostValue> {
        let parts = self.suppositions.told.of(slot)?.taken_apart.clone();
        let of_parameter = self.outside.libraries.convention.of_parameter;
        let (mut values, mut texts) = (Vec::new(), Vec::new());
        for part in parts {
            let path = Name { text: format!("{}.{part}", name.text), range: name.range.clone() };
            let supposed = of_parameter(&part).and_then(|suggested| {
                let slot = self.suppositions.picks.slot_of_attribute(&path.text);
                self.supposed_of_kind(&Kind::from(suggested), &path, slot, false)
            });
            match supposed {
                Some((value, is)) => {
                    values.push(value);
                    texts.push(format!("{part} {is}"));
                }
                None => values.push(HostValue::unknown(argument(&name.text))),
            }
        }
        if texts.is_empty() {
            return None;
        }
        self.suppose_parameter(name, format!("of {}", texts.join(" and ")));
        Some(HostValue::tuple(values))
    }

    /// An `int` of a tuple: the number that the code or a name tells, else one of run time where a compiled function is
    /// given it.
    fn number_of_tuple(&mut self, path: &Name, slot: Slot, element: usize) -> Option<(HostValue, String)> {
        if let Some(number) = self.named_number(slot, path, element, true) {
            return Some((HostValue::static_int(number), format!("= {number}")));
        }
        self.runs_compiled().then(|| (self.nameless_coordinate(), "of run time".to_owned()))
    }

    /// So many integers, of which nothing tells the numbers, that a compiled function is given: they are numbers of run time.
    pub(crate) fn integers_of_run_time(&mut self, count: usize) -> Option<(HostValue, String)> {
        if !self.runs_compiled() {
            return None;
        }
        let all = (0..count).map(|_| self.nameless_coordinate()).collect();
        Some((HostValue::tuple(all), format!("of {count} numbers of run time")))
    }

    /// Whether the function at hand is compiled.
    fn runs_compiled(&self) -> bool {
        let compiled = self.outside.libraries.staging.compiled;
        let function = self.frames.top().function.as_ref();
        function.is_some_and(|function| compiled(&function.attributes).is_some())
    }

    /// Which of several a tensor is supposed to be: the first, or another one that the code takes of the parameter that the
    /// tensor is, or is made of, as its strides say.
    pub(crate) fn choice_of_tensor(
        &mut self,
        what: &str,
        strides: &[HostValue],
        all: &[&'static str],
    ) -> Option<&'static str> {
        let first = *all.first()?;
        let picks = &mut self.suppositions.picks;
        let names = strides.iter().filter_map(HostValue::as_integer);
        let names = names.flat_map(|stride| stride.expression().names());
        let slot = names.into_iter().find_map(|name| picks.sizes.get(&*name.text).copied());
        let parameter =
            picks.asked.iter().find(|asked| Some(asked.aspect.0) == slot).map(|asked| asked.name.clone());
        let (Some(slot), Some(parameter)) = (slot, parameter) else {
            return self.suppose_outside(what, &format!("= {first}")).then_some(first);
        };
        let chosen = picks.choice(slot, Aspect::Major, &parameter, all)?;
        let what = if chosen == first { what.to_owned() } else { format!("{what} of {parameter}") };
        self.suppose_outside(&what, &format!("= {chosen}")).then_some(chosen)
    }

    /// Of several texts the first, or another one that the code takes.
    pub(crate) fn supposed_text(
        &mut self,
        texts: &[Option<Arc<str>>],
        name: &Name,
        slot: Slot,
    ) -> Option<(HostValue, String)> {
        let text = self.suppositions.picks.choice(slot, Aspect::Member, &name.text, texts)??;
        let is = format!("= \"{text}\"");
        Some((HostValue::Text(text), is))
    }

    /// Of an enumeration of the program its first member, or another one that the code takes.
    pub(crate) fn member_of_enumeration(
        &mut self,
        class: &Expr,
        name: &Name,
        slot: Slot,
    ) -> Option<(HostValue, String)> {
        let class_value = self.value(class);
        let class_value = class_of::class_of(&class_value)?.clone();
        if !matches!(self.enumeration(&class_value)?, Members::Integers | Members::Themselves) {
            return None;
        }
        let members: Vec<String> = class_value.class.members.iter().filter_map(member_name).collect();
        let member = self.suppositions.picks.choice(slot, Aspect::Member, &name.text, &members)?;
        let value = self.class_member(&class_value, &member)?;
        Some((value, format!("= {}.{member}", class_value.class.name.text)))
    }

    /// Of an enumeration of the library the member that the code names, else its first.
    pub(crate) fn member_of_library(
        &mut self,
        class: &Expr,
        name: &Name,
        slot: Slot,
    ) -> Option<(HostValue, String)> {
        let HostValue::Type(of) = self.value(class) else { return None };
        let HostType::Named(of) = &*of else { return None };
        let convention = self.outside.libraries.convention;
        let mut members = (convention.members_of)(of).to_vec();
        let told = self.suppositions.told.of(slot).and_then(|told| told.taken_member.as_ref());
        let first = told.filter(|(own, _)| own == of).map(|(_, member)| member.as_str());
        members.sort_by_key(|member| Some(*member) != first);
        let member = self.suppositions.picks.choice(slot, Aspect::Member, &name.text, &members)?;
        Some(((convention.member_of)(of, member), format!("= {of}.{member}")))
    }
}

/// What a statement of an enumeration names: `CAUSAL = auto()`.
fn member_name(member: &Item) -> Option<String> {
    let Item::Statement(statement) = member else { return None };
    let StatementKind::Declare(declaration) = &statement.kind else { return None };
    match declaration.names.as_slice() {
        [name] if declaration.value.is_some() && !name.text.starts_with('_') => Some(name.text.clone()),
        _ => None,
    }
}
