-- Output for `load.mjs`: counts, seconds, milliseconds at the 99th percentile, bytes.
function done(summary, latency)
  local errors = summary.errors
  local bad = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"total":%d,"bad":%d,"duration":%f,"p99":%f,"bytes":%d}\n', summary.requests, bad,
    summary.duration / 1e6, latency:percentile(99) / 1000, summary.bytes))
end
