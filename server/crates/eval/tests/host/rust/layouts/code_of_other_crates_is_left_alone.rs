use candle_core::Tensor;
fn f() {
    let layout = Layout::contiguous((2, 3));
    //^ nothing
}
