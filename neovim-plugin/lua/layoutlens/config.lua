--- What the user chose in `setup()`, and the client configuration that follows from it.
local M = {}

--- Options and their defaults; `doc/layoutlens.txt` explains them.
M.options = {
  cmd = { 'layoutlens', 'lsp' },
  filetypes = { 'cuda', 'cpp', 'c', 'python', 'rust' },
  hints = true,
  lens = true,
  run_command = nil,
  on_attach = nil,
}

--- The first folder above a file that holds one of these is the root of its project.
M.root_markers = { 'compile_commands.json', 'Cargo.toml', 'pyproject.toml', '.git' }

--- The `hints` setting of the server: on or off, and which kinds of names get one.
local function hints(option)
  if type(option) == 'table' then
    return vim.tbl_extend('keep', option, { enable = true })
  end
  return { enable = option }
end

--- The table that `vim.lsp.config`, `vim.lsp.start` and `vim.lsp.start_client` understand.
function M.client()
  local options = M.options
  return {
    name = 'layoutlens',
    cmd = options.cmd,
    filetypes = options.filetypes,
    root_markers = M.root_markers,
    -- No hover images: Neovim prints the data of a picture as text.
    init_options = {
      hover = { images = false },
      panel = true,
      hints = hints(options.hints),
      lens = { enable = options.lens },
      run = options.run_command and { command = options.run_command },
    },
    handlers = {
      ['$/progress'] = function(...)
        return require('layoutlens.runs').on_progress(...)
      end,
      ['window/showMessage'] = function(...)
        return require('layoutlens.runs').on_message(...)
      end,
    },
    on_attach = function(client, buffer)
      require('layoutlens.attach').attach(client, buffer)
      if options.on_attach then
        options.on_attach(client, buffer)
      end
    end,
  }
end

return M
