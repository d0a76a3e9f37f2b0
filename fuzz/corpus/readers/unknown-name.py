p# `tile` is bound, `tyle` is not.

# cute: let tile = (128,64):(64,1)
# cute: show zipped_divide(tyle, (8,8))
#~^ unknown-name
