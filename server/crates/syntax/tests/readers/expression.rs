//! Texts in CuTe notation and the expressions that they are read as.

use layoutlens_syntax::{BinaryOperator, Expr, ExprKind, parse_expression};

/// An expression in words that show its structure.
fn words(expr: &Expr) -> String {
    let list = |elements: &[Expr]| elements.iter().map(words).collect::<Vec<_>>().join(" ");
    let path = |path: &[i64]| path.iter().map(|index| format!("@{index}")).collect::<String>();
    match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Keep => "_".into(),
        ExprKind::Any => "?".into(),
        ExprKind::AnyMultiple(divisor) => format!("?{{div={divisor}}}"),
        ExprKind::Tuple(elements) => format!("({})", list(elements)),
        ExprKind::Tiler(elements) => format!("<{}>", list(elements)),
        ExprKind::Layout { shape, stride } => format!("[{} : {}]", words(shape), words(stride)),
        ExprKind::Basis { value, path: indices } => format!("{}{}", words(value), path(indices)),
        ExprKind::Fraction { numerator, denominator, path: indices } => {
            format!("{numerator}/{denominator}{}", path(indices))
        }
        ExprKind::Xor(mask) => format!("xor{mask}"),
        ExprKind::Swizzle { bits, base, shift } => format!("Sw{bits}.{base}.{shift}"),
        ExprKind::Composed { swizzle, offset, layout } => {
            format!("{{{} o {} o {}}}", words(swizzle), words(offset), words(layout))
        }
        ExprKind::Call { function, template, arguments } if template.is_empty() => {
            format!("{}!({})", function.text, list(arguments))
        }
        ExprKind::Call { function, template, arguments } => {
            format!("{}!<{}>({})", function.text, list(template), list(arguments))
        }
        ExprKind::Apply { callee, coordinate } => format!("apply({}; {})", words(callee), list(coordinate)),
        ExprKind::Negate(operand) => format!("-{}", words(operand)),
        ExprKind::Binary { operator, left, right } => {
            format!("[{} {} {}]", words(left), sign(*operator), words(right))
        }
        ExprKind::Error => "ERROR".into(),
        host => unreachable!("the grammar of annotations makes no {host:?}"),
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::LogicalDivide => "⊘",
        BinaryOperator::LogicalProduct => "⊗",
        BinaryOperator::Compose => "o",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        host => unreachable!("the grammar of annotations makes no {host:?}"),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let (expr, errors) = parse_expression(text);
    assert_eq!(errors, [], "{text}");
    assert_eq!(words(&expr), expected, "{text}");
    assert_ranges_nest(&expr, text);
}

fn assert_ranges_nest(expr: &Expr, text: &str) {
    assert!(text.get(expr.range.clone()).is_some(), "{text}: {:?}", expr.range);
    for child in children(expr) {
        assert!(
            expr.range.start <= child.range.start && child.range.end <= expr.range.end,
            "{text}: {child:?}"
        );
        assert_ranges_nest(child, text);
    }
}

fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Tuple(elements) | ExprKind::Tiler(elements) => elements.iter().collect(),
        ExprKind::Layout { shape: a, stride: b } | ExprKind::Binary { left: a, right: b, .. } => vec![a, b],
        ExprKind::Basis { value: operand, .. } | ExprKind::Negate(operand) => vec![operand],
        ExprKind::Composed { swizzle, offset, layout } => vec![swizzle, offset, layout],
        ExprKind::Call { template, arguments, .. } => template.iter().chain(arguments).collect(),
        ExprKind::Apply { callee, coordinate } => std::iter::once(&**callee).chain(coordinate).collect(),
        _ => Vec::new(),
    }
}

/// `notation.txt` holds values alone, for whatever else reads values; the operators are below.
#[test]
fn values_of_the_table_are_read_as_written() {
    let mut count = 0;
    for line in include_str!("notation.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (text, expected) = line.split_once("=>").expect("a text and its expression");
        check(text.trim(), expected.trim());
        count += 1;
    }
    assert!(count > 25, "the table is there");
}

