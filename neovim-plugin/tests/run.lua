-- The plugin with the real server. Started by `cargo xtask test`:
--   LAYOUTLENS_BIN=... LAYOUTLENS_TEST_WORKSPACES=... nvim --headless -u NONE -i NONE -n \
--     --cmd 'set runtimepath^=neovim-plugin' -c 'luafile neovim-plugin/tests/run.lua'
vim.cmd('runtime plugin/layoutlens.lua | filetype plugin on')
local harness = dofile(debug.getinfo(1, 'S').source:sub(2):gsub('run%.lua$', 'harness.lua'))
local clients = require('layoutlens.clients')
local test, wait, contains = harness.test, harness.wait, harness.contains

require('layoutlens').setup({ cmd = { vim.env.LAYOUTLENS_BIN, 'lsp' }, lens = { show = true } })

local function attached(buffer)
  return wait('the server', function()
    return clients.running(buffer)[1]
  end)
end

--- Waits until `buffer` has another server than `before`, which is gone: nothing of the restart is left to happen.
local function restarted(buffer, before)
  return wait('another server', function()
    local client = clients.running(buffer)[1]
    return client and client.id ~= before and not vim.lsp.get_client_by_id(before) and client
  end)
end

local function lens_titles(buffer)
  return vim.tbl_map(function(lens)
    local command = lens.command or (lens.lens and lens.lens.command)
    return command and command.title or 'not resolved'
  end, vim.lsp.codelens.get(vim.fn.has('nvim-0.12') == 1 and { bufnr = buffer } or buffer))
end

local function hover_at(text)
  harness.point_at(text)
  vim.lsp.buf.hover()
  return harness.float_text()
end

