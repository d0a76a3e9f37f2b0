// A pattern with a pack says less than one that names what stands there.
#include <cute/tensor.hpp>
#include <tuple>
using namespace cute;

enum class Knob { kRows, kStages };

template <auto kKnob, class Of>
struct Setting {
  static constexpr auto knob = kKnob;
  using chosen = Of;
};

template <auto kKnob, class Usual, class... Settings>
struct Search;

template <auto kKnob, class Usual>
struct Search<kKnob, Usual> {
  using chosen = Usual;
};

template <auto kKnob, class Usual>
struct Search<kKnob, Usual, void> : Search<kKnob, Usual> {};

template <auto kKnob, class Usual, class First, class... Others>
struct Search<kKnob, Usual, First, Others...>
    : std::conditional_t<First::knob == kKnob, First, Search<kKnob, Usual, Others...>> {};

template <auto kKnob, class Usual, class... Settings>
struct Search<kKnob, Usual, std::tuple<Settings...>> : Search<kKnob, Usual, Settings...> {};

void f() {
  auto none = make_layout(typename Search<Knob::kRows, Int<3>>::chosen{});
  //^ = 3:1
  auto empty = make_layout(typename Search<Knob::kRows, Int<4>, void>::chosen{});
  //^ = 4:1
  auto found = make_layout(typename Search<Knob::kRows, Int<4>, Setting<Knob::kRows, Int<9>>>::chosen{});
  //^ = 9:1
  auto behind = make_layout(
      typename Search<Knob::kRows, Int<4>, Setting<Knob::kStages, Int<9>>, Setting<Knob::kRows, Int<7>>>::chosen{});
  //^ = 7:1
  auto of_tuple = make_layout(typename Search<Knob::kRows, Int<5>, std::tuple<>>::chosen{});
  //^ = 5:1
}