#[test]
fn composed_literal_binds_tighter_than_operators() {
    check("ArithTuple(0,0) o (4,8):(1@0,1@1)", "[(4 8) : (1@0 1@1)]");
    check("Sw<3,4,3> o A", "[Sw3.4.3 o A]");
    check("Sw<3,4,3> o 0 o A o B", "[{Sw3.4.3 o 0 o A} o B]");
    check("A o Sw<3,4,3> o 0 o B", "[A o {Sw3.4.3 o 0 o B}]");
    check("Sw<3,4,3> o 0 o A ⊘ T", "[{Sw3.4.3 o 0 o A} ⊘ T]");
}

#[test]
fn precedence() {
    check("2*M+1:K%8", "[[[2 * M] + 1] : [K % 8]]");
    check("8-4-2", "[[8 - 4] - 2]");
    check("-M*2", "[-M * 2]");
    check("8:1 o 4:2", "[[8 : 1] o [4 : 2]]");
    check("A o B o C", "[A o [B o C]]");
    check("A ∘ B", "[A o B]");
    check("A ⊘ B o C ⊗ D", "[[A ⊘ B] o [C ⊗ D]]");
    check("A ⊘ B ⊗ C", "[[A ⊘ B] ⊗ C]");
    check("A o <4,8> < B", "[[A o <4 8>] < B]");
    check("R == (2,4):(1,2)", "[R == [(2 4) : (1 2)]]");
    check("K/2*3", "[[K / 2] * 3]");
    check("-A(3)", "-apply(A; 3)");
    check("A(3)@0", "apply(A; 3)@0");
}

#[test]
fn o_is_an_operator_only_between_operands() {
    check("o o o", "[o o o]");
    check("o(3)", "apply(o; 3)");
    check("(o,o)", "(o o)");
}

#[test]
fn calls_and_slices() {
    check("composition(A, (2,4):(1,2))", "composition!(A [(2 4) : (1 2)])");
    check("group<0,2>(A)", "group!<0 2>(A)");
    check("group_modes<0,2>(A)", "group!<0 2>(A)");
    check("cute::size(A)", "size!(A)");
    check("cute::shape(A)", "shape!(A)");
    check("cute.composition(A, B)", "composition!(A B)");
    check("size<0>(A) < size(B)", "[size!<0>(A) < size!(B)]");
    check("A(1,(2,3))", "apply(A; 1 (2 3))");
    check("A(_,3)(2)", "apply(apply(A; _ 3); 2)");
    check("((4,8):(1,4))(3)", "apply(([(4 8) : (1 4)]); 3)");
    check("self.tile(3)", "apply(self.tile; 3)");
}

#[test]
fn accessors_with_template_arguments_are_calls_and_their_words_stay_names() {
    check("layout<0>(A)", "mode!<0>(A)");
    check("shape<0,1>(A)", "shape!<0 1>(A)");
    check("layout == shape", "[layout == shape]");
}

#[test]
fn types_that_name_atoms_are_names_without_blanks() {
    check("Step<_1, X,_1>{}", "Step<_1,X,_1>");
    check(
        "make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N, cute::half_t>{}, (32,8))",
        "apply(make_tiled_copy; Copy_Atom<SM75_U32x4_LDSM_N,half_t> (32 8))",
    );
    check("smem_atom(GMMA::Layout_K_SW128_Atom<half_t>)", "smem_atom!(GMMA::Layout_K_SW128_Atom<half_t>)");
    check("M < 8", "[M < 8]");
}

#[test]
fn swizzles_apply_to_offsets() {
    check("Sw<3,4,3>(64)", "apply(Sw3.4.3; 64)");
}

#[test]
fn run_time_integers_with_a_divisor_keep_it() {
    check("(?{div=8},?):(1,?{i64 div=16})", "[(?{div=8} ?) : (1 ?{div=16})]");
    check("?{i64}", "?");
}
