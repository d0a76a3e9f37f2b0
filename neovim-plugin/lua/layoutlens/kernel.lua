--- The generated kernel of a `run` statement, in a buffer that cannot be edited.
local clients = require('layoutlens.clients')

local M = {}

local function buffer_of(kernel)
  local name = 'layoutlens://' .. kernel.name
  local known = vim.fn.bufnr(name)
  if known ~= -1 then
    if vim.api.nvim_buf_is_loaded(known) then
      return known
    end
    -- After `:bdelete` its name is left without its text.
    vim.api.nvim_buf_delete(known, { force = true })
  end
  local buffer = vim.api.nvim_create_buf(true, true)
  vim.api.nvim_buf_set_name(buffer, name)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(kernel.source, '\n', { plain = true }))
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].readonly = true
  vim.bo[buffer].filetype = 'cuda'
  return buffer
end

--- Carries out the lens: asks the server for the kernel and shows it in a split. What keeps a statement from having one
--- the server has told.
function M.show(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  local params = { command = command.command, arguments = command.arguments }
  clients.request(client, 'workspace/executeCommand', params, function(_, kernel)
    if kernel and kernel.source then
      vim.cmd('split')
      vim.api.nvim_win_set_buf(0, buffer_of(kernel))
    end
  end, context.bufnr)
end

return M