local function run()
  test('a CUDA buffer gets the server', function()
    local buffer = harness.open('cuda/layouts.cu')
    assert(vim.bo[buffer].filetype == 'cuda')
    attached(buffer)
  end)

  test('hover shows facts and grid as text, and no picture', function()
    local hover = hover_at('A = (4,8)')
    contains(hover, 'A = (4,8):(8,1)')
    contains(hover, 'cosize 32')
    contains(hover, '24 25 26 27 28 29 30 31')
    assert(not hover:find('data:image', 1, true), hover)
  end)

  test('Python and Rust buffers get the server', function()
    attached(harness.open('python/elementwise.py'))
    contains(hover_at('val = (4,8)'), 'val = (4,8):(8,1)')
    attached(harness.open('rust/src/lib.rs'))
    contains(hover_at('padded = (32,32)'), 'padded = (32,32):(33,1)')
  end)

  test('one server serves all files of a project', function()
    local first = attached(harness.open('cuda/layouts.cu'))
    local second = attached(harness.open('cuda/tiled_copy.cu'))
    assert(first.id == second.id)
  end)

  test('names of statements lead to their declaration, are listed, and are renamed in one step', function()
    local buffer = harness.open('cuda/layouts.cu')
    attached(buffer)
    local function text()
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    end
    local before = text()
    harness.point_at('A, <2,4>)')
    vim.lsp.buf.definition()
    wait('the declaration', function()
      return vim.fn.getline('.'):find('let A', 1, true)
    end)
    vim.lsp.buf.references()
    wait('the uses', function()
      return #vim.fn.getqflist() > 1
    end)
    vim.cmd('cclose')
    vim.lsp.buf.rename('rows')
    wait('the new name', function()
      return text():find('let rows =', 1, true)
    end)
    contains(text(), 'zipped_divide(rows, <2,4>)')
    vim.cmd('undo')
    assert(text() == before, 'one step')
  end)

  if vim.lsp.semantic_tokens then
    test('statements have colours, and nothing else has', function()
      local buffer = harness.open('cuda/layouts.cu')
      local function kind_at(part)
        harness.point_at(part)
        local tokens = vim.lsp.semantic_tokens.get_at_pos(buffer) or {}
        return tokens[1] and tokens[1].type
      end
      wait('the colour of an operation', function()
        return kind_at('zipped_divide') == 'function'
      end)
      assert(kind_at('let A') == 'keyword')
      assert(kind_at('using namespace') == nil)
    end)
  end

  test('a division that cannot work is a diagnostic', function()
    local buffer = harness.open('broken/shape-divisibility.cu')
    local found = wait('a diagnostic', function()
      return vim.diagnostic.get(buffer)[1]
    end)
    assert(found.severity == vim.diagnostic.severity.ERROR)
    contains(vim.inspect(found), 'shape-divisibility')
  end)

  dofile(debug.getinfo(1, 'S').source:sub(2):gsub('run%.lua$', 'actions.lua'))(harness, attached)

  test('lenses stand above show and run', function()
    local buffer = harness.open('cuda/layouts.cu')
    local titles
    -- From 0.12 on a lens gets its title when it is drawn, and nothing is drawn here; the next test runs it.
    local grid_title = vim.fn.has('nvim-0.12') == 1 and 'not resolved' or 'open grid'
    wait('three kinds of lenses', function()
        titles = table.concat(lens_titles(buffer), '\n')
      return titles:find(grid_title) and titles:find('run on GPU') and titles:find('emulate')
    end)
  end)

  test('the lens above show opens the grid in a float', function()
    harness.point_at('cute: show T')
    -- Lenses that are asked for again are away until they come, and have no command until they are resolved. Of the first,
    -- Neovim says so and does nothing.
    wait('the lens to be there and resolved', function()
      local notify, is_away = vim.notify, false
      vim.notify = function()
        is_away = true
      end
      local ran = pcall(vim.lsp.codelens.run)
      vim.notify = notify
      return ran and not is_away
    end)
    contains(harness.float_text(), '31')
  end)

  test(':LayoutLensGrid shows the grid under the cursor', function()
    harness.point_at('A = (4,8)')
    vim.cmd('LayoutLensGrid')
    contains(harness.float_text(), '24 25 26 27 28 29 30 31')
  end)

  test(':LayoutLensGrid says why a layout has no cells, from anywhere on its line', function()
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder, 'p')
    vim.fn.writefile({
      '#include <cute/tensor.hpp>',
      'using namespace cute;',
      'void f(int m, int n) {',
      '  auto rows = make_layout(make_shape(m, n));',
      '}',
    }, folder .. '/run_time.cu')
    vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/run_time.cu'))
    attached(vim.api.nvim_get_current_buf())
    harness.point_at('auto rows')
    vim.cmd('LayoutLensGrid')
    local shown = harness.float_text()
    contains(shown, 'rows = (m,n):(1,m)')
    contains(shown, '`m` and `n` are known at run time only')
    vim.fn.delete(folder, 'rf')
    harness.open('cuda/layouts.cu')
  end)

  test(':LayoutLensView serves a bench that follows the cursor, and is for who has its token', function()
    harness.point_at('A = (4,8)')
    -- No test opens a browser.
    local open = vim.ui.open
    vim.ui.open = function()
      return nil, 'there is none'
    end
    vim.cmd('LayoutLensView')
    local view = require('layoutlens.view')
    local url = wait('the address', function()
      return view.url
    end)
    vim.ui.open = open
    local address, ticket = url:match('^(http://127%.0%.0%.1:%d+)/#(%x+)$')
    assert(#ticket == 32, url)
    local function curl(arguments)
      return vim.fn.system(vim.list_extend({ 'curl', '--silent', '--max-time', '20' }, arguments))
    end
    assert(curl({ address .. '/events' }):find('Unauthorized', 1, true))
    local token = curl({ '--header', 'Origin: ' .. address, '--data', ticket, address .. '/ticket' })
    assert(#token == 32 and token ~= ticket, token)
    local bearer = 'Authorization: Bearer ' .. token
    local heard = vim.fn.tempname()
    local job = vim.fn.jobstart({ 'curl', '--silent', '--no-buffer', '--output', heard, '--header', bearer, address .. '/events' })
    local function has_heard(part)
      return wait(part, function()
        local file = io.open(heard)
        local text = file and file:read('*a') or ''
        if file then
          file:close()
        end
        return text:find(part, 1, true)
      end)
    end
    has_heard('"event":"show"')
    harness.point_at('zipped_divide')
    vim.cmd('doautocmd CursorMoved')
    has_heard('"event":"cursor"')
    vim.fn.jobstop(job)
  end)

  test('a grid that stays open says that the code was edited behind it', function()
    harness.point_at('A = (4,8)')
    local buffer = require('layoutlens.grid').show({ title = 'A', text = '| 0 1', facts = '' })
    local namespace = vim.api.nvim_get_namespaces()['layoutlens.grid']
    local function marks()
      return vim.inspect(vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true }))
    end
    assert(not marks():find('last edit'), marks())
    vim.cmd('doautocmd TextChanged')
    contains(marks(), 'Drawn before the last edit')
    harness.float_text()
  end)

  local function open_runs()
    local long = '(1600,1600):(1,1600)'
    vim.cmd('edit ' .. vim.fn.tempname() .. '.cu')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, {
      '// cute: run copy (64,64):(1,64) -> (64,64):(68,1) : f32',
      'void transpose();',
      ('// cute: run gemm %s, %s -> %s : f32'):format(long, long, long),
      'void multiply();',
    })
    return vim.api.nvim_get_current_buf()
  end

  --- Runs the lens with this name above the line of `text`, as a user who picks it from the list.
  local function run_lens(name, text)
    harness.point_at(text)
    local select, chosen = vim.ui.select, nil
    vim.ui.select = function(items, options, on_choice)
      for index, item in ipairs(items) do
        if options.format_item(item):find(name, 1, true) then
          chosen = item
          return on_choice(item, index)
        end
      end
    end
    local buffer = vim.api.nvim_get_current_buf()
    wait('lenses', function()
      if #lens_titles(buffer) > 0 then
        return true
      end
      require('layoutlens.attach').refresh(attached(buffer).id)
    end)
    vim.lsp.codelens.run()
    wait('the lens ' .. name, function()
      return chosen
    end)
    vim.ui.select = select
  end

  --- The titles of the lenses, asked from the server: Neovim draws them on a screen only.
  local function drawn_lenses(buffer, count)
    local answer = vim.lsp.buf_request_sync(buffer, 'textDocument/codeLens', {
      textDocument = vim.lsp.util.make_text_document_params(buffer),
    }, harness.LIMIT_MS)
    local titles = {}
    for _, reply in pairs(answer or {}) do
      for _, lens in ipairs(reply.result or {}) do
        table.insert(titles, lens.command and lens.command.title or '')
      end
    end
    return count and #titles or table.concat(titles, '\n')
  end

  test('a run shows how far it is, and :LayoutLensCancel ends it', function()
    local buffer = open_runs()
    local runs = require('layoutlens.runs')
    attached(buffer)
    wait('a run that was cancelled before it ended', function()
      local before = drawn_lenses(buffer)
      run_lens('emulate', 'run gemm')
      wait('its progress, or its end on a machine that is faster than the eye', function()
        local run = select(2, next(runs.under_way))
        return run and run.message or drawn_lenses(buffer) ~= before
      end)
      vim.cmd('LayoutLensCancel')
      wait('its end', function()
        return next(runs.under_way) == nil
      end)
      return drawn_lenses(buffer) == before
    end)
  end)

  test('the emulator checks every element, and its result stands behind the lens', function()
    local buffer = open_runs()
    attached(buffer)
    run_lens('emulate', 'run copy')
    wait('the result', function()
      return drawn_lenses(buffer):find('emulate: 0 of 4096 wrong on the CPU emulator', 1, true)
    end)
    contains(hover_at('run copy'), 'predicted')
  end)

  test('the kernel opens in a buffer that cannot be edited', function()
    open_runs()
    run_lens('kernel', 'run copy')
    wait('the kernel', function()
      return vim.api.nvim_buf_get_name(0):find('layoutlens://kernel-', 1, true)
    end)
    contains(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'), '__global__')
    assert(not vim.bo.modifiable)
    vim.cmd('close')
  end)

  test(':LayoutLensExplain puts what a compiler\'s message is about into the quickfix list', function()
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder, 'p')
    vim.fn.writefile({
      '#include <cute/tensor.hpp>',
      'using namespace cute;',
      'void f() {',
      '  auto layout = make_layout(make_shape(Int<4>{}, Int<6>{}, Int<8>{}), make_stride(Int<2>{}, Int<3>{}, Int<5>{}));',
      '  auto tile = composition(layout, make_layout(Int<6>{}));',
      '}',
    }, folder .. '/kernel.cu')
    vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/kernel.cu'))
    attached(vim.api.nvim_get_current_buf())
    local notified = {}
    local notify = vim.notify
    vim.notify = function(message)
      table.insert(notified, message)
    end
    -- That of lines of a buffer without a file, as of a terminal.
    vim.fn.setqflist({}, 'r', { items = {} })
    vim.cmd('new')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, {
      'In file included from ' .. folder .. '/kernel.cu:1:',
      'layout.hpp:1080:5: error: static assertion failed: Static shape_div failure',
      folder .. '/kernel.cu:5:26:   required from here',
    })
    vim.cmd('%LayoutLensExplain')
    local items = wait('the quickfix list', function()
      local found = vim.fn.getqflist()
      return found[1] and found
    end)
    assert(items[1].lnum == 5, vim.inspect(items))
    assert(vim.fn.fnamemodify(vim.fn.bufname(items[1].bufnr), ':t') == 'kernel.cu', vim.inspect(items))
    contains(items[1].text, 'shape-divisibility: ')
    contains(items[1].text, '6 elements')
    vim.cmd('cclose')
    -- A text that is about no layout is told, and no list is opened.
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'make: *** [all] Error 2' })
    vim.cmd('%LayoutLensExplain')
    wait('what is said of a message about something else', function()
      return notified[1]
    end)
    contains(notified[1], 'LayoutLens: ')
    vim.notify = notify
    vim.cmd('bwipeout! | bwipeout!')
    vim.fn.delete(folder, 'rf')
  end)

  test(':LayoutLensExplain takes what was yanked, and says when nothing was', function()
    local asked, notified = nil, nil
    local request, notify = clients.request, vim.notify
    clients.request = function(_, _, params)
      asked = params.arguments[1].message
    end
    vim.notify = function(message)
      notified = message
    end
    harness.open('cuda/layouts.cu')
    vim.fn.setreg('"', '')
    vim.cmd('LayoutLensExplain')
    contains(notified or 'nothing', 'nothing is copied')
    assert(asked == nil, asked)
    vim.fn.setreg('"', 'layout.hpp:1080:5: error: static assertion failed')
    vim.cmd('LayoutLensExplain')
    contains(asked or 'nothing', 'static assertion failed')
    clients.request, vim.notify = request, notify
  end)

  test('a buffer without the server is told how it comes back', function()
    local notified
    local notify = vim.notify
    vim.notify = function(message)
      notified = message
    end
    vim.cmd('new')
    for _, command in ipairs({ 'LayoutLensGrid', 'LayoutLensFix' }) do
      notified = nil
      vim.cmd(command)
      contains(notified or 'nothing', ':LayoutLensRestart')
    end
    vim.notify = notify
    vim.cmd('bwipeout!')
  end)

  test(':LayoutLensRestart starts another server in the same buffer', function()
    local buffer = harness.open('cuda/layouts.cu')
    local before = attached(buffer).id
    vim.cmd('LayoutLensRestart')
    restarted(buffer, before)
    contains(hover_at('A = (4,8)'), 'A = (4,8):(8,1)')
  end)

  test('a restart brings the server back though a file of another project starts one meanwhile', function()
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder .. '/.git', 'p')
    vim.fn.writefile({ '// cute: A = (4,8):(8,1)' }, folder .. '/other.cu')
    local buffer = harness.open('cuda/layouts.cu')
    local before = attached(buffer).id
    vim.cmd('LayoutLensRestart')
    vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/other.cu'))
    attached(vim.api.nvim_get_current_buf())
    restarted(buffer, before)
    vim.cmd('bwipeout!')
    vim.fn.delete(folder, 'rf')
  end)

  test('run.command of setup starts the workers with a GPU, and nothing of the project does', function()
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder .. '/.vscode', 'p')
    local mark = folder .. '/ran'
    local of_the_project = vim.fn.json_encode({ ['layoutlens.run.command'] = { 'touch', mark } })
    vim.fn.writefile({ of_the_project }, folder .. '/.vscode/settings.json')
    vim.fn.writefile({ ('run.command = ["touch", "%s"]'):format(mark) }, folder .. '/layoutlens.toml')
    vim.fn.writefile({ '// cute: run copy (4,8):(8,1) -> (4,8):(1,4) : f32' }, folder .. '/project.cu')
    local refuses = "echo 'me@gpu-box: Permission denied (publickey).' >&2; exit 255"
    require('layoutlens').setup({ run = { command = { '/bin/sh', '-c', refuses } } })
    vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/project.cu'))
    local buffer = vim.api.nvim_get_current_buf()
    attached(buffer)
    local answer
    vim.lsp.buf_request_all(buffer, 'workspace/executeCommand', {
      command = 'layoutlens.runOnGpu',
      arguments = {
        { uri = vim.uri_from_bufnr(buffer), statement = 'run copy (4,8):(8,1) -> (4,8):(1,4) : f32' },
      },
    }, function(results)
      for _, response in pairs(results) do
        answer = response.result or response.error
      end
    end)
    wait('the answer of the run', function()
      return answer
    end)
    assert(answer.error and answer.error.code == 'worker-unreachable', vim.inspect(answer))
    assert(vim.fn.filereadable(mark) == 0)
    vim.fn.delete(folder, 'rf')
    require('layoutlens').setup({ run = {} })
  end)

  test('a product of names in a hover reads as it is written', function()
    vim.cmd('edit ' .. vim.fn.tempname() .. '.cu')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, {
      '#include <cute/tensor.hpp>',
      'using namespace cute;',
      '__global__ void f(int ldA) {',
      '  auto c = make_layout(128*blockIdx.x*ldA);',
      '}',
    })
    attached(vim.api.nvim_get_current_buf())
    harness.point_at('c = make')
    vim.lsp.buf.hover()
    local drawn = harness.drawn_float()
    contains((drawn:gsub('`', '')), 'size 128*blockIdx.x*ldA')
    vim.cmd('bwipeout!')
  end)

  test('options that are set while a server runs count at once', function()
    local buffer = harness.open('cuda/layouts.cu')
    attached(buffer)
    local function has_grid_lens()
      return drawn_lenses(buffer, true) > 3
    end
    assert(has_grid_lens())
    require('layoutlens').setup({ lens = { show = false } })
    wait('fewer lenses', function()
      return not has_grid_lens()
    end)
    require('layoutlens').setup({ lens = { show = true } })
    wait('all lenses', has_grid_lens)
  end)

  test('a misspelt option is told with the nearest one, and the others count', function()
    local said = {}
    local notify = vim.notify
    vim.notify = function(message)
      table.insert(said, message)
    end
    require('layoutlens').setup({ hint = true, hints = { tupels = true, tiled = 1, aliases = true }, filetypes = 'cuda' })
    vim.notify = notify
    local message = table.concat(said, '\n')
    contains(message, 'there is no option `hint`; the nearest is `hints`')
    contains(message, 'there is no option `hints.tupels`; the nearest is `hints.tuples`')
    contains(message, '`hints.tiled` is a boolean, not a number')
    contains(message, '`filetypes` is a table, not a string')
    assert(require('layoutlens.config').options.hints.aliases == true)
  end)

  test(':checkhealth says what is right, what is wrong and what to do', function()
    vim.cmd('checkhealth layoutlens')
    local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    contains(report, 'layoutlens 0.')
    contains(report, 'the nearest is `hints.tuples`')
    contains(report, 'layoutlens.setup()')
    contains(report, 'running for')
    require('layoutlens').setup({ hints = {} })
    local cmd = require('layoutlens.config').options.cmd
    require('layoutlens.config').options.cmd = { '/gone/layoutlens', 'lsp' }
    vim.cmd('checkhealth layoutlens')
    require('layoutlens.config').options.cmd = cmd
    report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    contains(report, '"/gone/layoutlens" cannot be run')
    contains(report, 'or name its place')
    contains(report, 'the options of setup() are right')
  end)

  test(':help layoutlens leads to the page and its tags', function()
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder .. '/doc', 'p')
    local page = vim.api.nvim_get_runtime_file('doc/layoutlens.txt', false)[1]
    vim.fn.writefile(vim.fn.readfile(page), folder .. '/doc/layoutlens.txt')
    vim.cmd('helptags ' .. vim.fn.fnameescape(folder .. '/doc'))
    vim.opt.runtimepath:prepend(folder)
    for _, tag in ipairs({ 'layoutlens', 'layoutlens.setup()', ':LayoutLensFix', 'layoutlens-health' }) do
      vim.cmd('help ' .. tag)
      assert(vim.api.nvim_buf_get_name(0):find('layoutlens.txt', 1, true), tag)
      contains(vim.api.nvim_get_current_line(), '*' .. tag .. '*')
    end
    vim.cmd('helpclose')
    vim.opt.runtimepath:remove(folder)
    vim.fn.delete(folder, 'rf')
  end)

  test(':LayoutLensFix applies the fix of the line', function()
    vim.cmd('edit ' .. vim.fn.tempname() .. '.cu')
    local buffer = vim.api.nvim_get_current_buf()
    vim.api.nvim_buf_set_lines(0, 0, -1, false, {
      '// cute: let Layout = (4,8):(1,4)',
      '// cute: show Layot',
      'void f();',
    })
    attached(buffer)
    wait('the finding', function()
      return vim.diagnostic.get(buffer)[1]
    end)
    harness.point_at('show Layot')
    local select = vim.ui.select
    vim.ui.select = function(items, options, on_choice)
      for index, item in ipairs(items) do
        if options.format_item(item):find('Layout', 1, true) then
          return on_choice(item, index)
        end
      end
    end
    vim.cmd('LayoutLensFix')
    wait('the right name', function()
      return vim.api.nvim_buf_get_lines(buffer, 1, 2, false)[1] == '// cute: show Layout'
    end)
    vim.ui.select = select
    vim.cmd('bwipeout!')
  end)

  test('hints are on where Neovim draws them', function()
    if vim.lsp.inlay_hint then
      local buffer = harness.open('cuda/layouts.cu')
      wait('hints', function()
        return #vim.lsp.inlay_hint.get({ bufnr = buffer }) > 0
      end)
      buffer = harness.open('cuda/plain.cu')
      wait('the cost of an access', function()
        return vim.inspect(vim.lsp.inlay_hint.get({ bufnr = buffer })):find('32 wavefronts for 1', 1, true)
      end)
    end
  end)

  test('the configuration for vim.lsp.enable is the one of setup', function()
    local from_file = dofile(vim.api.nvim_get_runtime_file('lsp/layoutlens.lua', false)[1])
    assert(from_file.cmd[1] == vim.env.LAYOUTLENS_BIN)
    assert(vim.deep_equal(from_file.filetypes, { 'cuda', 'cpp', 'c', 'python', 'rust' }))
    assert(from_file.init_options.hover.images == false)
  end)

  test('the configuration without the plugin, on the page on editors, is that of the plugin', function()
    local page = table.concat(vim.fn.readfile(vim.env.LAYOUTLENS_TEST_WORKSPACES .. '/../docs/editors.md'), '\n')
    local block = page:match('```lua\n(return {.-)\n```')
    local written = assert(loadstring(block))()
    local client = require('layoutlens.config').client()
    assert(vim.deep_equal(written.cmd, { 'layoutlens', 'lsp' }))
    assert(vim.deep_equal(written.filetypes, client.filetypes))
    assert(vim.deep_equal(written.root_markers, client.root_markers), vim.inspect(client.root_markers))
  end)

  test('setup and restart use vim.lsp.config and vim.lsp.enable where they exist', function()
    if vim.lsp.config then
      return
    end
    -- What stands in for Neovim's functions hears this test alone: no server is left that another test started.
    local calls = {}
    vim.lsp.config = function(name, config)
      table.insert(calls, 'config ' .. name .. ' ' .. config.cmd[2])
    end
    vim.lsp.enable = function(name, on)
      table.insert(calls, 'enable ' .. name .. ' ' .. tostring(on ~= false))
    end
    require('layoutlens').setup({})
    require('layoutlens').restart()
    wait('the restart', function()
      return #calls >= 5
    end)
    vim.lsp.config, vim.lsp.enable = nil, nil
    local expected = { 'config layoutlens lsp', 'enable layoutlens true', 'enable layoutlens false' }
    vim.list_extend(expected, { expected[1], expected[2] })
    assert(vim.deep_equal(calls, expected), vim.inspect(calls))
  end)

  test('a missing program is named, with the way out', function()
    local said = {}
    local notify = vim.notify
    vim.notify = function(message)
      table.insert(said, message)
    end
    require('layoutlens').setup({ cmd = { '/gone/layoutlens', 'lsp' } })
    vim.notify = notify
    contains(said[1] or '', '"/gone/layoutlens" cannot be run')
  end)

  harness.finish()
end

-- As when a user works: after the start, of which this file is a part.
vim.api.nvim_create_autocmd('VimEnter', {
  once = true,
  callback = vim.schedule_wrap(function()
    harness.guard(run)
  end),
})
