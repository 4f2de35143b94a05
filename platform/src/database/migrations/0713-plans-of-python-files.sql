-- As with what it calls: planned once for a connection, by indexes alone.
ALTER FUNCTION publish_pypi_file(json, bytea) SET enable_seqscan = off;
ALTER FUNCTION publish_pypi_file(json, bytea) SET plan_cache_mode = force_generic_plan;
