-- Prints what a run of wrk came to, as JSON: its own summary rounds.
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format('{"requests": %d, "us": %d, "bytes": %d, "failed": %d}\n',
    summary.requests, summary.duration, summary.bytes, e.connect + e.read + e.write + e.status + e.timeout))
end
