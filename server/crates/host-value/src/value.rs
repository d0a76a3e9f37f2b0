//! What an expression of host code is worth.

use std::sync::Arc;

use layout_algebra::{
    IntTuple, MAX_DEPTH, MAX_LEAVES,
    symbolic::{Expression, Integer},
};
use layoutlens_operation::{Size, Value, literal, symbolic, value::Leaf};

use crate::{
    function::Callable,
    object::{Instance, Object},
    tensor::{Pointer, Tensor},
    types::HostType,
};

/// The most characters of a string that the program makes, in bytes.
const MAX_TEXT: usize = 1 << 16;

/// A value of host code: one of the algebra's, or something around such values.
///
/// An integer of a type, `Int<4>{}`, is a [known size](Size::Known); the same number at run time, `4` in C++, is the
/// constant expression [`Size::Symbolic`]: CuTe decides by the difference what it simplifies. In the CuTe DSL, where
/// Python's integers are static, `4` is known.
#[derive(Debug, Clone, PartialEq)]
pub enum HostValue {
    /// Integers, tuples of integers and `_`, layouts, tilers, swizzles, atoms, tiled MMAs and copies; also
    /// [`Value::Unknown`] with its reason.
    Value(Value),
    /// A tuple that holds more than integers and `_`: `make_tile(layout, _8{})`, `make_tuple(tensor, 3)`.
    /// [`HostValue::tuple`] makes one.
    Tuple(Arc<[HostValue]>),
    /// A string.
    Text(Arc<str>),
    /// A pointer or iterator: what a tensor is made of besides its layout.
    Pointer(Arc<Pointer>),
    /// A tensor.
    Tensor(Arc<Tensor>),
    /// A type.
    Type(Arc<HostType>),
    /// A record that the library makes.
    Object(Arc<Object>),
    /// An instance of a class of the program.
    Instance(Arc<Instance>),
    /// What can be called: a function or class of the program, a lambda, a function of the library, a bound method.
    Callable(Arc<Callable>),
    /// What a thread sees of a tiled MMA or copy: `tiled_mma.get_slice(threadIdx.x)`.
    ThreadSlice(Arc<ThreadSlice>),
    /// A module of Python, by its full path: `cutlass.cute`.
    Module(Arc<str>),
    /// Python's `None`, C++'s `nullptr`.
    Nothing,
    /// What is not known but for its type: a `float`, a `cudaStream_t`.
    Typed(Arc<Typed>),
}

/// A type of which it is not known which object of it is meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Typed {
    /// The type.
    pub of: HostType,
    /// Why no more is known.
    pub reason: String,
}

/// What Python calls `1:3` in an index.
pub const SLICE: &str = "slice";

/// What the DSL calls the pair of a TMA copy and its tensor of coordinates, whose parts have names, too.
pub const TMA_INFO: &str = "TmaInfo";

/// A tiled MMA or copy and the thread that uses it.
#[derive(Debug, Clone, PartialEq)]
pub struct ThreadSlice {
    /// The tiled MMA or copy: [`Hardware::TiledMma`](layoutlens_operation::Hardware::TiledMma) or
    /// [`Hardware::TiledCopy`](layoutlens_operation::Hardware::TiledCopy), or an object of the library that has threads.
    pub tiled: HostValue,
    /// The index of the thread, or the coordinate of the CTA for an MMA of two.
    pub thread: HostValue,
}

impl HostValue {
    /// No value, for this reason.
    pub fn unknown(reason: impl Into<String>) -> Self {
        Self::Value(Value::unknown(reason))
    }

    /// Some object of the type of this name, for this reason no certain one.
    pub fn typed(name: &str, reason: impl Into<String>) -> Self {
        Self::Typed(Arc::new(Typed { of: HostType::Named(name.to_owned()), reason: reason.into() }))
    }

    /// An integer of a type: `Int<4>{}`, or Python's `4`.
    pub fn static_int(value: i64) -> Self {
        Self::Value(Value::int(value))
    }

