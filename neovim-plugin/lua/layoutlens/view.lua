--- The bench in a browser, which follows the cursor of this Neovim.
local clients = require('layoutlens.clients')

local M = {}

local group_name = 'layoutlens.view'

--- Clients whose page is served, by id.
local viewing = {}

local function position_params(client)
  return vim.lsp.util.make_position_params(0, client.offset_encoding)
end

local function tell_cursor(buffer)
  for _, client in ipairs(clients.running(buffer)) do
    if viewing[client.id] then
      clients.notify(client, 'layoutlens/cursor', position_params(client))
    end
  end
end

local function follow_cursor()
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufEnter' }, {
    group = vim.api.nvim_create_augroup(group_name, { clear = true }),
    callback = function(event)
      tell_cursor(event.buf)
    end,
  })
end

--- Opens the bench on the layout under the cursor, or on an expression. Over ssh, and where no browser opens, the address
--- is told: it is good for ten minutes, and for whoever opens it first.
function M.open(expression)
  local buffer = vim.api.nvim_get_current_buf()
  local client = clients.for_command(buffer)
  if not client then
    return
  end
  local argument = {}
  if expression and expression ~= '' then
    argument.expression = expression
  end
  if #clients.running(buffer) > 0 then
    local params = position_params(client)
    argument.textDocument, argument.position = params.textDocument, params.position
  end
  clients.request(client, 'workspace/executeCommand', {
    command = 'layoutlens.view',
    arguments = { next(argument) and argument or vim.empty_dict() },
  }, function(error, answer)
    if error then
      vim.notify('LayoutLens: ' .. error.message, vim.log.levels.ERROR)
      return
    end
    viewing[client.id] = true
    follow_cursor()
    M.url = answer.url
    if not answer.opened then
      vim.notify('LayoutLens: ' .. answer.url, vim.log.levels.INFO)
    end
  end)
end

return M
