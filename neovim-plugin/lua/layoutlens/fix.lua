--- The fixes that the server knows for the line of the cursor.
local clients = require('layoutlens.clients')

local M = {}

--- What the server is told of the diagnostics of a line.
local function diagnostics_of_line(buffer, row)
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(buffer, { lnum = row })) do
    local lsp = diagnostic.user_data and diagnostic.user_data.lsp
    if diagnostic.source == 'layoutlens' and type(lsp) == 'table' and lsp.range then
      table.insert(found, lsp)
    end
  end
  return found
end

local function carry_out(client, action)
  if action.edit then
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  end
  if action.command then
    local command = type(action.command) == 'table' and action.command or action
    clients.request(client, 'workspace/executeCommand', {
      command = command.command,
      arguments = command.arguments,
    }, function() end)
  end
end

--- Carries an action out; the server makes the edit of one only once it is chosen.
local function apply(client, action)
  if action.edit or action.command or not action.data then
    carry_out(client, action)
    return
  end
  clients.request(client, 'codeAction/resolve', action, function(error, resolved)
    if error then
      vim.notify('LayoutLens: ' .. error.message, vim.log.levels.ERROR)
    else
      carry_out(client, resolved or action)
    end
  end)
end

local function choose(client, actions)
  if #actions == 0 then
    vim.notify('LayoutLens: there is no fix for this line.', vim.log.levels.INFO)
  elseif #actions == 1 then
    apply(client, actions[1])
  else
    vim.ui.select(actions, {
      prompt = 'LayoutLens:',
      format_item = function(action)
        return action.title
      end,
    }, function(action)
      if action then
        apply(client, action)
      end
    end)
  end
end

--- Applies the fix of the line under the cursor; lets choose where there are several.
function M.under_cursor()
  local buffer = vim.api.nvim_get_current_buf()
  local client = clients.of_buffer(buffer)
  if not client then
    return
  end
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = row, character = 0 }, ['end'] = { line = row + 1, character = 0 } },
    context = { diagnostics = diagnostics_of_line(buffer, row), only = { 'quickfix' } },
  }
  clients.request(client, 'textDocument/codeAction', params, function(error, actions)
    if error then
      vim.notify('LayoutLens: ' .. error.message, vim.log.levels.ERROR)
    else
      choose(client, actions or {})
    end
  end, buffer)
end

return M
