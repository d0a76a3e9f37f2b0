//! What CuTe's way to name things says of a value that nothing gives and nothing annotates: `tiled_mma`, `sA`, `tidx`,
//! `tile_M`, `gemm.acc_dtype`.

use layoutlens_syntax::{
    Expr, ExprKind, Name,
    program::{Function, HostStatement, Item, StatementKind},
};
use rustc_hash::FxHashMap;

use super::{
    super::{super::HostValue, Interpreter, class::class_of, member::not_known},
    Slot,
    given::Kind,
    told::is_parameter_itself,
};

/// How many objects are supposed for what makes another one.
const MAX_OBJECTS: usize = 2;

/// A tile of a thread block or of an MMA in M, N and K, where the code names no numbers.
pub(super) const COMMON_TILE: [i64; 3] = [128, 128, 64];

/// What of it an epilogue stores at once.
pub(super) const COMMON_EPILOGUE_TILE: [i64; 2] = [128, 32];

/// How names of what is tiled begin.
const TILED: [(&str, &str); 4] =
    [("tiled_mma", "TiledMma"), ("thr_mma", "ThrMma"), ("tiled_copy", "TiledCopy"), ("thr_copy", "ThrCopy")];

/// Numbers by the end of their names, the likeliest first.
const NUMBERS: [(&str, [i64; 2]); 8] = [
    ("tile_m", [128, 64]),
    ("tile_n", [128, 64]),
    ("tile_k", [64, 128]),
    ("warps", [4, 8]),
    ("threads", [128, 256]),
    ("stage", [2, 1]),
    ("stages", [2, 1]),
    ("vecsize", [8, 4]),
];

/// Names of integers that threads and loops count with.
const COUNTED: [&str; 3] = ["tidx", "bidx", "warp_idx"];

/// What a name says; `None` where it says nothing.
pub(super) fn kind_by_name(name: &str) -> Option<Kind<'static>> {
    if let Some((_, kind)) = TILED.iter().find(|(begin, _)| name.starts_with(begin)) {
        return Some(Kind::Tiled(kind));
    }
    if is_tensors_name(name) {
        return Some(Kind::Tensor);
    }
    kind_of_part(name)
}

/// The same of an attribute: of those, `storage.sA` may be memory that is no tensor yet.
fn kind_of_part(name: &str) -> Option<Kind<'static>> {
    if let Some((_, kind)) = TILED.iter().find(|(begin, _)| name.starts_with(begin)) {
        return Some(Kind::Tiled(kind));
    }
    if name.ends_with("dtype") {
        return Some(Kind::Type);
    }
    if COUNTED.contains(&name) || name.ends_with("_idx") {
        return Some(Kind::Counted(1));
    }
    if name.ends_with("coord_mnkl") {
        return Some(Kind::Counted(4));
    }
    if name.starts_with("varlen_") && name.len() == "varlen_m".len() {
        return Some(Kind::Truth);
    }
    if let Some(count) = tile_modes(name) {
        return Some(Kind::Numbers(count));
    }
    (!numbers_by_name(name).is_empty()).then_some(Kind::Number)
}

/// The numbers that something of this name may be.
pub(super) fn numbers_by_name(name: &str) -> &'static [i64] {
    let name = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    let found = NUMBERS.iter().find(|(end, _)| {
        name.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    });
    found.map_or(&[], |(_, numbers)| numbers)
}

/// How many modes a tile or cluster of this name has: `cta_tile_shape_mnk`.
fn tile_modes(name: &str) -> Option<usize> {
    if !["tile", "tiler", "cluster"].iter().any(|part| name.split('_').any(|word| word == *part)) {
        return None;
    }
    [("_mnk", 3), ("_mn", 2), ("epi_tile", 2)]
        .iter()
        .find(|(end, _)| name.ends_with(end))
        .map(|(_, count)| *count)
}

/// Whether a name is one of a tensor of shared or global memory: `sA`, `mQ`, `gO`.
fn is_tensors_name(name: &str) -> bool {
    let mut letters = name.chars();
    matches!(letters.next(), Some('s' | 'm' | 'g')) && letters.next().is_some_and(char::is_uppercase)
}

/// Whether a tensor of this name lies in shared memory, where sizes are known when the program is compiled.
pub(super) fn is_of_shared_memory(name: &str) -> bool {
    name.starts_with('s') && is_tensors_name(name) || name.split('_').any(|word| word == "smem")
}

