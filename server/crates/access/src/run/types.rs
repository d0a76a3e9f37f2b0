//! Types: their sizes, and where their fields are.

use std::rc::Rc;

use super::Run;
use super::value::{Element, ElementKind, Field, Named, Value};
use crate::code::{Class, Expr, Integer, Kind, TemplateArgument, Type};

/// How the type of an array goes of which no element is followed.
pub(super) const ARRAY: &str = "(array)";

/// How deep types are looked up through each other.
const MOST_NAMES: usize = 12;

/// Integers by their names.
fn integer(name: &str) -> Option<Integer> {
    let signed = |bits| Some(Integer { bits, is_signed: true });
    let unsigned = |bits| Some(Integer { bits, is_signed: false });
    match name {
        "bool" => Some(Integer::BOOL),
        "char" | "signed char" | "int8_t" => signed(8),
        "unsigned char" | "uint8_t" | "uchar" => unsigned(8),
        "short" | "int16_t" | "short int" => signed(16),
        "unsigned short" | "uint16_t" | "ushort" => unsigned(16),
        "int" | "int32_t" | "signed" | "signed int" => signed(32),
        "unsigned" | "unsigned int" | "uint32_t" | "uint" => unsigned(32),
        "long" | "long long" | "int64_t" | "ptrdiff_t" | "long int" | "long long int" | "intptr_t"
        | "ssize_t" => signed(64),
        "unsigned long"
        | "unsigned long long"
        | "uint64_t"
        | "size_t"
        | "uintptr_t"
        | "unsigned long long int"
        | "unsigned long int"
        | "CUdeviceptr" => unsigned(64),
        _ => None,
    }
}

/// Bytes of numbers that are no integers.
fn number(name: &str) -> Option<i64> {
    Some(match name {
        "double" => 8,
        "float" => 4,
        "half" | "__half" | "nv_half" | "__nv_bfloat16" | "nv_bfloat16" | "bfloat16" | "float16_t" => 2,
        "__nv_fp8_e4m3" | "__nv_fp8_e5m2" => 1,
        _ => return None,
    })
}

/// Whether two types are one; `None` where their names do not say.
fn same_type(a: &Element, b: &Element) -> Option<bool> {
    // Names of one type.
    let name = |of: &Element| match of.name.as_str() {
        "__half" | "nv_half" => "half".to_owned(),
        "__nv_bfloat16" => "nv_bfloat16".to_owned(),
        name => name.to_owned(),
    };
    match (&a.kind, &b.kind) {
        (ElementKind::Open, _) | (_, ElementKind::Open) => None,
        (ElementKind::Pointer(a), ElementKind::Pointer(b)) => same_type(a, b),
        _ if name(a) == name(b) => Some(true),
        // `long` and `long long` are two; `int` and `int32_t` are one.
        (ElementKind::Integer(a), ElementKind::Integer(b)) => (a != b).then_some(false),
        (ElementKind::Number, ElementKind::Number) => Some(false),
        (ElementKind::Integer(_), ElementKind::Number) | (ElementKind::Number, ElementKind::Integer(_)) => {
            Some(false)
        }
        (ElementKind::Pointer(_), ElementKind::Integer(_) | ElementKind::Number)
        | (ElementKind::Integer(_) | ElementKind::Number, ElementKind::Pointer(_)) => Some(false),
        _ => None,
    }
}

/// `float4`: of what, how many.
fn vector(name: &str) -> Option<(&'static str, i64)> {
    Some(match name {
        "half2" | "__half2" | "nv_half2" => ("half", 2),
        "__nv_bfloat162" | "nv_bfloat162" => ("nv_bfloat16", 2),
        _ => {
            let (of, count) = name.split_at_checked(name.len().checked_sub(1)?)?;
            let count: i64 = count.parse().ok().filter(|count| (2..=4).contains(count))?;
            let of = match of {
                "float" => "float",
                "double" => "double",
                "int" => "int",
                "uint" => "unsigned int",
                "char" => "char",
                "uchar" => "unsigned char",
                "short" => "short",
                "ushort" => "unsigned short",
                "long" | "longlong" => "long long",
                "ulong" | "ulonglong" => "unsigned long long",
                _ => return None,
            };
            (of, count)
        }
    })
}

