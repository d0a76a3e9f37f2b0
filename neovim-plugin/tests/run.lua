-- The plugin with the real server. Started by `cargo xtask test`:
--   LAYOUTLENS_BIN=... LAYOUTLENS_TEST_WORKSPACES=... nvim --headless -u NONE -i NONE -n \
--     --cmd 'set runtimepath^=neovim-plugin' -c 'luafile neovim-plugin/tests/run.lua'
vim.cmd('runtime plugin/layoutlens.lua | filetype plugin on')
local harness = dofile(debug.getinfo(1, 'S').source:sub(2):gsub('run%.lua$', 'harness.lua'))
local clients = require('layoutlens.clients')
local test, wait, contains = harness.test, harness.wait, harness.contains

require('layoutlens').setup({ cmd = { vim.env.LAYOUTLENS_BIN, 'lsp' } })

local function attached(buffer)
  return wait('the server', function()
    return clients.running(buffer)[1]
  end)
end

local function lens_titles(buffer)
  return vim.tbl_map(function(lens)
    return (lens.command or lens.lens.command).title
  end, vim.lsp.codelens.get(buffer))
end

local function hover_at(text)
  harness.point_at(text)
  vim.lsp.buf.hover()
  return harness.float_text()
end

test('a CUDA buffer gets the server', function()
  local buffer = harness.open('cuda/layouts.cu')
  assert(vim.bo[buffer].filetype == 'cuda')
  attached(buffer)
end)

test('hover shows facts and grid as text, and no picture', function()
  local hover = hover_at('let A')
  contains(hover, '(4,8):(1,4)')
  contains(hover, 'cosize')
  contains(hover, '28')
  assert(not hover:find('data:image', 1, true), hover)
end)

test('Python and Rust buffers get the server', function()
  for _, file in ipairs({ 'python/layouts.py', 'rust/layouts.rs' }) do
    attached(harness.open(file))
    contains(hover_at('let A'), '(4,8):(1,4)')
  end
end)

test('one server serves all files of a project', function()
  assert(#clients.running() == 1)
end)

test('a division that cannot work is a diagnostic', function()
  local buffer = harness.open('broken/division.cu')
  local found = wait('a diagnostic', function()
    return vim.diagnostic.get(buffer)[1]
  end)
  contains(found.message, '4 does not divide 6')
  assert(found.severity == vim.diagnostic.severity.ERROR)
  assert(found.code == 'shape-divisibility', vim.inspect(found))
end)

test('lenses stand above show and run', function()
  local buffer = harness.open('cuda/layouts.cu')
  local titles = wait('lenses', function()
    local found = lens_titles(buffer)
    return #found > 0 and table.concat(found, '\n')
  end)
  contains(titles, 'open grid')
  contains(titles, 'emulate')
end)

test('the lens above show opens the grid in a float', function()
  harness.point_at('cute: show A')
  vim.lsp.codelens.run()
  contains(harness.float_text(), '28')
end)

test(':LayoutLensGrid shows the grid under the cursor', function()
  harness.point_at('let A')
  vim.cmd('LayoutLensGrid')
  contains(harness.float_text(), '28')
end)

test(':LayoutLensRestart starts another server in the same buffer', function()
  local buffer = harness.open('cuda/layouts.cu')
  local before = attached(buffer).id
  vim.cmd('LayoutLensRestart')
  wait('another server', function()
    local client = clients.running(buffer)[1]
    return client and client.id ~= before
  end)
  contains(hover_at('let A'), '(4,8):(1,4)')
end)

test('hints are on where Neovim draws them', function()
  if vim.lsp.inlay_hint then
    local buffer = harness.open('cuda/layouts.cu')
    wait('hints', function()
      return #vim.lsp.inlay_hint.get({ bufnr = buffer }) > 0
    end)
  end
end)

test('the configuration for vim.lsp.enable is the one of setup', function()
  local from_file = dofile(vim.api.nvim_get_runtime_file('lsp/layoutlens.lua', false)[1])
  assert(from_file.cmd[1] == vim.env.LAYOUTLENS_BIN)
  assert(vim.deep_equal(from_file.filetypes, { 'cuda', 'cpp', 'c', 'python', 'rust' }))
  assert(from_file.init_options.hover.images == false)
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