    /// A number known only to the program at run time, `int x = 4`.
    pub fn run_time_int(value: i64) -> Self {
        Self::integer(&Integer::Dynamic(Expression::constant(value)))
    }

    /// A run-time integer of at least 1 that goes by this name.
    pub fn name(text: &str) -> Self {
        Self::integer(&Integer::name(text))
    }

    /// An integer of either kind.
    pub fn integer(integer: &Integer) -> Self {
        Self::Value(Value::Tuple(IntTuple::Int(Leaf::Size(Size::from(integer.clone())))))
    }

    /// `_`.
    pub fn keep() -> Self {
        Self::Value(Value::Tuple(IntTuple::Int(Leaf::Keep)))
    }

    /// The type that a template of the library makes of arguments that make no value; unknown when they hold too much.
    pub fn specialized(name: &str, arguments: &[HostValue]) -> Self {
        match Self::are_within_limits(arguments) {
            true => Self::Type(Arc::new(HostType::Specialized {
                name: name.to_owned(),
                arguments: arguments.to_vec(),
            })),
            false => Self::unknown(format!("the arguments of `{name}<..>` hold more than is kept")),
        }
    }

    /// A string; unknown when it is too long.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        match text.len() > MAX_TEXT {
            true => Self::unknown(format!("this string is longer than {MAX_TEXT} bytes, which are not kept")),
            false => Self::Text(text),
        }
    }

    /// A tuple of these elements: one of the algebra's where it can be; unknown when it holds more than the algebra takes.
    pub fn tuple(elements: Vec<HostValue>) -> Self {
        if !Self::are_within_limits(&elements) {
            return Self::unknown(format!(
                "this tuple has more than {MAX_LEAVES} parts or nests them more than {MAX_DEPTH} deep, which is not kept"
            ));
        }
        let integers: Option<Vec<IntTuple<Leaf>>> = elements
            .iter()
            .map(|element| match element {
                Self::Value(Value::Tuple(tuple)) => Some(tuple.clone()),
                _ => None,
            })
            .collect();
        match integers {
            Some(integers) => Self::Value(Value::Tuple(IntTuple::Tuple(integers))),
            None => Self::Tuple(elements.into()),
        }
    }

    /// The elements, when this is a tuple of any kind.
    pub fn elements(&self) -> Option<Vec<HostValue>> {
        match self {
            Self::Tuple(elements) => Some(elements.to_vec()),
            Self::Object(object) if object.kind == TMA_INFO => {
                ["atom", "tma_tensor"].into_iter().map(|name| object.fields.get(name).cloned()).collect()
            }
            Self::Value(Value::Tuple(IntTuple::Tuple(elements))) => {
                Some(elements.iter().map(|element| Self::Value(Value::Tuple(element.clone()))).collect())
            }
            _ => None,
        }
    }

    /// The integer, static or not.
    pub fn as_integer(&self) -> Option<Integer> {
        match self {
            Self::Value(Value::Tuple(IntTuple::Int(Leaf::Size(size)))) => Some(size.integer()),
            _ => None,
        }
    }

    /// The number, when it is known, of the type or at run time.
    pub fn known_int(&self) -> Option<i64> {
        self.as_integer()?.known()
    }

    /// Why the value is unknown.
    pub fn unknown_reason(&self) -> Option<&str> {
        match self {
            Self::Value(value) => value.unknown_reason(),
            Self::Typed(typed) => Some(&typed.reason),
            _ => None,
        }
    }

    /// The algebra's view of it: the layout of a tensor, the value that a type stands for; unknown with its reason
    /// where the algebra has none.
    pub fn algebra(&self) -> Value {
        match self {
            Self::Value(value) => value.clone(),
            Self::Tensor(tensor) => tensor.layout.clone(),
            Self::Typed(typed) => Value::unknown(typed.reason.clone()),
            Self::Type(of) => match (&**of, of.truth()) {
                (HostType::Of(value), _) | (_, Some(value)) => value.algebra(),
                _ => Value::unknown(self.kind()),
            },
            Self::Tuple(elements) => match tiler(elements) {
                Some(tiler) => tiler,
                None => match elements.iter().find_map(Self::unknown_reason) {
                    Some(reason) => Value::unknown(reason),
                    None => Value::unknown(self.kind()),
                },
            },
            _ => Value::unknown(self.kind()),
        }
    }

    /// What kind of thing this is, with its article, for messages: `a tensor`.
    pub fn kind(&self) -> String {
        match self {
            Self::Value(value) => value.kind().to_owned(),
            Self::Tuple(_) => "a tuple".to_owned(),
            Self::Text(_) => "a string".to_owned(),
            Self::Pointer(_) => "a pointer".to_owned(),
            Self::Tensor(_) => "a tensor".to_owned(),
            Self::Type(of) => match &**of {
                HostType::Named(name) => format!("the type `{name}`"),
                HostType::Specialized { name, .. } => format!("the type `{name}<..>`"),
                HostType::Class(class) => format!("the class `{}`", class.class.name.text),
                HostType::Of(value) => format!("the type of {}", value.kind()),
            },
            Self::Object(object) => format!("an object of `{}`", object.kind),
            Self::Instance(instance) => format!("an object of `{}`", instance.class.class.name.text),
            Self::Callable(_) => "a function".to_owned(),
            Self::ThreadSlice(_) => "a thread's slice".to_owned(),
            Self::Module(path) => format!("the module `{path}`"),
            Self::Nothing => "nothing".to_owned(),
            Self::Typed(typed) => match &typed.of {
                HostType::Named(name) => format!("a `{name}`"),
                _ => "an object".to_owned(),
            },
        }
    }

    /// A short text for messages and labels.
    pub fn shown(&self) -> String {
        match self {
            Self::Value(Value::Unknown(unknown)) => unknown.reason.clone(),
            Self::Text(text) => format!("\"{text}\""),
            Self::Type(of) => match &**of {
                HostType::Named(name) => name.clone(),
                HostType::Class(class) => class.shown(),
                HostType::Of(value) => value.shown(),
                HostType::Specialized { name, .. } => match of.truth() {
                    Some(truth) => truth.shown(),
                    None => format!("{name}<..>"),
                },
            },
            _ => match self.algebra() {
                Value::Unknown(unknown) => unknown.reason,
                value => value.to_string(),
            },
        }
    }

    /// The layout of a layout or a tensor.
    pub fn layout(&self) -> Option<&Value> {
        match self {
            Self::Value(value) if value.is_layout() => Some(value),
            Self::Tensor(tensor) => Some(&tensor.layout),
            _ => None,
        }
    }
}

