//! Classes: aliases, constants, fields, methods, template arguments.

use crate::fixture::check;

const TRAITS: &str = "namespace mine {
    template <int kBlockM_, int kBlockN_> struct Traits {
      static constexpr int kBlockM = kBlockM_;
      using Tile = Shape<Int<kBlockM>, Int<kBlockN_>>;
      using Smem = decltype(make_layout(Tile{}, LayoutRight{}));
      static constexpr int kHalf = kBlockM / 2;
    };
    template <class Traits_> struct Mainloop {
      using Traits = Traits_;
      using Smem = typename Traits::Smem;
      struct Params { int seqlen; int heads; };
      Params params;
      int stages = 3;
      CUTE_DEVICE auto extent() const { return make_shape(params.seqlen, Int<Traits::kHalf>{}); }
      CUTE_DEVICE void load(half_t* p) {
        Tensor sQ = make_tensor(make_smem_ptr(p), Smem{});
        auto mine = extent();
        auto pipe = make_shape(stages);
      }
    };
    }
    void host(int seqlen, int heads, half_t* p) {
      using Loop = mine::Mainloop<mine::Traits<128, 64>>;
      typename Loop::Params params{seqlen, heads};
      Loop loop{params};
      loop.load(p);
    }";

#[test]
fn members_of_a_class_template_have_the_values_of_its_arguments() {
    check(
        TRAITS,
        &[
            "kBlockM = 128",
            "Tile = (128,64)",
            "Smem = (128,64):(64,1)",
            "kHalf = 64",
            "Smem = (128,64):(64,1)",
        ],
    );
}

#[test]
fn methods_see_the_fields_of_their_object() {
    check(TRAITS, &["sQ = (128,64):(64,1)", "mine = (seqlen,64)", "pipe = (3)"]);
}

#[test]
fn a_constructor_gives_the_fields_their_values() {
    check(
        "struct Kernel {
           int m; int n;
           Kernel(int a, int b) : m(a), n(2 * b) {}
           auto shape() { return make_shape(m, n); }
         };
         void f(int x) { Kernel kernel(x, 4); auto shape = kernel.shape(); }",
        &["shape = (x,8)"],
    );
}

#[test]
fn members_are_inherited() {
    check(
        "struct Base { using Tile = Shape<_4, _8>; };
         struct Derived : Base { using Layout_ = decltype(make_layout(Tile{})); };
         void f() { auto layout = Derived::Layout_{}; }",
        &["layout = (4,8):(1,4)"],
    );
}

#[test]
fn a_full_specialisation_is_chosen_by_its_arguments() {
    check(
        "template <int N> struct Width { using type = Int<N>; };
         template <> struct Width<3> { using type = Int<4>; };
         void f() { auto plain = typename Width<2>::type{}; auto special = typename Width<3>::type{}; }",
        &["plain = 2", "special = 4"],
    );
}

#[test]
fn copies_of_an_object_have_fields_of_their_own() {
    check(
        "struct Params { int m = 4; };
         void f() { Params a; Params b = a; b.m = 8; auto x = make_shape(a.m, b.m); Params& c = a; c.m = 2; auto y = make_shape(a.m); }",
        &["x = (4,8)", "y = (2)"],
    );
}

#[test]
fn a_base_may_take_arguments_of_the_class() {
    check(
        "template <int N> struct Base { static constexpr int value = N; using Type = Int<N>; };
         template <int N> struct Derived : Base<N + 1> {
           using Super = Base<N + 1>;
           static constexpr int twice = Super::value * 2;
         };
         void f() { auto shape = make_shape(Int<Derived<3>::value>{}, Int<Derived<3>::twice>{}, Derived<5>::Type{}); }",
        &["shape = (4,8,6)"],
    );
}

#[test]
fn what_an_object_is_made_of_goes_to_its_bases_first() {
    check(
        "struct Base { int x = 1; };
         struct Derived : Base { int y = 3; };
         void f() { Derived d{{7}, 9}; auto a = make_shape(d.y); Derived e; auto b = make_shape(e.y); }",
        &["a is unknown", "b = (3)"],
    );
}

