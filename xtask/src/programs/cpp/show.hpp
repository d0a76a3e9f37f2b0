// What compiled programs print: `lens::show(line, "name", value)` for each value, and how one program of many is run.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <any>
#include <array>
#include <cassert>
#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <cute/tensor.hpp>

namespace lens {
constexpr int SECONDS_A_PROGRAM = 10;

// A program in a process of its own: it may crash, throw, exit or hang.
inline void run(char const* begins, int (*program)()) {
  printf("%s\n", begins);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr)) abort();
    alarm(SECONDS_A_PROGRAM);
    program();
    fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
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

template <class... T> std::true_type is_atom(cute::TiledMMA<T...> const&);
template <class... T> std::true_type is_atom(cute::TiledCopy<T...> const&);
std::false_type is_atom(...);

inline void head(int at, char const* name, char const* kind) { printf("\nLENS\t%d\t%s\t%s\t", at, name, kind); }
inline void end() {
  printf("\n");
  fflush(stdout);
}

inline void integer(int at, char const* name, long long value) {
  head(at, name, "integer");
  printf("%lld", value);
  end();
}

// What prints itself over several lines, on one.
template <class Write> void on_one_line(Write const& write) {
  char* text = nullptr;
  size_t length = 0;
  FILE* before = stdout;
  stdout = open_memstream(&text, &length);
  write();
  fclose(stdout);
  stdout = before;
  for (size_t at = 0; at < length; ++at)
    if (text[at] == '\n' || text[at] == '\t') text[at] = ' ';
  fwrite(text, 1, length, stdout);
  free(text);
}

template <class T> void show_value(int at, char const* name, T const& value) {
  if constexpr (std::is_enum_v<T>) {
  } else if constexpr (std::is_integral_v<T>) {
    integer(at, name, static_cast<long long>(value));
  } else if constexpr (cute::is_tensor<T>::value) {
    head(at, name, "tensor");
    cute::print(value.layout());
    end();
    head(at, name, "whole");
    on_one_line([&] { cute::print(value); });
    end();
  } else if constexpr (IsPlain<T>::value) {
    head(at, name, cute::is_layout<T>::value ? "layout" : cute::is_integral<T>::value ? "integer" : "tuple");
    cute::print(value);
    end();
  } else if constexpr (std::is_class_v<T>) {
    if constexpr (decltype(is_atom(std::declval<T const&>()))::value) {
      head(at, name, "atom");
      on_one_line([&] { cute::print(value); });
      end();
    }
  }
}

// Nothing while the compiler evaluates a constant: then nothing is printed either.
template <class T> constexpr void show(int at, char const* name, T const& value) {
  if (!__builtin_is_constant_evaluated()) show_value(at, name, value);
}

// What an integer holds here; line 0 is no place that is compared.
template <class T> constexpr void note(char const* name, T const& value) {
  if constexpr (std::is_integral_v<T> || cute::is_integral<T>::value)
    if (!__builtin_is_constant_evaluated()) integer(0, name, static_cast<long long>(value));
}

// A name of a type: what a value of it holds.
template <class T> constexpr void type(int at, char const* name) {
  if (!__builtin_is_constant_evaluated()) {
    if constexpr (IsPlain<T>::value && cute::is_static<T>::value) show_value(at, name, T{});
  }
}
}  // namespace lens
