--- What the user chose in `setup()`, and the client configuration that follows from it.
local options = require('layoutlens.options')

local M = {}

--- Options and their defaults; `doc/layoutlens.txt` explains them. Settings of the server have none here: what is not set
--- is for a `layoutlens.toml` to say.
M.options = {
  cmd = { 'layoutlens', 'lsp' },
  filetypes = { 'cuda', 'cpp', 'c', 'python', 'rust' },
  hints = nil,
  lens = nil,
  run = nil,
  on_attach = nil,
}

--- What was wrong with the options of the last `setup()`.
M.problems = {}

--- The first folder above a file that holds one of these is the root of its project.
M.root_markers = { 'layoutlens.toml', 'compile_commands.json', 'Cargo.toml', 'pyproject.toml', '.git' }

--- Takes options over; those that are wrong count for nothing and are told.
function M.take(given)
  local right
  right, M.problems = options.read(given)
  M.options = vim.tbl_extend('force', M.options, right)
  if #M.problems > 0 then
    vim.notify('LayoutLens: ' .. table.concat(M.problems, '\nLayoutLens: '), vim.log.levels.WARN)
  end
end

--- Whether a group of settings is not switched off here.
function M.is_on(group)
  return not (M.options[group] and M.options[group].enable == false)
end

--- All settings of the server. What is not set is null: the server then asks the file of the project.
function M.settings()
  local settings = {}
  for group, names in pairs(options.SETTINGS) do
    settings[group] = {}
    local chosen = M.options[group] or {}
    for name in pairs(names) do
      local value = chosen[name]
      settings[group][name] = value == nil and vim.NIL or value
    end
  end
  return settings
end

--- The table that `vim.lsp.config`, `vim.lsp.start` and `vim.lsp.start_client` understand.
function M.client()
  local settings = M.settings()
  return {
    name = 'layoutlens',
    cmd = M.options.cmd,
    filetypes = M.options.filetypes,
    root_markers = M.root_markers,
    -- No hover images: Neovim prints the data of a picture as text.
    init_options = vim.tbl_extend('force', settings, { hover = { images = false }, panel = true }),
    settings = { layoutlens = settings },
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
      if M.options.on_attach then
        M.options.on_attach(client, buffer)
      end
    end,
  }
end

return M
