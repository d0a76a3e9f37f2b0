// Neighbouring lanes read rows of a matrix: each moves a sector of its own. `check --accesses` says so.
__global__ void sums(const float* matrix, float* sum)
{
  // cute: with blockDim = 256
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float all = 0;
  for (int column = 0; column < 1000; column += 50)
    all += matrix[row * 1000 + column];
    //~^ uncoalesced-access
  sum[row] = all;
}
