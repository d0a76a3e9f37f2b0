--- `:checkhealth layoutlens`: whether it works here, and what to do where it does not.
local M = {}

--- The reporting functions, which changed their names.
local function reporting()
  local health = vim.health or require('health')
  return {
    start = health.start or health.report_start,
    ok = health.ok or health.report_ok,
    info = health.info or health.report_info,
    warn = health.warn or health.report_warn,
    error = health.error or health.report_error,
  }
end

local function check_program(report, config)
  local program = config.options.cmd[1]
  if vim.fn.executable(program) == 0 then
    report.error(('"%s" cannot be run'):format(program), {
      'unpack the archive of the program into a prefix whose bin folder is on PATH',
      'or name its place: require("layoutlens").setup({ cmd = { "/path/to/layoutlens", "lsp" } })',
    })
    return
  end
  local printed = vim.trim(vim.fn.system({ program, '--version' }))
  if not printed:find('^layoutlens %d') then
    report.error(('"%s --version" says "%s"'):format(program, printed), {
      'this is another program or one for another machine: name the right one with `cmd` in setup()',
    })
    return
  end
  report.ok(printed .. ' at ' .. vim.fn.exepath(program))
end

local function check_options(report, config)
  if #config.problems == 0 then
    report.ok('the options of setup() are right')
  end
  for _, problem in ipairs(config.problems) do
    report.warn(problem, { ':help layoutlens.setup()' })
  end
end

local function check_servers(report, config)
  local running = require('layoutlens.clients').running()
  for _, client in ipairs(running) do
    local root = client.config.root_dir or 'files outside of projects'
    report.ok(('running for %s'):format(root))
  end
  if #running == 0 then
    report.info('no server is running: one starts with a file of the types ' .. table.concat(config.options.filetypes, ', '))
  end
end

local function check_editor(report)
  if vim.lsp.inlay_hint then
    report.ok('hints are drawn')
  else
    report.warn('hints are not drawn: they need Neovim 0.10', {
      'hovers, diagnostics, lenses and :LayoutLensGrid work',
      'a newer Neovim shows layouts beside the code',
    })
  end
  if vim.fn.executable('nvidia-smi') == 1 then
    report.ok('a GPU driver is here: `run on GPU` uses it')
  else
    report.info('no GPU driver is here: use `emulate`, or name another machine with `run = { command = { "ssh", .. } }`')
  end
end

function M.check()
  local report = reporting()
  local config = require('layoutlens.config')
  report.start('layoutlens')
  check_program(report, config)
  check_options(report, config)
  check_servers(report, config)
  check_editor(report)
end

return M