impl Run<'_> {
    pub(super) fn element_of(&mut self, name: &str, kind: ElementKind, size: i64) -> Rc<Element> {
        let size = self.integers.number(size);
        Rc::new(Element { name: name.to_owned(), kind, size })
    }

    /// A type of which nobody knows the size.
    pub(super) fn open_element(&mut self, name: &str) -> Rc<Element> {
        let symbol = self.integers.named(&format!("sizeof({name})"), true);
        let size = self.integers.symbol(symbol);
        Rc::new(Element { name: name.to_owned(), kind: ElementKind::Open, size })
    }

    pub(super) fn byte(&mut self) -> Rc<Element> {
        self.element_of("unsigned char", ElementKind::Integer(Integer { bits: 8, is_signed: false }), 1)
    }

    pub(super) fn pointer_element(&mut self, to: Rc<Element>) -> Rc<Element> {
        let name = format!("{}*", to.name);
        self.element_of(&name, ElementKind::Pointer(to), 8)
    }

    pub(super) fn element(&mut self, of: &Type) -> Rc<Element> {
        self.element_within(of, 0)
    }

    pub(super) fn element_within(&mut self, of: &Type, depth: usize) -> Rc<Element> {
        let mut element = match of.is_array {
            true => self.open_element(ARRAY),
            false => self.named_element(of, depth),
        };
        for _ in 0..of.pointers.min(4) {
            element = self.pointer_element(element);
        }
        element
    }

    fn named_element(&mut self, of: &Type, depth: usize) -> Rc<Element> {
        let name = of.name.as_str();
        if depth > MOST_NAMES {
            return self.open_element(name);
        }
        let short = name.rsplit("::").next().unwrap_or(name);
        if !name.contains("::")
            && let Some(Named::Type(element)) = self.lookup_type(name)
        {
            return element;
        }
        let is_plain = !name.contains("::") || name.starts_with("std::") || name.starts_with("cuda::std::");
        if is_plain {
            if let Some(integer) = integer(short) {
                return self.element_of(
                    name,
                    ElementKind::Integer(integer),
                    i64::from(integer.bits.max(8) / 8),
                );
            }
            if let Some(size) = number(short) {
                return self.element_of(name, ElementKind::Number, size);
            }
            if let Some((lane, count)) = vector(short) {
                let lane = self.named_element(&Type { name: lane.to_owned(), ..Type::default() }, depth + 1);
                let size = self.integers.as_number(lane.size).unwrap_or(1) * count;
                return self.element_of(name, ElementKind::Vector(lane, count), size);
            }
        }
        // What PyTorch calls these has the size of CUDA's.
        if matches!(name, "at::Half" | "c10::Half" | "at::BFloat16" | "c10::BFloat16") {
            return self.element_of(name, ElementKind::Number, 2);
        }
        if let Some((element, rank)) = self.accessor_of(of, depth) {
            let symbol = self.integers.named(&format!("sizeof({name})"), true);
            let size = self.integers.symbol(symbol);
            return Rc::new(Element {
                name: name.to_owned(),
                kind: ElementKind::Accessor(element, rank),
                size,
            });
        }
        if let Some(alias) = self.file.alias(name) {
            return self.element_within(&alias, depth + 1);
        }
        if let Some(class) = self.class(of, depth) {
            return class;
        }
        let arguments = if of.arguments.is_empty() { "" } else { "<..>" };
        self.open_element(&format!("{name}{arguments}"))
    }

    /// A class of the file with its fields, where they are all known.
    fn class(&mut self, of: &Type, depth: usize) -> Option<Rc<Element>> {
        let class = self.file.class(&of.name)?;
        self.class_element(&class, of, depth)
    }

    /// A class that a function defines.
    pub(super) fn local_class(&mut self, name: &str, class: &Class) {
        let of = Type { name: name.to_owned(), ..Type::default() };
        let element = self.class_element(class, &of, 0).unwrap_or_else(|| self.open_element(name));
        if let Some(scope) = self.scopes.last_mut() {
            scope.types.insert(name.to_owned(), Named::Type(element));
        }
    }

    fn class_element(&mut self, class: &Class, of: &Type, depth: usize) -> Option<Rc<Element>> {
        if class.is_open || class.fields.is_empty() {
            return None;
        }
        self.scopes.push(super::Scope::default());
        let mut found = Vec::new();
        let (mut end, mut alignment) = (0_i64, 1_i64);
        let mut bind = || -> Option<()> {
            for (place, parameter) in class.template.iter().enumerate() {
                let argument = of.arguments.get(place).or(parameter.default.as_ref()).cloned();
                self.bind_template_argument(&parameter.name, parameter.is_type, argument.as_ref());
            }
            if let Some(stated) = &class.alignment {
                let size = match &stated.size_of {
                    Some(name) => {
                        let of = Type { name: name.clone(), ..Type::default() };
                        let element = self.element_within(&of, depth + 1);
                        self.integers.as_number(element.size)?
                    }
                    None => 1,
                };
                alignment = stated.number.checked_mul(size).filter(|bytes| *bytes > 0)?;
            }
            for (name, of, sizes) in &class.fields {
                let element = self.element_within(of, depth + 1);
                let size = self.integers.as_number(element.size)?;
                let mut extents = Vec::new();
                for extent in sizes {
                    let value = self.constant(extent.as_ref()?)?;
                    extents.push(value);
                }
                let own = self.alignment(&element)?;
                alignment = alignment.max(own);
                let place = (end + own - 1) / own * own;
                let count = extents.iter().try_fold(1_i64, |all, extent| all.checked_mul(*extent))?;
                end = place.checked_add(count.checked_mul(size)?)?;
                found.push(Field { name: name.clone(), element, sizes: extents, place });
            }
            Some(())
        };
        let bound = bind();
        self.scopes.pop();
        bound?;
        let size = (end + alignment - 1) / alignment * alignment;
        Some(self.element_of(&of.name, ElementKind::Class(Rc::new(found)), size))
    }

    fn alignment(&self, element: &Element) -> Option<i64> {
        let size = self.integers.as_number(element.size)?;
        match &element.kind {
            ElementKind::Integer(_) | ElementKind::Number | ElementKind::Pointer(_) => Some(size),
            ElementKind::Vector(lane, count) => {
                let lane = self.integers.as_number(lane.size)?;
                Some(if *count == 3 { lane } else { size.min(16) })
            }
            ElementKind::Class(_) | ElementKind::Accessor(..) | ElementKind::Open => None,
        }
    }

    /// Binds a parameter of a template to what is given for it.
    pub(super) fn bind_template_argument(
        &mut self,
        name: &str,
        is_type: bool,
        argument: Option<&TemplateArgument>,
    ) {
        if name.is_empty() {
            return;
        }
        if is_type {
            let element = match argument {
                Some(TemplateArgument::Type(of)) => self.element(of),
                Some(TemplateArgument::Value(Expr { kind: Kind::Name(of), .. })) => {
                    self.element(&Type { name: of.clone(), ..Type::default() })
                }
                _ => self.open_element(name),
            };
            if let Some(scope) = self.scopes.last_mut() {
                scope.types.insert(name.to_owned(), Named::Type(element));
            }
            return;
        }
        let value = match argument {
            Some(TemplateArgument::Value(value)) => self.constant(value),
            // `f<N>`, where N looks like a type.
            Some(TemplateArgument::Type(of)) if of.pointers == 0 && of.arguments.is_empty() => {
                let name = Expr { kind: Kind::Name(of.name.clone()), range: 0..0 };
                self.constant(&name)
            }
            _ => None,
        };
        let node = match value {
            Some(value) => self.integers.number(value),
            None => {
                let symbol = self.integers.named(name, false);
                self.integers.symbol(symbol)
            }
        };
        self.declare_value(name, super::Value::Int(node, Integer::INT));
    }

    /// Whether two arguments of a template are the same type, as far as that is known.
    pub(super) fn are_same_types(&mut self, a: &TemplateArgument, b: &TemplateArgument) -> Value {
        let mut element = |argument: &TemplateArgument| match argument {
            TemplateArgument::Type(of) => Some(self.element(of)),
            TemplateArgument::Value(Expr { kind: Kind::Name(name), .. }) => {
                Some(self.element(&Type { name: name.clone(), ..Type::default() }))
            }
            TemplateArgument::Value(_) => None,
        };
        let same = match (element(a), element(b)) {
            (Some(a), Some(b)) => same_type(&a, &b),
            _ => None,
        };
        same.map_or(Value::UNIFORM, |same| Value::Int(self.integers.number(i64::from(same)), Integer::BOOL))
    }

    /// The number that an expression certainly is.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<i64> {
        let before = self.state.clone();
        self.trials += 1;
        let value = self.expression(expr);
        let node = self.integer_of(&value).0;
        self.trials -= 1;
        self.state = before;
        self.integers.as_number(node)
    }
}
