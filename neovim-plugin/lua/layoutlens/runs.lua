--- Runs that are under way: how far they are, and how they are ended.
local clients = require('layoutlens.clients')

local M = {}

--- `{ client_id, title, message, percentage }` by the token of their progress.
M.under_way = {}

local function echo(text)
  vim.api.nvim_echo({ { text } }, false, {})
end

local function show(run)
  local percentage = run.percentage and (' %d %%'):format(run.percentage) or ''
  local text = ('LayoutLens: %s%s, %s'):format(run.message or 'starting', percentage, run.title)
  -- One line: a longer text would ask for Enter.
  echo(vim.fn.strcharpart(text, 0, math.max(vim.o.columns - 20, 20)))
end

--- Handles `$/progress`. Other progress, and this too, goes on to what Neovim does with it.
function M.on_progress(error, result, context, options)
  local value = result and result.value or {}
  if value.kind == 'begin' and value.cancellable then
    M.under_way[result.token] = { client_id = context.client_id, title = value.title }
  end
  local run = result and M.under_way[result.token]
  if run and value.kind == 'end' then
    M.under_way[result.token] = nil
    echo('')
  elseif run then
    run.message = value.message or run.message
    run.percentage = value.percentage or run.percentage
    show(run)
  end
  local default = vim.lsp.handlers['$/progress']
  if default then
    return default(error, result, context, options)
  end
end

--- Handles `window/showMessage`: a run that is over says so, and its result stands behind its lens.
function M.on_message(error, result, context, options)
  require('layoutlens.attach').refresh(context.client_id)
  return vim.lsp.handlers['window/showMessage'](error, result, context, options)
end

--- Ends all runs.
function M.cancel()
  if next(M.under_way) == nil then
    vim.notify('LayoutLens: nothing is running')
  end
  for token, run in pairs(M.under_way) do
    local client = vim.lsp.get_client_by_id(run.client_id)
    if client then
      clients.notify(client, 'window/workDoneProgress/cancel', { token = token })
    else
      M.under_way[token] = nil
    end
  end
end

return M
