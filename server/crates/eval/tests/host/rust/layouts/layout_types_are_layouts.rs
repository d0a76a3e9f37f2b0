use cute_rs::*;
type A = Composed<Swizzle<2, 3, 3>, 0, L<T2<C<128>, C<32>>, T2<C<32>, C<1>>>>;
//^ = Sw<2,3,3> o 0 o (128,32):(32,1)
type R = RowMajor<128, 64>;
//^ = (128,64):(64,1)
