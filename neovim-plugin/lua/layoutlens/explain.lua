--- What a compiler's message about layouts means.
local clients = require('layoutlens.clients')

local M = {}

local function to_quickfix(finding)
  local help = #(finding.help or {}) > 0 and (' (%s)'):format(table.concat(finding.help, '; ')) or ''
  return {
    filename = vim.uri_to_fname(finding.uri),
    lnum = finding.range.start.line + 1,
    col = finding.range.start.character + 1,
    text = ('%s: %s%s'):format(finding.code, finding.message, help),
  }
end

local function show(answer)
  if #answer.findings == 0 then
    vim.notify('LayoutLens: ' .. answer.text, vim.log.levels.INFO)
    return
  end
  vim.fn.setqflist({}, ' ', { title = 'LayoutLens', items = vim.tbl_map(to_quickfix, answer.findings) })
  vim.cmd('copen')
end

--- What was copied last: from another program, or, where no clipboard is at hand, inside of this Neovim.
function M.copied()
  local clipboard = vim.fn.has('clipboard') == 1 and vim.fn.getreg('+') or ''
  return vim.trim(clipboard) ~= '' and clipboard or vim.fn.getreg('"')
end

--- Asks what a message means; what is wrong in the lines that it names stands in the quickfix list.
function M.message(text)
  if vim.trim(text) == '' then
    vim.notify('LayoutLens: nothing is copied: yank what the compiler said, or give its lines as a range.', vim.log.levels.WARN)
    return
  end
  local buffer = vim.api.nvim_get_current_buf()
  local client = clients.for_command(buffer)
  if not client then
    return
  end
  local argument = { message = text }
  if vim.bo[buffer].buftype == '' and vim.api.nvim_buf_get_name(buffer) ~= '' then
    argument.uri = vim.uri_from_bufnr(buffer)
  end
  clients.request(client, 'workspace/executeCommand', {
    command = 'layoutlens.explain',
    arguments = { argument },
  }, function(error, answer)
    if error then
      vim.notify('LayoutLens: ' .. error.message, vim.log.levels.ERROR)
    else
      show(answer)
    end
  end)
end

return M
