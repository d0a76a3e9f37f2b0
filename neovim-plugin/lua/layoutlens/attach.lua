--- What happens in a buffer once the server is attached to it: hints and lenses on.
local config = require('layoutlens.config')

local M = {}

local function refresh_lenses(buffer)
  if vim.fn.has('nvim-0.10') == 1 then
    -- `codelens.refresh` asks for nothing while an answer is away, and one that the server gives up, or whose lenses are not
    -- all resolved, is away for ever: the buffer would have no lenses any more.
    local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
    local away = function() end
    vim.lsp.buf_request(buffer, 'textDocument/codeLens', params, vim.lsp.codelens.on_codelens, away)
  elseif buffer == vim.api.nvim_get_current_buf() then
    -- Before 0.10 the current buffer is the only one that can be refreshed.
    vim.lsp.codelens.refresh()
  end
end

local function keep_lenses_fresh(buffer)
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  local group = vim.api.nvim_create_augroup('layoutlens.lens.' .. buffer, { clear = true })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'BufWritePost' }, {
    group = group,
    buffer = buffer,
    callback = function()
      refresh_lenses(buffer)
    end,
  })
  refresh_lenses(buffer)
end

--- Asks for the lenses of a server's buffers again.
function M.refresh(client_id)
  if not config.is_on('lens') then
    return
  end
  for _, buffer in ipairs(vim.lsp.get_buffers_by_client_id(client_id)) do
    refresh_lenses(buffer)
  end
end

function M.attach(_, buffer)
  if config.is_on('hints') and vim.lsp.inlay_hint then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  if config.is_on('lens') then
    keep_lenses_fresh(buffer)
  end
end

return M
