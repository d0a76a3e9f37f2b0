# The types of three tensors are compared with each other and with what a variable holds: that is the one that they have.
import cutlass
import cutlass.cute as cute


class Partial:
    @cute.jit
    def __call__(self, mQ: cute.Tensor, m_partial: cute.Tensor, l_partial: cute.Tensor):
        acc_dtype = cutlass.Float32
        bits = mQ.element_type.width
        assert m_partial.element_type == l_partial.element_type == acc_dtype
        row = m_partial[0, None]
        #^ = (?):(?) if mQ of rank 2 and Float16, m_partial and l_partial of rank 2 and Float32
        column = l_partial[None, 0]
        #^ = (?):(?) if mQ of rank 2 and Float16, m_partial and l_partial of rank 2 and Float32
