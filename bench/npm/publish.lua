-- Publishes each document once: the next one once a connection's last was acknowledged. Says how long all of them took, in microseconds.
-- Arguments: a file with a line `path length` for each document, and one with the documents, one after the other.
local ffi = require("ffi")
ffi.cdef [[ typedef struct { long seconds; long micros; } lading_time; int gettimeofday(lading_time *t, void *zone); ]]

local function now()
  local t = ffi.new("lading_time[1]")
  ffi.C.gettimeofday(t, nil)
  return tonumber(t[0].seconds) * 1e6 + tonumber(t[0].micros)
end

-- The first request that wrk asks for is one that it looks at and does not send.
local requests, at, published, refused, began = {}, -1, 0, 0, nil

function init(args)
  local documents = assert(io.open(args[2], "rb"))
  for line in io.lines(args[1]) do
    local path, length = line:match("^(%S+) (%d+)$")
    requests[#requests + 1] = wrk.format("PUT", path, wrk.headers, documents:read(tonumber(length)))
  end
  documents:close()
end

function request()
  at = at + 1
  if at == 0 then return requests[1] end
  began = began or now()
  -- There is none left for this connection: it asks for something until the others are done.
  return requests[at] or wrk.format("GET", "/")
end

function response(status)
  if status == 201 then published = published + 1 elseif at <= #requests then refused = refused + 1 end
  if published + refused < #requests and refused == 0 then return end
  io.write(string.format('{"published":%d,"refused":%d,"micros":%.0f}\n', published, refused, now() - began))
  io.flush()
  os.exit(0)
end
