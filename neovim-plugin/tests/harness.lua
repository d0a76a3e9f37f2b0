--- A test runner for a headless Neovim of any version: prints a line for each test, exits 1 on a failure.
local M = {}

--- Longest wait for anything; only a defect reaches it.
M.LIMIT_MS = 300000

-- The LuaJIT of Debian's Neovim 0.7 (2.1.0-beta3) was seen to crash, once in forty runs, in what it compiles of the tests'
-- own loops.
if vim.fn.has('nvim-0.9') == 0 and jit then
  jit.off()
end

local failed = 0

local function say(line)
  io.stdout:write(line .. '\n')
end

--- Waits until `condition()` gives something true, and returns it.
function M.wait(what, condition)
  local value
  local arrived = vim.wait(M.LIMIT_MS, function()
    value = condition()
    return value
  end, 20)
  if not arrived then
    error(('waited %d ms for %s'):format(M.LIMIT_MS, what), 2)
  end
  return value
end

function M.test(name, body)
  local passed, message = xpcall(body, debug.traceback)
  if not passed then
    failed = failed + 1
  end
  say((passed and 'ok     ' or 'FAILED ') .. name .. (passed and '' or '\n' .. message))
end

--- Runs `body`; an error outside of a test ends Neovim too, which would wait for a user forever.
function M.guard(body)
  local passed, message = xpcall(body, debug.traceback)
  if not passed then
    say(message)
    vim.cmd('cquit!')
  end
end

function M.contains(text, part)
  if not text:find(part, 1, true) then
    error(('"%s" is not in:\n%s'):format(part, text), 2)
  end
end

--- Opens a file of the test workspaces in the current window and returns its buffer.
function M.open(path)
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.LAYOUTLENS_TEST_WORKSPACES .. '/' .. path))
  return vim.api.nvim_get_current_buf()
end

--- Puts the cursor on the first character of `text`.
function M.point_at(text)
  vim.fn.cursor(1, 1)
  if vim.fn.search('\\V' .. vim.fn.escape(text, '\\'), 'c') == 0 then
    error(('"%s" is not in the file'):format(text), 2)
  end
end

--- The text of the floating window, once there is one.
function M.float_text()
  local window = M.wait('a floating window', function()
    for _, candidate in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(candidate).relative ~= '' then
        return candidate
      end
    end
  end)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  vim.api.nvim_win_close(window, true)
  return table.concat(lines, '\n')
end

--- What a person sees of the floating window, once there is one: what is concealed is not there.
function M.drawn_float()
  local window = M.wait('a floating window', function()
    for _, candidate in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(candidate).relative ~= '' then
        return candidate
      end
    end
  end)
  local buffer = vim.api.nvim_win_get_buf(window)
  local lines = vim.api.nvim_win_call(window, function()
    if vim.treesitter and vim.treesitter.highlighter then
      pcall(function()
        vim.treesitter.get_parser(buffer):parse(true)
      end)
    end
    local drawn = {}
    for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local shown = ''
      for column = 1, #line do
        if vim.fn.synconcealed(row, column)[1] == 0 then
          shown = shown .. line:sub(column, column)
        end
      end
      table.insert(drawn, shown)
    end
    return drawn
  end)
  vim.api.nvim_win_close(window, true)
  return table.concat(lines, '\n')
end

function M.finish()
  vim.cmd(failed == 0 and 'qall!' or 'cquit!')
end

return M
