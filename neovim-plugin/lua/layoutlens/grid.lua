--- The grid of a layout in a floating window.
local clients = require('layoutlens.clients')

local M = {}

local namespace = vim.api.nvim_create_namespace('layoutlens.grid')

--- Colours, from the smallest offset to the largest; a colour scheme may set its own.
local SHADES = { 'Identifier', 'Type', 'String', 'Number', 'Special', 'Statement', 'PreProc', 'Constant' }

local function define_highlights()
  vim.cmd('highlight default link LayoutLensTitle Title')
  vim.cmd('highlight default link LayoutLensFacts Comment')
  for index, group in ipairs(SHADES) do
    vim.cmd(('highlight default link LayoutLensOffset%d %s'):format(index, group))
  end
end

local function split(text)
  return vim.split((text or ''):gsub('\n+$', ''), '\n', { plain = true })
end

--- The facts are a little Markdown; the float shows plain text. An escaped mark is one of the text.
local function plain_lines(markdown)
  local text = vim.trim(markdown or ''):gsub('\\(%p)', function(mark)
    return ('\1%d\2'):format(mark:byte())
  end)
  text = text:gsub('%*%*', ''):gsub('`', ''):gsub(' +\n', '\n'):gsub('\1(%d+)\2', function(byte)
    return string.char(tonumber(byte))
  end)
  return text == '' and {} or split(text)
end

local function largest_number(lines)
  local largest = 0
  for _, line in ipairs(lines) do
    for digits in line:gmatch('%d+') do
      largest = math.max(largest, tonumber(digits))
    end
  end
  return largest
end

local function highlight(buffer, group, row, from, to)
  vim.api.nvim_buf_set_extmark(buffer, namespace, row, from, { end_col = to, hl_group = group })
end

--- Colours each number behind the row header of a line by its size.
local function colour_cells(buffer, row, line, largest)
  local header = line:find('|', 1, true) or line:find('│', 1, true)
  if not header then
    highlight(buffer, 'LayoutLensFacts', row, 0, #line)
    return
  end
  highlight(buffer, 'LayoutLensFacts', row, 0, header)
  for from, digits, to in line:gmatch('()(%d+)()') do
    if from > header then
      local shade = 1 + math.floor(tonumber(digits) * (#SHADES - 1) / math.max(largest, 1))
      highlight(buffer, 'LayoutLensOffset' .. shade, row, from - 1, to - 1)
    end
  end
end

local STALE = 'Drawn before the last edit: it may be another one now.'

--- Says in the float that the code was edited behind it, once it is; a float that was closed needs nothing.
local function mark_when_stale(buffer)
  local group = vim.api.nvim_create_augroup('layoutlens.grid', { clear = true })
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'FileChangedShellPost' }, {
    group = group,
    callback = function(event)
      if not vim.api.nvim_buf_is_valid(buffer) then
        vim.api.nvim_clear_autocmds({ group = group })
      elseif event.buf ~= buffer then
        vim.api.nvim_clear_autocmds({ group = group })
        vim.api.nvim_buf_set_extmark(buffer, namespace, 0, 0, { virt_text = { { STALE, 'WarningMsg' } } })
      end
    end,
  })
end

--- Opens the float for `{ title, text, facts }` as the server sends them. Called again, it moves the
--- cursor into the float, to scroll a large grid; `q` closes it there.
function M.show(grid)
  define_highlights()
  local facts = plain_lines(grid.facts)
  local cells = split(grid.text)
  local lines = { grid.title, unpack(facts) }
  if #facts > 0 then
    table.insert(lines, '')
  end
  local first_cell_row = #lines
  vim.list_extend(lines, cells)

  local buffer, window = vim.lsp.util.open_floating_preview(lines, 'text', {
    border = 'rounded',
    focus_id = 'layoutlens.grid',
    -- A sentence that says why there are no cells may go on below.
    wrap = grid.svg == vim.NIL,
    max_width = math.max(20, vim.o.columns - 4),
    max_height = math.max(5, vim.o.lines - 6),
  })
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  highlight(buffer, 'LayoutLensTitle', 0, 0, #lines[1])
  for row = 1, first_cell_row - 1 do
    highlight(buffer, 'LayoutLensFacts', row, 0, #lines[row + 1])
  end
  local largest = largest_number(cells)
  for index, line in ipairs(cells) do
    colour_cells(buffer, first_cell_row + index - 1, line, largest)
  end
  mark_when_stale(buffer)
  return buffer, window
end

--- Asks the server for the grid of the layout under the cursor and shows it.
function M.under_cursor()
  local buffer = vim.api.nvim_get_current_buf()
  local client = clients.of_buffer(buffer)
  if not client then
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  clients.request(client, 'layoutlens/grid', params, function(error, grid)
    if error then
      vim.notify('LayoutLens: ' .. error.message, vim.log.levels.ERROR)
    elseif grid then
      M.show(grid)
    else
      vim.notify('LayoutLens: there is no layout on this line.', vim.log.levels.INFO)
    end
  end, buffer)
end

return M
