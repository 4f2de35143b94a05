-- Returns those of the repositories that exist and still have the given upstream, and locks them
-- until the transaction ends. Called by keep_npm_packuments and cache_npm_tarballs, and in SQL for
-- them.
CREATE OR REPLACE FUNCTION with_upstreams(given json) RETURNS SETOF text
LANGUAGE sql AS $$
  SELECT r.key FROM repositories r
  WHERE r.key IN (SELECT g.repo FROM json_to_recordset(given) AS g (repo text, upstream text)
    WHERE g.repo = r.key AND g.upstream = coalesce(r.url, ''))
  ORDER BY r.key FOR KEY SHARE
$$;
