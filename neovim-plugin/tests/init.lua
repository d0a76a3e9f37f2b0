-- The init.lua of a user, for the test that looks at the screen of a real terminal.
vim.cmd('filetype plugin on | syntax on')
vim.o.termguicolors = false
require('layoutlens').setup({
  cmd = { vim.env.LAYOUTLENS_BIN, 'lsp' },
  on_attach = function(_, buffer)
    vim.keymap.set('n', 'K', vim.lsp.buf.hover, { buffer = buffer })
    vim.keymap.set('n', 'gl', vim.lsp.codelens.run, { buffer = buffer })
    vim.keymap.set('n', 'gs', '<Cmd>LayoutLensGrid<CR>', { buffer = buffer })
  end,
})
