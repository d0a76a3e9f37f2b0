if vim.g.loaded_layoutlens then
  return
end
vim.g.loaded_layoutlens = true

vim.api.nvim_create_user_command('LayoutLensGrid', function()
  require('layoutlens').grid()
end, { desc = 'Show the grid of the layout under the cursor' })

vim.api.nvim_create_user_command('LayoutLensView', function(command)
  require('layoutlens').view(command.args)
end, { nargs = '?', desc = 'Open a bench in the browser, which follows the cursor' })

vim.api.nvim_create_user_command('LayoutLensFix', function()
  require('layoutlens').fix()
end, { desc = 'Apply the fix for the line under the cursor' })

vim.api.nvim_create_user_command('LayoutLensExplain', function(command)
  local lines = command.range > 0 and vim.api.nvim_buf_get_lines(0, command.line1 - 1, command.line2, false)
  require('layoutlens').explain(lines and table.concat(lines, '\n') or require('layoutlens.explain').copied())
end, { range = true, desc = 'Say what a compiler\'s message about layouts means' })

vim.api.nvim_create_user_command('LayoutLensRestart', function()
  require('layoutlens').restart()
end, { desc = 'Restart the LayoutLens server' })

vim.api.nvim_create_user_command('LayoutLensCancel', function()
  require('layoutlens').cancel()
end, { desc = 'End the runs that are under way' })

-- The lens above `cute: run` that shows the kernel: in a buffer, not in a file.
vim.lsp.commands['layoutlens.showKernel'] = function(command, context)
  require('layoutlens.kernel').show(command, context)
end

-- The lens above `cute: show` is a command of the client: it carries the grid.
vim.lsp.commands['layoutlens.showGrid'] = function(command)
  require('layoutlens.grid').show(command.arguments[1])
end
