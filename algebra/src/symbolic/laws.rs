//! What holds for random run-time layouts: names replaced by numbers give what the numbers give, and verdicts are true.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::proof::{self, Answer, Fact, Verdict};
use super::*;
use crate::{Error, ErrorKind, IntTuple};

/// Few, because an unoptimised proof takes milliseconds.
const CASES: u32 = 100;

/// The most offsets that a case lists.
const MOST_OFFSETS: i64 = 2048;

const NAMES: [&str; 3] = ["K", "L", "M"];

/// An expression as text, with `+ - * / %`, minima and rounded quotients.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => prop::sample::select(NAMES.to_vec()).prop_map(str::to_owned),
        2 => (1..12_i64).prop_map(|number| number.to_string()),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        (prop::sample::select(vec!["+", "-", "*", "/", "%", "ceil_div", "min", "max"]), inner.clone(), inner)
            .prop_map(|(operator, left, right)| match operator {
                "ceil_div" | "min" | "max" => format!("{operator}({left},{right})"),
                _ => format!("({left}){operator}({right})"),
            })
    })
}

fn values() -> impl Strategy<Value = BTreeMap<String, i64>> {
    prop::array::uniform3(1..14_i64)
        .prop_map(|values| NAMES.iter().map(|name| (*name).to_owned()).zip(values).collect())
}

fn with_values(values: &BTreeMap<String, i64>) -> Facts {
    values.iter().fold(Facts::default(), |facts, (name, value)| facts.value(name, *value))
}

/// The value that C computes from the text: names replaced before anything is read.
fn computed(text: &str, values: &BTreeMap<String, i64>) -> Result<i64, Error> {
    let replaced =
        values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, &value.to_string()));
    Ok(replaced.parse::<Integer>()?.known().unwrap_or(i64::MIN))
}

fn integer() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(vec!["1", "2", "3", "4", "6", "8"]).prop_map(str::to_owned),
        4 => prop::sample::select(vec!["K", "M", "4*M", "K/2+1", "ceil_div(M,4)"]).prop_map(str::to_owned),
    ]
}

/// A layout as text: compact in some order, or with strides that are anything.
fn layout() -> impl Strategy<Value = String> {
    let modes = prop::collection::vec((integer(), integer()), 1..4);
    (modes, any::<bool>(), any::<bool>()).prop_map(|(modes, compact, tuple)| {
        let mut stride = "1".to_owned();
        let strides: Vec<String> = modes
            .iter()
            .map(|(size, other)| {
                let this = if compact { stride.clone() } else { other.clone() };
                stride = format!("{stride}*({size})");
                this
            })
            .collect();
        let shape: Vec<&str> = modes.iter().map(|(size, _)| size.as_str()).collect();
        match shape.as_slice() {
            [only] if !tuple => format!("{only}:{}", strides.concat()),
            _ => format!("({}):({})", shape.join(","), strides.join(",")),
        }
    })
}

fn tiler() -> impl Strategy<Value = String> {
    let element = prop_oneof![
        3 => integer(),
        1 => Just("_".to_owned()),
        1 => (integer(), integer()).prop_map(|(size, stride)| format!("{size}:{stride}")),
    ];
    prop_oneof![
        2 => prop::collection::vec(element, 1..3).prop_map(|elements| format!("<{}>", elements.join(","))),
        2 => (integer(), integer()).prop_map(|(size, stride)| format!("{size}:{stride}")),
        1 => layout(),
    ]
}

type Operation = fn(&SymbolicLayout, &SymbolicTiler) -> Result<SymbolicLayout, Error>;

const BINARY: [Operation; 7] = [
    composition_tiler,
    logical_divide,
    zipped_divide,
    tiled_divide,
    flat_divide,
    logical_product,
    zipped_product,
];

type Unary = fn(&SymbolicLayout) -> Result<SymbolicLayout, Error>;

const UNARY: [Unary; 9] = [
    coalesce,
    filter,
    flatten,
    nullspace,
    right_inverse,
    left_inverse,
    complement_in_cosize,
    make_layout_like,
    make_fragment_like,
];

/// A refusal that comes from not knowing the numbers, which may be absent when they are known.
fn is_about_names(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::LacksFact { .. } | ErrorKind::TooLarge { .. } | ErrorKind::Overflow)
}

fn same(
    symbolic: Result<SymbolicLayout, Error>,
    numeric: Result<SymbolicLayout, Error>,
    facts: &Facts,
) -> Result<(), TestCaseError> {
    match (symbolic, numeric) {
        (Ok(symbolic), numeric) => {
            // A size may become 0: what such a program computes is no layout, but the same numbers.
            let replaced = symbolic.tuple().try_map(&mut |mode| {
                let stride = ScaledBasis { value: facts.apply(&mode.stride.value)?, ..mode.stride.clone() };
                Ok::<_, Error>(Mode { size: facts.apply(&mode.size)?, stride })
            });
            let numeric = numeric.map(|numeric| numeric.tuple().clone());
            prop_assert_eq!(replaced.ok(), numeric.ok(), "{}", symbolic);
        }
        (Err(error), Ok(_)) => prop_assert!(is_about_names(&error), "{error}"),
        (Err(_), Err(_)) => {}
    }
    Ok(())
}

