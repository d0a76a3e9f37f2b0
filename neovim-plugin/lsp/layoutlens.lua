-- Configuration for `vim.lsp.enable('layoutlens')`, Neovim 0.11 and newer.
return require('layoutlens.config').client()
