[
  "let"
  "show"
  "compare"
  "assert"
  "with"
  "run"
  "allow"
] @keyword

[
  "copy"
  "gemm"
] @function.builtin

(call function: (identifier) @function.builtin)

[
  "Int<"
  "C<"
  "E<"
  "Sw<"
  "S<"
  "Swizzle<"
] @type.builtin

(type) @type
(code) @constant
(pointer) @type
(type_name) @type

(integer) @number
(fraction) @number
(scaled_unit) @number

(let_statement name: (identifier) @variable.definition)
(binding name: (identifier) @variable.definition)
(option name: (identifier) @property)
(application callee: (identifier) @function)
(identifier) @variable

(keep) @variable.builtin
(any) @variable.builtin

[
  "o"
  "∘"
  "⊘"
  "⊗"
  "=="
  "!="
  "<="
  ">="
  "+"
  "-"
  "*"
  "/"
  "%"
  "@"
  "="
  "->"
] @operator

(comparison operator: ["<" ">"] @operator)

(tiler ["<" ">"] @punctuation.bracket)
(template ["<" ">"] @punctuation.bracket)

["(" ")"] @punctuation.bracket
["," ":"] @punctuation.delimiter
