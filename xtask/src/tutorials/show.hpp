// `lens::show(line, "name", value)` prints what a variable holds, when it is a layout or made of layouts and integers:
// a line of the place, the name, the kind and the value in CuTe's notation, separated by tabs.
#pragma once

namespace lens {
// Values of one variable that are printed: a loop need not fill the output.
constexpr int MOST_VALUES = 64;

// What `write` prints on standard output.
template <class Write> std::string printed(Write const& write) {
  char* text = nullptr;
  size_t length = 0;
  FILE* before = stdout;
  stdout = open_memstream(&text, &length);
  write();
  fclose(stdout);
  stdout = before;
  std::string result(text, length);
  free(text);
  for (char& character : result)
    if (character == '\n' || character == '\t') character = ' ';
  return result;
}

inline void line(int at, char const* name, char const* kind, std::string const& value) {
  static std::set<std::string> seen;
  static std::vector<std::pair<std::string, int>> counts;
  std::string whole = std::to_string(at) + "\t" + name + "\t" + kind + "\t" + value;
  if (!seen.insert(whole).second) return;
  std::string variable = std::to_string(at) + name;
  for (auto& [known, count] : counts)
    if (known == variable) {
      if (++count > MOST_VALUES) return;
      variable.clear();
      break;
    }
  if (!variable.empty()) counts.emplace_back(variable, 1);
  printf("\nLENS\t%s\n", whole.c_str());
  fflush(stdout);
}

// Tuples all the way down to layouts, integers and underscores.
template <class T> struct IsPlain : std::bool_constant<std::is_integral_v<T>> {};
template <> struct IsPlain<cute::Underscore> : std::true_type {};
template <auto value> struct IsPlain<cute::C<value>> : std::true_type {};
template <int... path> struct IsPlain<cute::ScaledBasis<cute::C<1>, path...>> : std::true_type {};
template <class T, int... path> struct IsPlain<cute::ScaledBasis<T, path...>> : IsPlain<T> {};
template <class Shape, class Stride> struct IsPlain<cute::Layout<Shape, Stride>> : std::true_type {};
template <class Outer, class Offset, class Inner>
struct IsPlain<cute::ComposedLayout<Outer, Offset, Inner>> : std::true_type {};
template <int bits, int base, int shift> struct IsPlain<cute::Swizzle<bits, base, shift>> : std::true_type {};
template <class... T> struct IsPlain<cute::tuple<T...>> : std::bool_constant<(IsPlain<T>::value && ...)> {};
template <class... T> struct IsPlain<cute::ArithmeticTuple<T...>> : std::bool_constant<(IsPlain<T>::value && ...)> {};

// Whether a class has the function that shows its aliases and constants.
template <class T, class = void> struct ShowsMembers : std::false_type {};
template <class T>
struct ShowsMembers<T, std::void_t<decltype(T::template lens_members<void>())>> : std::true_type {};

template <class T> void members() {
  if constexpr (ShowsMembers<T>::value) {
    static bool is_shown = false;
    if (is_shown) return;
    is_shown = true;
    T::template lens_members<void>();
  }
}

// Derived classes too: `ThrMMA`, `ThrCopy`.
template <class... T> std::true_type is_atom(cute::TiledMMA<T...> const&);
template <class... T> std::true_type is_atom(cute::TiledCopy<T...> const&);
template <class... T> std::true_type is_atom(cute::MMA_Atom<T...> const&);
template <class... T> std::true_type is_atom(cute::Copy_Atom<T...> const&);
std::false_type is_atom(...);

template <class T> constexpr char const* kind() {
  if constexpr (cute::is_tensor<T>::value) return "tensor";
  else if constexpr (cute::is_layout<T>::value) return "layout";
  else if constexpr (std::is_integral_v<T> || cute::is_integral<T>::value) return "integer";
  else return "tuple";
}

template <class T> void show_value(int at, char const* name, T const& value) {
  if constexpr (cute::is_tensor<T>::value) {
    line(at, name, "tensor", printed([&] { cute::print(value.layout()); }));
    line(at, name, "whole", printed([&] { cute::print(value); }));
  } else if constexpr (std::is_same_v<T, bool>) {
    line(at, name, "integer", value ? "1" : "0");
  } else if constexpr (IsPlain<T>::value) {
    line(at, name, kind<T>(), printed([&] { cute::print(value); }));
  } else if constexpr (std::is_class_v<T>) {
    if constexpr (decltype(is_atom(std::declval<T const&>()))::value)
      line(at, name, "atom", printed([&] { cute::print(value); }));
    members<T>();
  }
}

// Nothing while the compiler evaluates a constant: then nothing is printed either.
template <class T> constexpr void show(int at, char const* name, T const& value) {
  if (!__builtin_is_constant_evaluated()) show_value(at, name, value);
}

// A name of a type: what a value of it holds, and `?` where the type alone does not say so.
template <class T> void show_type(int at, char const* name) {
  using Type = std::remove_cv_t<std::remove_reference_t<T>>;
  if constexpr (std::is_class_v<Type>) {
    if constexpr (IsPlain<Type>::value) {
      if constexpr (cute::is_static<Type>::value) show_value(at, name, Type{});
      else line(at, name, kind<Type>(), "?");
    } else if constexpr (cute::is_tensor<Type>::value) {
      if constexpr (cute::is_static<typename Type::layout_type>::value)
        line(at, name, "tensor", printed([&] { cute::print(typename Type::layout_type{}); }));
    } else if constexpr (std::is_default_constructible_v<Type>) {
      if constexpr (decltype(is_atom(std::declval<Type const&>()))::value)
        line(at, name, "atom", printed([&] { cute::print(Type{}); }));
    }
    members<Type>();
  }
}
template <class T> constexpr void type(int at, char const* name) {
  if (!__builtin_is_constant_evaluated()) show_type<T>(at, name);
}

// Names that are no declarations of layouts are marked: parameters of templates, variables that are bound again, and
// those of loops.
template <class T> constexpr void template_parameter(int at, char const* name) {
  if (!__builtin_is_constant_evaluated()) show_type<T>(-at, name);
}
template <class T> constexpr void again(int at, char const* name, T const& value) {
  if (!__builtin_is_constant_evaluated()) show_value(-at, name, value);
}
}  // namespace lens