/// The by-mode tiler that a tuple with layouts is.
fn tiler(elements: &[HostValue]) -> Option<Value> {
    let values: Option<Vec<Value>> = elements
        .iter()
        .map(|element| match element {
            HostValue::Value(value) => Some(value.clone()),
            HostValue::Tuple(inner) => tiler(inner),
            _ => None,
        })
        .collect();
    let values = values?;
    let modes: Result<Vec<_>, _> = values.iter().map(literal::tiler_mode).collect();
    match modes {
        Ok(modes) => Some(Value::Tiler(modes)),
        Err(_) => values.iter().map(symbolic::tiler_of).collect::<Option<_>>().map(Value::SymbolicTiler),
    }
}

impl From<Value> for HostValue {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuple_of_integers_is_one_of_the_algebra() {
        let tuple = HostValue::tuple(vec![HostValue::static_int(4), HostValue::name("k")]);
        let HostValue::Value(value) = &tuple else { panic!("{tuple:?}") };
        assert_eq!(value.to_string(), "(4,k)");
        assert_eq!(tuple.elements().map(|elements| elements.len()), Some(2));
    }

    #[test]
    fn a_static_and_a_run_time_number_differ() {
        assert_ne!(HostValue::static_int(4), HostValue::run_time_int(4));
        assert_eq!(HostValue::run_time_int(4).known_int(), Some(4));
    }
}