#[test]
fn a_copy_of_an_object_has_objects_of_its_own() {
    check(
        "struct Inner { int x = 1; };
         struct Outer { Inner in; int z = 3; };
         void by_value(Outer o) { o.in.x = 50; }
         void f() {
           Outer a;
           Outer b = a;
           b.in.x = 9;
           by_value(a);
           Outer c;
           c = a;
           c.z = 11;
           auto of_original = make_shape(a.in.x, a.z);
           auto of_copy = make_shape(b.in.x, c.z);
           Inner given{7};
           Outer made{given, 3};
           given.x = 8;
           auto of_field = make_shape(made.in.x, given.x);
           auto [part, other] = make_tuple(a, b);
           part.z = 70;
           auto of_part = make_shape(a.z, part.z);
         }",
        &["of_original = (1,3)", "of_copy = (9,11)", "of_field = (7,8)", "of_part = (3,70)"],
    );
}

#[test]
fn a_field_that_refers_to_an_object_does_so_in_a_copy() {
    check(
        "struct Inner { int x = 1; };
         struct View { Inner& v; View(Inner& i) : v(i) {} };
         void f() {
           Inner i;
           View view(i);
           View copy = view;
           copy.v.x = 5;
           auto a = make_shape(i.x, view.v.x);
         }",
        &["a = (5,5)"],
    );
}

#[test]
fn a_default_that_depends_on_what_a_constructor_gives_is_unknown() {
    check(
        "struct Sizes { int a = 2; int b = a * 2; int c = 3; Sizes(int v) : a(v) {} };
         void f() { Sizes s(7); auto known = make_shape(s.a, s.c); auto open = make_layout(s.b); }",
        &["known = (7,3)", "open is unknown"],
    );
}

#[test]
fn a_variable_of_a_base_class_holds_the_part_of_the_base() {
    check(
        "struct Base { int n = 4; auto size() const { return Int<1>{}; } };
         struct Derived : Base { auto size() const { return Int<2>{}; } };
         void f() {
           Derived d;
           Base part = d;
           auto a = make_shape(d.size());
           auto b = make_shape(part.size());
         }",
        &["a = (2)", "b = (1)"],
    );
}

#[test]
fn a_constant_field_stays_what_it_is_in_every_round() {
    check(
        "struct Mask {
           int const threads; int rows;
           template <class Mma> CUTE_DEVICE void apply(int n) {
             for (int i = 0; i < n; ++i) {
               auto constant = make_shape(threads, _2{}); auto other = make_shape(rows, _2{});
               auto slice = Mma{}.get_slice(threads); auto last = Mma{}.get_slice(rows);
             }
           }
         };",
        &["constant = (threads,2)", "other is unknown"],
    );
}

#[test]
fn a_method_does_not_see_what_a_derived_class_has() {
    check(
        "constexpr int k = 9;
         struct Base {
           int m = 4;
           int n = 5;
           auto of_outside() const { return Int<k>{}; }
           auto of_hidden() const { return make_layout(m); }
           auto of_base() const { return make_layout(n); }
         };
         struct Derived : Base { static constexpr int k = 3; int m = 8; auto own() const { return Int<k>{}; } };
         template <class T> struct Holder : T { auto of_dependent() const { return Int<k>{}; } };
         struct Held { static constexpr int k = 7; };
         void f() {
           Derived d;
           auto a = make_shape(d.of_outside(), d.own());
           auto b = d.of_hidden();
           auto c = d.of_base();
           Holder<Held> h;
           auto e = make_shape(h.of_dependent());
         }",
        &["a = (9,3)", "b is unknown", "c = 5:1", "e = (9)"],
    );
}

#[test]
fn a_field_of_a_union_takes_the_place_of_the_others() {
    check(
        "union Storage { int a; int b; };
         void f() {
           Storage storage;
           storage.a = 4;
           auto before = make_shape(storage.a);
           storage.b = 8;
           auto other = make_shape(storage.a);
         }",
        &["before = (4)", "other = (?)"],
    );
}

#[test]
fn a_mutable_field_of_a_constant_object_may_be_written_by_a_constant_method() {
    check(
        "struct S { mutable int m = 1; int get() const; };\nvoid f() {\nconst S s; auto before = make_layout(s.m); int v = s.get(); auto x = make_layout(Int<s.m == 1 ? 1 : 2>{});\n}",
        &["before = 1:1", "x is unknown"],
    );
}