/// Whether the fact holds for these values.
fn holds(fact: &Fact, facts: &Facts) -> bool {
    let value = |expression: &Expression| {
        facts.apply(&Integer::Dynamic(expression.clone())).unwrap().known().unwrap()
    };
    match fact {
        Fact::Divides { dividend, divisor } => value(dividend).checked_rem(value(divisor)) == Some(0),
        Fact::AtLeast { larger, smaller } => value(larger) >= value(smaller),
        Fact::Beyond(_) => false,
    }
}

fn all_hold(all: &[Fact], facts: &Facts) -> bool {
    all.iter().all(|fact| holds(fact, facts))
}

fn offsets(layout: &SymbolicLayout, facts: &Facts) -> Option<Vec<i64>> {
    let known = layout.map(&|integer| facts.apply(integer)).ok()?.known()?;
    known.eval_all(MOST_OFFSETS).ok()
}

/// A∘B by its definition.
fn composed(a: &SymbolicLayout, b: &SymbolicLayout, facts: &Facts) -> Option<Vec<i64>> {
    let a = a.map(&|integer| facts.apply(integer)).ok()?.known()?;
    offsets(b, facts)?.into_iter().map(|offset| a.at(offset).ok()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn an_expression_has_the_value_that_c_computes(text in expression(), values in values()) {
        let Ok(symbolic) = text.parse::<Expression>() else { return Ok(()) };
        let Ok(expected) = computed(&text, &values) else { return Ok(()) };
        let found = with_values(&values).apply(&symbolic.clone().into()).map(|value| value.known());
        prop_assert_eq!(found, Ok(Some(expected)), "{}", symbolic);
    }

    #[test]
    fn the_text_of_an_expression_reads_as_the_same_expression(text in expression()) {
        let Ok(symbolic) = text.parse::<Expression>() else { return Ok(()) };
        prop_assert_eq!(symbolic.to_string().parse::<Expression>(), Ok(symbolic.clone()), "{}", symbolic);
    }

    #[test]
    fn what_is_proved_of_an_expression_holds(text in expression(), other in expression(), values in values()) {
        let (Ok(a), Ok(b)) = (text.parse::<Expression>(), other.parse::<Expression>()) else { return Ok(()) };
        let (Ok(x), Ok(y)) = (computed(&text, &values), computed(&other, &values)) else { return Ok(()) };
        prop_assert!(!a.is_natural() || x >= 0, "{a} = {x}");
        prop_assert!(!a.is_at_least(&b) || x >= y, "{a} >= {b}: {x} {y}");
        prop_assert!(a.compare(&b).is_none_or(|order| order == x.cmp(&y)), "{a} {b}: {x} {y}");
        prop_assert!(y == 0 || !a.is_multiple_of(&b) || x % y == 0, "{a} {b}: {x} {y}");
    }

    #[test]
    fn what_is_known_to_divide_a_name_changes_no_value(
        text in expression(),
        divisor in 1..9_i64,
        values in values(),
    ) {
        let Ok(symbolic) = text.parse::<Integer>() else { return Ok(()) };
        let Ok(informed) = Facts::default().divides(divisor, "M").apply(&symbolic) else { return Ok(()) };
        let mut values = values;
        values.insert("M".to_owned(), values["M"] * divisor);
        let facts = with_values(&values);
        let (Ok(plain), Ok(informed)) = (facts.apply(&symbolic), facts.apply(&informed)) else { return Ok(()) };
        prop_assert_eq!(plain, informed);
    }

    #[test]
    fn numbers_in_place_of_names_give_what_the_numbers_give(
        a in layout(),
        b in tiler(),
        values in values(),
        unary in 0..UNARY.len(),
        binary in 0..BINARY.len(),
    ) {
        let (a, b): (SymbolicLayout, SymbolicTiler) = (a.parse().unwrap(), b.parse().unwrap());
        let facts = with_values(&values);
        let known = |integer: &Integer| facts.apply(integer);
        let (x, y) = (a.map(&known).unwrap(), b.map(&known).unwrap());
        same(UNARY[unary](&a), UNARY[unary](&x), &facts)?;
        same(BINARY[binary](&a, &b), BINARY[binary](&x, &y), &facts)?;
        if let (SymbolicTiler::Layout(b), SymbolicTiler::Layout(y)) = (&b, &y) {
            same(blocked_product(&a, b), blocked_product(&x, y), &facts)?;
            same(max_common_layout(&a, b), max_common_layout(&x, y), &facts)?;
        }
    }

    #[test]
    fn a_composition_is_right_where_its_verdict_says(a in layout(), b in layout(), values in values()) {
        let (a, b): (SymbolicLayout, SymbolicLayout) = (a.parse().unwrap(), b.parse().unwrap());
        let Ok(Answer { value, verdict }) = proof::composition(&a, &b) else { return Ok(()) };
        let facts = with_values(&values);
        if all_hold(&verdict.lacks, &facts)
            && let (Some(found), Some(expected)) = (offsets(&value, &facts), composed(&a, &b, &facts))
        {
            prop_assert_eq!(found, expected, "{} o {} = {}: {}", a, b, value, verdict);
        }
    }

    #[test]
    fn a_divide_makes_up_the_layout_where_its_verdict_says(a in layout(), b in tiler(), values in values()) {
        let (a, b): (SymbolicLayout, SymbolicTiler) = (a.parse().unwrap(), b.parse().unwrap());
        let Ok(Answer { value, verdict }) = proof::zipped_divide(&a, &b) else { return Ok(()) };
        let facts = with_values(&values);
        let Verdict { lacks, rounds_up_unless } = &verdict;
        if !all_hold(lacks, &facts) {
            return Ok(());
        }
        let (Some(mut found), Some(mut expected)) = (offsets(&value, &facts), offsets(&a, &facts)) else {
            return Ok(());
        };
        found.sort_unstable();
        expected.sort_unstable();
        if all_hold(rounds_up_unless, &facts) {
            prop_assert_eq!(found, expected, "{} by {} = {}: {}", a, b, value, verdict);
        } else {
            prop_assert!(found.len() >= expected.len(), "{} by {} = {}: {}", a, b, value, verdict);
            prop_assert!(expected.iter().all(|offset| found.binary_search(offset).is_ok()), "{a} by {b} = {value}");
        }
    }

    #[test]
    fn a_complement_is_disjoint_where_its_verdict_says(a in layout(), values in values()) {
        let a: SymbolicLayout = a.parse().unwrap();
        let Ok(Answer { value, verdict }) = proof::complement_in_cosize(&a) else { return Ok(()) };
        let facts = with_values(&values);
        if all_hold(&verdict.lacks, &facts)
            && let (Some(free), Some(taken)) = (offsets(&value, &facts), offsets(&a, &facts))
        {
            let overlap = free.iter().find(|offset| **offset != 0 && taken.contains(offset));
            prop_assert_eq!(overlap, None, "{} and {}: {}", a, value, verdict);
        }
    }

    #[test]
    fn inverses_undo_the_layout_where_the_verdict_says(a in layout(), values in values()) {
        let a: SymbolicLayout = a.parse().unwrap();
        let facts = with_values(&values);
        let Some(known) = a.map(&|integer| facts.apply(integer)).unwrap().known() else { return Ok(()) };
        if let Ok(right) = right_inverse(&a)
            && let Some(right) = offsets(&right, &facts)
        {
            let back: Vec<i64> = right.iter().map(|index| known.at(*index).unwrap()).collect();
            prop_assert_eq!(back, (0..right.len() as i64).collect::<Vec<_>>(), "{}", a);
        }
        if let Ok(Answer { value, verdict }) = proof::left_inverse(&a)
            && all_hold(&verdict.lacks, &facts)
            && let Ok(left) = value.map(&|integer| facts.apply(integer))
            && let (Some(left), Some(offsets)) = (left.known(), offsets(&a, &facts))
        {
            for offset in offsets {
                prop_assert_eq!(known.at(left.at(offset).unwrap()).unwrap(), offset, "{} {}", a, verdict);
            }
        }
    }

    #[test]
    fn repeats_are_where_the_grid_says_where_the_verdict_says(
        block in layout(),
        grid in layout(),
        values in values(),
    ) {
        let (block, grid): (SymbolicLayout, SymbolicLayout) = (block.parse().unwrap(), grid.parse().unwrap());
        let Ok(Answer { value, verdict }) = proof::logical_product(&block, &grid.clone().into()) else { return Ok(()) };
        let facts = with_values(&values);
        let is_distinct = |offsets: &[i64]| offsets.iter().collect::<std::collections::HashSet<_>>().len() == offsets.len();
        if all_hold(&verdict.lacks, &facts)
            && let (Some(found), Some(inner), Some(outer)) =
                (offsets(&value, &facts), offsets(&block, &facts), offsets(&grid, &facts))
            && is_distinct(&inner)
            && is_distinct(&outer)
        {
            prop_assert!(is_distinct(&found), "{block} x {grid} = {value}: {verdict}");
        }
    }

    #[test]
    fn an_index_and_its_coordinate_are_inverse(sizes in prop::collection::vec(integer(), 1..4), values in values()) {
        let shape: IntTuple<Integer> = sizes.iter().map(|size| size.parse().unwrap()).collect();
        let index = Integer::name("L");
        let (Ok(coordinate), facts) = (idx2crd(&index, &shape), with_values(&values)) else { return Ok(()) };
        let Ok(back) = crd2idx(&coordinate, &shape) else { return Ok(()) };
        prop_assert_eq!(facts.apply(&back), facts.apply(&index), "{} {}", coordinate, back);
    }
}
