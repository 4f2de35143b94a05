-- As with what it calls: planned once for a connection, by indexes alone.
ALTER FUNCTION publish_crate(json, boolean) SET enable_seqscan = off;
ALTER FUNCTION publish_crate(json, boolean) SET plan_cache_mode = force_generic_plan;
