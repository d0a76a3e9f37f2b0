/**
 * The annotation language of LayoutLens: CuTe layouts, operations on them, and statements about them.
 *
 * One source text is one statement without its `cute:` marker, or one expression. Each statement is parsed
 * alone, so a broken one can never hide the next.
 *
 * Precedence, tightest first, is the nesting of the hidden rules at the bottom, one rule a level:
 * call and slice; `@`; unary `-`; `* / %`; `+ -`; `:`; `⊘ ⊗`; `o ∘`; comparison.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** Zero or more, separated by commas; one comma may trail, as in Python's `(4,)`. */
const list = rule => optional(seq(commaSeparated(rule), optional(',')));
const commaSeparated = rule => seq(rule, repeat(seq(',', rule)));

const binary = ($, left, operators, right) => seq(
  field('left', left),
  field('operator', choice(...operators)),
  field('right', right),
);

const INTEGER = /_?[0-9]+|[0-9]+_c/;
/** As in C, but `_` and `_8` are no names. */
const PLAIN_NAME = /[A-Za-z][A-Za-z0-9_]*|_[0-9]*[A-Za-z_][A-Za-z0-9_]*/;

/**
 * `<...>` of a C++ type as it is written, three levels deep: its arguments are types, numbers and `_`.
 * Nothing is computed in them, so a whole type is one token.
 */
const ARGUMENT = /[A-Za-z0-9_:, \t-]/;
const angled = inner => seq('<', repeat(inner), '>');
const TEMPLATE = angled(choice(ARGUMENT, angled(choice(ARGUMENT, angled(ARGUMENT)))));

/** `<` without a blank before it: of a template, or it compares. What comes behind tells. */
const DIRECTLY_BEHIND = token.immediate('<');

