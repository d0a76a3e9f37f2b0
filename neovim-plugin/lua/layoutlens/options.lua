--- What `setup()` takes, and what is wrong with what it was given.
local M = {}

--- The settings of the server, by group: `doc/layoutlens.txt` and `docs/settings.md` say what each does.
M.SETTINGS = {
  hints = {
    enable = 'boolean',
    place = 'string',
    maximumLength = 'number',
    layouts = 'boolean',
    tensors = 'boolean',
    tuples = 'boolean',
    tiled = 'boolean',
    parameters = 'boolean',
    templateParameters = 'boolean',
    aliases = 'boolean',
    obvious = 'boolean',
    suppositions = 'boolean',
    accesses = 'boolean',
  },
  lens = { enable = 'boolean', show = 'boolean', accesses = 'boolean' },
  run = { command = 'table' },
  format = { enable = 'boolean' },
  semanticTokens = { enable = 'boolean' },
}

--- Options of the plugin itself.
local OWN = { cmd = 'table', filetypes = 'table', on_attach = 'function' }

--- How many letters are put in, left out or exchanged between two words.
local function distance(one, other)
  local row = {}
  for column = 0, #other do
    row[column] = column
  end
  for line = 1, #one do
    local diagonal = row[0]
    row[0] = line
    for column = 1, #other do
      local change = one:byte(line) == other:byte(column) and 0 or 1
      local best = math.min(row[column] + 1, row[column - 1] + 1, diagonal + change)
      diagonal = row[column]
      row[column] = best
    end
  end
  return row[#other]
end

--- The name that is most like `name`.
local function nearest(name, names)
  local best, least
  for candidate in pairs(names) do
    local far = distance(name:lower(), candidate:lower())
    if not least or far < least or (far == least and candidate < best) then
      best, least = candidate, far
    end
  end
  return best
end

local function unknown(name, prefix, names)
  return ('there is no option `%s%s`; the nearest is `%s%s`'):format(prefix, name, prefix, nearest(name, names))
end

--- The settings of a group that are right; `true` and `false` alone switch the group.
local function read_group(group, given, problems)
  local known = M.SETTINGS[group]
  if type(given) == 'boolean' and known.enable then
    return { enable = given }
  end
  if type(given) ~= 'table' then
    table.insert(problems, ('`%s` is a table, not a %s'):format(group, type(given)))
    return nil
  end
  local right = {}
  for name, value in pairs(given) do
    if not known[name] then
      table.insert(problems, unknown(tostring(name), group .. '.', known))
    elseif type(value) ~= known[name] then
      table.insert(problems, ('`%s.%s` is a %s, not a %s'):format(group, name, known[name], type(value)))
    else
      right[name] = value
    end
  end
  return right
end

--- The options that are right, and a sentence for each that is not.
function M.read(given)
  local right, problems = {}, {}
  if type(given) ~= 'table' then
    return right, given == nil and problems or { ('setup() takes a table, not a %s'):format(type(given)) }
  end
  for name, value in pairs(given) do
    if M.SETTINGS[name] then
      right[name] = read_group(name, value, problems)
    elseif not OWN[name] then
      table.insert(problems, unknown(tostring(name), '', vim.tbl_extend('keep', OWN, M.SETTINGS)))
    elseif type(value) ~= OWN[name] then
      table.insert(problems, ('`%s` is a %s, not a %s'):format(name, OWN[name], type(value)))
    else
      right[name] = value
    end
  end
  table.sort(problems)
  return right, problems
end

return M
