--- Running servers, asked in the way of each Neovim version.
local M = {}

--- Every running layoutlens client, or those of `buffer`.
function M.running(buffer)
  local all
  if vim.lsp.get_clients then
    all = vim.lsp.get_clients({ bufnr = buffer })
  elseif buffer then
    all = vim.tbl_values(vim.lsp.buf_get_clients(buffer))
  else
    all = vim.lsp.get_active_clients()
  end
  return vim.tbl_filter(function(client)
    return client.name == 'layoutlens'
  end, all)
end

local WAYS_OUT = ':LayoutLensRestart starts it, :checkhealth layoutlens says what is wrong.'

local function told(client, where)
  if not client then
    vim.notify(('LayoutLens: the server is not running%s: %s'):format(where, WAYS_OUT), vim.log.levels.WARN)
  end
  return client
end

--- The server of `buffer`; without one the user is told.
function M.of_buffer(buffer)
  return told(M.running(buffer)[1], ' in this buffer')
end

--- Buffers, those in which the user was last in front: what stands in `buffer` is likeliest about these.
local function last_used()
  local alternate = vim.fn.bufnr('#')
  local buffers = vim.fn.getbufinfo({ bufloaded = 1 })
  table.sort(buffers, function(one, other)
    if (one.bufnr == alternate) ~= (other.bufnr == alternate) then
      return one.bufnr == alternate
    end
    return one.lastused > other.lastused
  end)
  return vim.tbl_map(function(info)
    return info.bufnr
  end, buffers)
end

--- The server of `buffer`, or else that of the project in which the user was last; without one the user is told.
function M.for_command(buffer)
  for _, candidate in ipairs(vim.list_extend({ buffer }, last_used())) do
    local client = M.running(candidate)[1]
    if client then
      return client
    end
  end
  return told(M.running()[1], '')
end

--- Sends `method` and gives the answer to `handler(error, result)`.
function M.request(client, method, params, handler, buffer)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(method, params, handler, buffer)
  end
  return client.request(method, params, handler, buffer)
end

--- Sends `method`, to which there is no answer.
function M.notify(client, method, params)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:notify(method, params)
  end
  return client.notify(method, params)
end

--- Tells the running servers what is set now, and draws what they show anew.
function M.configure(settings)
  for _, client in ipairs(M.running()) do
    client.settings = { layoutlens = settings }
    client.config.settings = client.settings
    M.notify(client, 'workspace/didChangeConfiguration', { settings = client.settings })
    require('layoutlens.attach').refresh(client.id)
  end
end

--- Stops all clients and calls `done` when none of them is left. One that is started meanwhile, for another project,
--- stays and is not waited for.
function M.stop_all(done)
  local stopping = M.running()
  for _, client in ipairs(stopping) do
    if vim.fn.has('nvim-0.11') == 1 then
      client:stop()
    else
      client.stop()
    end
  end
  local timer = vim.loop.new_timer()
  timer:start(
    0,
    20,
    vim.schedule_wrap(function()
      local left = vim.tbl_filter(function(client)
        return vim.lsp.get_client_by_id(client.id) ~= nil
      end, stopping)
      if #left == 0 and not timer:is_closing() then
        timer:close()
        done()
      end
    end)
  )
end

return M
