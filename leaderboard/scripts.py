"""What Redis does in one step for the ranks of a board (rank_cache.py says what is kept there).

The first member of a set, with a score that no line has, is "stamp:" and the stamp of its lines.
"""

from typing import Final

# KEYS: set. ARGV: seconds to live, stamp, then score and member of each bound.
# Gives {stamp of the set or ""}, and where it is the one asked for also the number of lines and,
# for each bound, of those below. Equal scores are searched by halves; the text of a bound may be
# the beginning of a member. Hexadecimal digits compare alike in every locale and in memory.
COUNT: Final = """
local set = KEYS[1]
local known = string.sub(redis.call('ZRANGE', set, 0, 0)[1] or '', 7)
if known ~= ARGV[2] then return {known} end
redis.call('EXPIRE', set, ARGV[1])
local reply = {known, redis.call('ZCARD', set) - 1}
for at = 3, #ARGV, 2 do
  local low = redis.call('ZCOUNT', set, '-inf', '(' .. ARGV[at])
  local high = redis.call('ZCOUNT', set, '-inf', ARGV[at])
  while low < high do
    local middle = math.floor((low + high) / 2)
    if redis.call('ZRANGE', set, middle, middle)[1] < ARGV[at + 1] then
      low = middle + 1
    else
      high = middle
    end
  end
  reply[#reply + 1] = low - 1
end
return reply
"""

# Takes in the waiting changes that follow the set's stamp, one after the other. The next stamp
# comes before the last one goes: an empty set would lose its life span.
_FOLLOW: Final = """
local function follow(set, waiting)
  local stamp = string.sub(redis.call('ZRANGE', set, 0, 0)[1] or '', 7)
  while stamp ~= '' do
    local change = redis.call('HGET', waiting, stamp)
    if not change then return end
    redis.call('HDEL', waiting, stamp)
    local after, removed, added = string.match(change, '^(%x+)|([%x,]*)|([%x,]*)$')
    if not after then
      redis.call('UNLINK', set)
      return
    end
    redis.call('ZADD', set, -1, 'stamp:' .. after)
    redis.call('ZREM', set, 'stamp:' .. stamp)
    for key in string.gmatch(removed, '%x+') do
      redis.call('ZREM', set, string.sub(key, 14))
    end
    for key in string.gmatch(added, '%x+') do
      local score = string.format('%.0f', tonumber(string.sub(key, 1, 13), 16))
      redis.call('ZADD', set, score, string.sub(key, 14))
    end
    stamp = after
  end
end
"""

# KEYS: set, waiting changes. ARGV: the stamp before, the change ("" drops the set when it gets
# there). Changes wait for a set that is being built, so they are kept without one too, for a
# bounded time and number: one that is lost costs a build.
CHANGE: Final = (
    _FOLLOW
    + """
if redis.call('HLEN', KEYS[2]) >= 1000 then redis.call('DEL', KEYS[2]) end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], 600)
follow(KEYS[1], KEYS[2])
"""
)

# KEYS: the set built aside, the set, waiting changes. ARGV: its number of lines, their stamp,
# seconds to live. Refuses a set that lost members (Redis was wiped meanwhile).
INSTALL: Final = (
    _FOLLOW
    + """
if redis.call('ZCARD', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], -1, 'stamp:' .. ARGV[2])
redis.call('UNLINK', KEYS[2])
redis.call('RENAME', KEYS[1], KEYS[2])
redis.call('EXPIRE', KEYS[2], ARGV[3])
follow(KEYS[2], KEYS[3])
return 1
"""
)
