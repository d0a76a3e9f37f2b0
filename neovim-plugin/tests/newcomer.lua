-- A newcomer's Neovim: the plugin unpacked where Neovim looks, an init.lua of one line, a stock kernel. Started by
-- `cargo xtask test --full --only newcomer` in the folder of the kernel, with an empty home.
local harness = dofile(debug.getinfo(1, 'S').source:sub(2):gsub('newcomer%.lua$', 'harness.lua'))
local test, wait, contains = harness.test, harness.wait, harness.contains
local KERNEL = 'sgemm_sm80.cu'

local function attached()
  local buffer = vim.api.nvim_get_current_buf()
  wait('the server', function()
    return require('layoutlens.clients').running(buffer)[1]
  end)
  return buffer
end

--- Asks the server of the buffer and waits for its answer.
local function ask(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, harness.LIMIT_MS)
  for _, answer in pairs(answers or {}) do
    return answer.result
  end
end

harness.guard(function()
  vim.cmd('filetype plugin on')
  vim.cmd('edit ' .. KERNEL)

  test('a stock kernel has a hint', function()
    local buffer = attached()
    if vim.lsp.inlay_hint then
      local hints = wait('hints', function()
        local found = vim.lsp.inlay_hint.get({ bufnr = buffer })
        return #found > 5 and found
      end)
      contains(vim.inspect(hints), 'Sw<3,3,3>')
    end
  end)

  test('a stock kernel has a hover', function()
    attached()
    harness.point_at('sA_atom')
    vim.lsp.buf.hover()
    contains(harness.float_text(), 'sA_atom = ')
  end)

  test('a finding has a fix', function()
    local buffer = attached()
    vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '// cute: let Layout = (4,8):(1,4)', '// cute: show Layot' })
    wait('the finding', function()
      return vim.diagnostic.get(buffer)[1]
    end)
    vim.ui.select = function(items, options, on_choice)
      for index, item in ipairs(items) do
        if options.format_item(item):find('`Layout`', 1, true) then
          return on_choice(item, index)
        end
      end
    end
    vim.fn.cursor(2, 1)
    vim.cmd('LayoutLensFix')
    wait('the right name', function()
      return vim.api.nvim_buf_get_lines(buffer, 1, 2, false)[1] == '// cute: show Layout'
    end)
  end)

  test('a copy is emulated', function()
    local buffer = attached()
    vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '// cute: run copy (64,64):(1,64) -> (64,64):(64,1) : f32' })
    local document = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
    local lens = wait('the lens', function()
      for _, lens in ipairs(ask(buffer, 'textDocument/codeLens', document) or {}) do
        if lens.command and lens.command.command == 'layoutlens.emulate' then
          return lens
        end
      end
    end)
    local report = ask(buffer, 'workspace/executeCommand', {
      command = lens.command.command,
      arguments = lens.command.arguments,
    })
    assert(report and report.elements == 4096 and report.wrong == 0, vim.inspect(report))
  end)

  test(':help layoutlens and :checkhealth layoutlens are there', function()
    vim.cmd('help layoutlens.setup()')
    contains(vim.api.nvim_get_current_line(), '*layoutlens.setup()*')
    vim.cmd('checkhealth layoutlens')
    local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    contains(report, 'the options of setup() are right')
    assert(not report:find('ERROR'), report)
  end)
  harness.finish()
end)
