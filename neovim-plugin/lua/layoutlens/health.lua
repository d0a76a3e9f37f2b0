--- `:checkhealth layoutlens`
local M = {}

function M.check()
  local health = vim.health or require('health')
  local start = health.start or health.report_start
  local ok = health.ok or health.report_ok
  local info = health.info or health.report_info
  local fail = health.error or health.report_error

  start('layoutlens')
  local program = require('layoutlens.config').options.cmd[1]
  if vim.fn.executable(program) == 0 then
    fail(('"%s" cannot be run: install layoutlens or set `cmd` in setup()'):format(program))
    return
  end
  ok(vim.trim(vim.fn.system({ program, '--version' })) .. ' at ' .. vim.fn.exepath(program))
  info(('%d running'):format(#require('layoutlens.clients').running()))
  info(vim.lsp.inlay_hint and 'inlay hints are drawn' or 'inlay hints need Neovim 0.10')
end

return M