impl Interpreter<'_> {
    /// An attribute of a parameter of which nothing is known, or one that no method of a class sets.
    pub(in super::super) fn supposed_attribute(
        &mut self,
        object: &Expr,
        base: &HostValue,
        name: &Name,
        found: &HostValue,
    ) -> Option<HostValue> {
        let reason = found.unknown_reason()?;
        if !self.suppositions.is_supposing || !self.suppositions.is_open {
            self.tell_attribute(object, base, &name.text);
            return None;
        }
        let owner = match (base, &object.kind) {
            (HostValue::Instance(instance), _) => {
                let class = &instance.class.class.name.text;
                (reason == not_known(&name.text, class)).then(|| class.clone())?
            }
            _ => path_of(object, base)?,
        };
        let kind = kind_of_part(&name.text)?;
        let path = Name { text: format!("{owner}.{}", name.text), range: name.range.clone() };
        if let Some(known) = self.suppositions.picks.attribute(&path.text) {
            return Some(known);
        }
        let slot = self.suppositions.picks.slot_of_attribute(&path.text);
        let (value, is) = self.supposed_of_kind(&kind, &path, slot, false)?;
        self.suppose_named(path.text.clone(), is);
        self.suppositions.picks.keep_attribute(path.text, &value);
        Some(value)
    }

    /// What a parameter without an annotation is supposed to be.
    pub(super) fn supposed_by_name(&mut self, name: &Name, slot: Slot) -> Option<HostValue> {
        let is_tensor = || self.suppositions.told.of(slot).is_some_and(|told| told.is_tensor);
        let kind = kind_by_name(&name.text).or_else(|| is_tensor().then_some(Kind::Tensor));
        let Some(kind) = kind else { return self.supposed_object(name) };
        let (value, is) = self.supposed_of_kind(&kind, name, slot, false)?;
        self.suppose_parameter(name, is);
        Some(value)
    }

    /// What a parameter is that goes by the name of a variable for which the program makes an object of one class, and no
    /// other: one that is made without arguments.
    fn supposed_object(&mut self, name: &Name) -> Option<HostValue> {
        if self.suppositions.making >= MAX_OBJECTS {
            return None;
        }
        let class = self.class_made_as(&name.text)?;
        let of_files = self.files.scopes().filter_map(|scope| self.scopes.binding(scope, &class));
        let found = of_files.map(|binding| &binding.value).find(|value| class_of(value).is_some())?.clone();
        let class = class_of(&found)?.clone();
        let is_contradicted = self.suppositions.is_contradicted;
        self.suppositions.making += 1;
        let object = self.instance(&class, Vec::new(), name.range.clone()).value;
        self.suppositions.making -= 1;
        if self.suppositions.is_contradicted && !is_contradicted {
            self.suppositions.is_contradicted = false;
            return None;
        }
        self.suppose_parameter(name, format!("of the class {}", class.class.name.text));
        Some(object)
    }

    /// The class of all objects that are assigned to variables of this name.
    fn class_made_as(&mut self, name: &str) -> Option<String> {
        if self.suppositions.classes.is_none() {
            let mut classes: FxHashMap<String, Option<String>> = FxHashMap::default();
            for (_, file) in self.files.all() {
                made_in_items(&file.program.items, &mut |variable, class| {
                    let known = classes.entry(variable.to_owned()).or_insert_with(|| Some(class.to_owned()));
                    if known.as_deref() != Some(class) {
                        *known = None;
                    }
                });
            }
            self.suppositions.classes = Some(classes);
        }
        self.suppositions.classes.as_ref()?.get(name).cloned().flatten()
    }
}

/// `ctx.varlen_manager`, when nothing is known of the parameter `ctx`.
fn path_of(object: &Expr, value: &HostValue) -> Option<String> {
    match &object.kind {
        ExprKind::Name(name) => is_parameter_itself(object, value).then(|| name.clone()),
        ExprKind::Member { base, name } => Some(format!("{}.{}", path_of(base, value)?, name.text)),
        _ => None,
    }
}

/// Calls `visit` with each variable to which an object of a class is assigned, and the name of the class.
fn made_in_items<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a str, &'a str)) {
    for item in items {
        match item {
            Item::Function(function) => made_in_function(function, visit),
            Item::Class(class) => made_in_items(&class.members, visit),
            Item::Statement(statement) => made_in(statement, visit),
        }
    }
}

fn made_in_function<'a>(function: &'a Function, visit: &mut impl FnMut(&'a str, &'a str)) {
    function.body.iter().for_each(|statement| made_in(statement, visit));
}

fn made_in<'a>(statement: &'a HostStatement, visit: &mut impl FnMut(&'a str, &'a str)) {
    match &statement.kind {
        StatementKind::Declare(declaration) => {
            if let [own] = declaration.names.as_slice()
                && let Some(ExprKind::Invoke { callee, .. }) =
                    declaration.value.as_ref().map(|value| &value.kind)
                && let ExprKind::Name(class) = &callee.kind
                && class.starts_with(char::is_uppercase)
            {
                visit(&own.text, class);
            }
        }
        StatementKind::If { then, otherwise, .. } => {
            then.iter().chain(otherwise).for_each(|inner| made_in(inner, visit));
        }
        StatementKind::Loop { body, .. } | StatementKind::Block(body) => {
            body.iter().for_each(|inner| made_in(inner, visit));
        }
        StatementKind::Function(function) => made_in_function(function, visit),
        StatementKind::Class(class) => made_in_items(&class.members, visit),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_meant() {
        assert_eq!(numbers_by_name("ctx.tile_M"), [128, 64]);
        assert_eq!(numbers_by_name("num_epi_warps"), [4, 8]);
        assert_eq!(numbers_by_name("swarps"), [0; 0]);
        assert_eq!(tile_modes("cta_tile_shape_mnk"), Some(3));
        assert_eq!(tile_modes("tile_coord_mnkl"), None);
        assert!(is_of_shared_memory("sA") && is_of_shared_memory("smem_tensor"));
        assert!(!is_of_shared_memory("storage") && !is_of_shared_memory("mA"));
    }
}