module.exports = grammar({
  name: 'cute',

  word: $ => $.identifier,

  // `run copy A -> M : f32`: whether the colon is a layout's or the type's shows only behind it.
  // `A<8` and `A<8>(B)`: whether it compares shows only behind the list.
  conflicts: $ => [[$.layout, $._layout], [$.call, $._primary]],

  rules: {
    source_file: $ => optional(choice($._statement, $._expression)),

    _statement: $ => choice(
      $.let_statement,
      $.show_statement,
      $.compare_statement,
      $.assert_statement,
      $.with_statement,
      $.run_statement,
      $.allow_statement,
    ),

    let_statement: $ => seq('let', field('name', $.identifier), '=', field('value', $._expression)),

    show_statement: $ => seq('show', field('value', $._expression)),

    compare_statement: $ => seq(
      'compare', field('left', $._composition), ',', field('right', $._composition),
    ),

    assert_statement: $ => seq('assert', field('claim', $._expression)),

    with_statement: $ => seq('with', commaSeparated(choice($.binding, $.comparison))),

    binding: $ => seq(field('name', $.identifier), '=', field('value', $._composition)),

    run_statement: $ => seq('run', choice($.copy, $.gemm)),

    copy: $ => seq(
      'copy', field('source', $._composition),
      '->', field('destination', $._composition),
      $._element, optional($.options),
    ),

    gemm: $ => seq(
      'gemm', field('a', $._composition), ',', field('b', $._composition),
      '->', field('c', $._composition),
      $._element, optional($.options),
    ),

    _element: $ => seq(':', field('element', alias($.identifier, $.type))),

    options: $ => seq('(', list($.option), ')'),

    option: $ => seq(field('name', $.identifier), '=', field('value', $._composition)),

    allow_statement: $ => seq('allow', '(', commaSeparated(field('code', $.code)), optional(','), ')'),

    /** A diagnostic's code, `wrong-comment`. */
    code: _ => /[A-Za-z][A-Za-z0-9]*([-_][A-Za-z0-9]+)*/,

    // Primaries.

    /** `8`, `_8`, `8_c`. */
    integer: _ => token(INTEGER),

    /** `Int<8>`, `C<8>`: the integer that they hold. */
    static_integer: $ => seq(choice('Int<', 'C<'), field('value', $._sum), '>'),

    /** `1/2@0`: one token, so that `/` stays the division of sizes. */
    fraction: _ => token(seq(/_?[0-9]+\/_?[0-9]+/, repeat1(seq(/\s*@\s*/, /_?[0-9]+/)))),

    /** `8e1`, eight times the unit of mode 1. */
    scaled_unit: _ => token(/[0-9]+e[0-9]+/),

    /** `E<1,0>`: the unit of element 0 of mode 1, `1@0@1`. */
    unit: $ => seq('E<', commaSeparated(field('index', $.integer)), '>'),

    /** `Sw<3,4,3>`. */
    swizzle: $ => seq(
      choice('Sw<', 'S<', 'Swizzle<'),
      field('bits', $._parameter), ',', field('base', $._parameter), ',', field('shift', $._parameter),
      '>',
    ),

    _parameter: $ => choice($.integer, alias($._negative_parameter, $.negation)),

    _negative_parameter: $ => seq('-', field('operand', $.integer)),

    /** What a tensor prints before its layout: `smem_ptr[16b](unset)`, `ArithTuple(0,0)`. */
    pointer: _ => token(choice(
      seq(optional(/(Sw|S|Swizzle)<[0-9]+,[0-9]+,-?[0-9]+>_/), /([a-z]+_(ptr)?|ptr)\[[0-9]+b\]\([^()]*\)/),
      /ArithTuple\([0-9, _]*\)/,
      /[GU]MMA::DescriptorIterator/,
    )),

    /** `_`: leaves a mode of a tiler alone, keeps a mode of a slice. */
    keep: _ => '_',

    /** `?`, `?{div=8}`, `...`: anything. */
    any: _ => token(choice('...', seq('?', optional(/\{[A-Za-z0-9= ]*\}/)))),

    /**
     * What CuTe names by a type with arguments, as it is written: an atom (`UniversalCopy<float>`,
     * `GMMA::Layout_K_SW128_Atom<half_t>`) or a projection (`Step<_1,X,_1>`). The list is closed, because
     * behind any other name `<` compares.
     */
    type_name: _ => token(seq(
      optional(choice('cute::', 'cutlass::')),
      choice(
        'Step', 'Copy_Atom', 'MMA_Atom', 'Copy_Traits', 'MMA_Traits', 'UniversalCopy', 'UniversalFMA',
        'AutoVectorizingCopyWithAssumedAlignment',
        /(SM[0-9]+::)?(BLOCKSCALED::|SPARSE::)*SM[0-9]+[a-z]?_[A-Za-z0-9_]+/,
        /(SM90::)?GMMA::(SPARSE::)?G?MMA_[A-Za-z0-9_]+/,
        /(SM[0-9]+::)?(GMMA::|UMMA::|SM90::GMMA::)Layout_[A-Za-z0-9_]+/,
      ),
      TEMPLATE,
      optional('{}'),
    )),

    /** A name as in C, and the qualified names of C++ and Python. */
    identifier: _ => token(seq(PLAIN_NAME, repeat(seq(choice('::', '.'), /[A-Za-z_][A-Za-z0-9_]*/)))),

    /**
     * `group<0,2>(A)`. The `<` stands directly behind the name; with a blank before it, it compares. Without `<>`
     * a call is an application: which names are operations, the syntax crate knows.
     */
    call: $ => seq(
      field('function', $.identifier),
      field('template', $.template),
      field('arguments', $.arguments),
    ),

    template: $ => seq(DIRECTLY_BEHIND, list($._composition), '>'),

    arguments: $ => seq('(', list($._composition), ')'),

    /** `A(3)`, `A(_,3)`, `Sw<3,4,3>(64)`, and an operation's call, `size(A)`. */
    application: $ => seq(
      field('callee', choice($.identifier, $.call, $.application, $.tuple, $.swizzle)),
      field('coordinate', $.arguments),
    ),

    /** `(4,8)`; around one operand it may be grouping, which only its value tells. */
    tuple: $ => seq('(', list($._composition), ')'),

    /** `<3:3,(2,4):(1,8)>`, `<4,_>`. */
    tiler: $ => seq('<', list($._composition), '>'),

    // Operators, loosest first.

    _expression: $ => choice($.comparison, $._composition),

    comparison: $ => binary($, $._composition, ['==', '!=', '<', alias(DIRECTLY_BEHIND, '<'), '<=', '>', '>='], $._composition),

    _composition: $ => choice($.composition, $._division),

    composition: $ => binary($, $._division, ['o', '∘'], $._composition),

    _division: $ => choice($.division, $._layout),

    division: $ => binary($, $._division, ['⊘', '⊗'], $._layout),

    _layout: $ => choice($.layout, $._sum),

    /** `(4,8):(1,4)`. */
    layout: $ => seq(field('shape', $._sum), ':', field('stride', $._sum)),

    _sum: $ => choice($.sum, $._product),

    sum: $ => binary($, $._sum, ['+', '-'], $._product),

    _product: $ => choice($.product, $._negation),

    product: $ => binary($, $._product, ['*', '/', '%'], $._negation),

    _negation: $ => choice($.negation, $._basis),

    negation: $ => seq('-', field('operand', $._negation)),

    _basis: $ => choice($.basis, $._primary),

    /** `1@0@1`: the value, then the way from the leaf out to the mode. */
    basis: $ => seq(field('value', $._primary), repeat1(seq('@', field('index', $.integer)))),

    _primary: $ => choice(
      $.integer,
      $.static_integer,
      $.fraction,
      $.scaled_unit,
      $.unit,
      $.swizzle,
      $.pointer,
      $.keep,
      $.any,
      $.type_name,
      $.identifier,
      $.call,
      $.application,
      $.tuple,
      $.tiler,
    ),
  },
});
