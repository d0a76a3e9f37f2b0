-- Code actions, chosen as a user does. Returns a function that runs the tests.
return function(harness, attached)
  local test, wait, contains = harness.test, harness.wait, harness.contains

  --- Chooses the action whose title begins so, of those that are offered at the cursor.
  local function choose(title)
    local select, offered = vim.ui.select, nil
    vim.ui.select = function(items, options, on_choice)
      offered = {}
      for index, item in ipairs(items) do
        offered[index] = options.format_item(item)
        if offered[index]:find(title, 1, true) == 1 then
          return on_choice(item, index)
        end
      end
    end
    vim.lsp.buf.code_action()
    wait('code actions', function()
      return offered
    end)
    vim.ui.select = select
    contains(table.concat(offered, '\n'), title)
  end

  local function text()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  end

  test('a fix mends the line, and is undone in one step', function()
    attached(harness.open('broken/ambiguous-name.cu'))
    local before = text()
    harness.point_at('e0 = ')
    choose('rename it to `e0_`')
    wait('the edit', function()
      return text():find('let e0_ = (4,8):(1,4)', 1, true)
    end)
    vim.cmd('silent undo')
    assert(text() == before, text())
  end)

  test('a plain kernel has a hover on an access, and a fix that pads its rows', function()
    attached(harness.open('cuda/plain.cu'))
    local before = text()
    harness.point_at('tile[threadIdx.x]')
    vim.lsp.buf.hover()
    contains(harness.float_text(), '32 wavefronts for 1')
    harness.point_at('tile[threadIdx.x]')
    choose('pad the rows of `tile` by 1')
    wait('the edit', function()
      return text():find('tile[32][32 + 1]', 1, true)
    end)
    vim.cmd('silent undo')
    assert(text() == before, text())
  end)

  test('a statement is emulated by an action on its line', function()
    local buffer = harness.open('cuda/layouts.cu')
    attached(buffer)
    harness.point_at('cute: run copy')
    choose('emulate')
    local asked, titles = false, ''
    wait('the report', function()
      if not asked then
        asked = true
        local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) } }
        vim.lsp.buf_request(buffer, 'textDocument/codeLens', params, function(_, lenses)
          asked = false
          titles = table.concat(
            vim.tbl_map(function(lens)
              return lens.command and lens.command.title or ''
            end, lenses or {}),
            '\n'
          )
        end)
      end
      return titles:find('emulate: 0 of 32 wrong on the CPU emulator', 1, true)
    end)
  end)

  test('a grid is opened by an action on its line', function()
    attached(harness.open('cuda/layouts.cu'))
    harness.point_at('cute: show T')
    choose('open the grid')
    contains(harness.float_text(), '31')
  end)
end
