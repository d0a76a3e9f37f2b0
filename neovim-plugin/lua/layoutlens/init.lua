--- LayoutLens for Neovim: `require('layoutlens').setup()`.
local clients = require('layoutlens.clients')
local config = require('layoutlens.config')

local M = {}

local function project_root(file)
  local folder = file == '' and vim.fn.getcwd() or vim.fn.fnamemodify(file, ':p:h')
  for _, marker in ipairs(config.root_markers) do
    local path = vim.fn.escape(folder, ' ,;') .. ';'
    local found = vim.fn.finddir(marker, path)
    if found == '' then
      found = vim.fn.findfile(marker, path)
    end
    if found ~= '' then
      return vim.fn.fnamemodify((found:gsub('/$', '')), ':p:h' .. (vim.fn.isdirectory(found) == 1 and ':h' or ''))
    end
  end
  return folder
end

--- Clients that `start_and_attach` started, by root folder.
local started = {}

--- Neovim 0.7 has no `vim.lsp.start`: one client for each project root, attached by hand.
local function start_and_attach(client_config, buffer)
  local root = client_config.root_dir
  if not (started[root] and vim.lsp.get_client_by_id(started[root])) then
    started[root] = vim.lsp.start_client(client_config)
  end
  if started[root] then
    vim.lsp.buf_attach_client(buffer, started[root])
  end
end

local function attach(buffer)
  if vim.bo[buffer].buftype ~= '' then
    return
  end
  local client_config = config.client()
  client_config.root_dir = project_root(vim.api.nvim_buf_get_name(buffer))
  if vim.lsp.start then
    vim.lsp.start(client_config, { bufnr = buffer })
  else
    start_and_attach(client_config, buffer)
  end
end

local function attach_loaded_buffers()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(config.options.filetypes, vim.bo[buffer].filetype) then
      attach(buffer)
    end
  end
end

local function enable()
  if vim.lsp.config then
    vim.lsp.config('layoutlens', config.client())
    vim.lsp.enable('layoutlens')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('layoutlens', { clear = true }),
    pattern = config.options.filetypes,
    callback = function(event)
      attach(event.buf or vim.api.nvim_get_current_buf())
    end,
  })
  attach_loaded_buffers()
end

--- Takes the options of `doc/layoutlens.txt` and starts the server in files of its languages. Servers that run already
--- are told what was set.
function M.setup(options)
  config.take(options)
  local program = config.options.cmd[1]
  if vim.fn.executable(program) == 0 then
    vim.notify(
      ('LayoutLens: "%s" cannot be run. Install layoutlens, or give its path: '):format(program)
        .. 'require("layoutlens").setup({ cmd = { "/path/to/layoutlens", "lsp" } })',
      vim.log.levels.ERROR
    )
    return
  end
  clients.configure(config.settings())
  enable()
end

--- Stops the server and starts it anew in the same buffers.
function M.restart()
  if vim.lsp.config then
    vim.lsp.enable('layoutlens', false)
  end
  clients.stop_all(enable)
end

--- Ends the runs that are under way.
function M.cancel()
  require('layoutlens.runs').cancel()
end

--- Applies the fix of the line under the cursor.
function M.fix()
  require('layoutlens.fix').under_cursor()
end

--- Says what a compiler's message about layouts means.
function M.explain(message)
  require('layoutlens.explain').message(message)
end

--- Opens a bench in the browser: on the layout under the cursor, or on an expression.
function M.view(expression)
  require('layoutlens.view').open(expression)
end

--- Shows the grid of the layout under the cursor.
function M.grid()
  require('layoutlens.grid').under_cursor()
end

return M
