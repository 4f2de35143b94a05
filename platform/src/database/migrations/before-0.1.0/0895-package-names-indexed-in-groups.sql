-- A new package changes about 20 posting lists, most of which many other new packages change as
-- well. The index collects new names and updates each list once for all of them. Searches scan the
-- collected names too: at most 64 KiB, the smallest limit, about 150 names.
ALTER INDEX packages_name_trigrams SET (fastupdate = on, gin_pending_list_limit = 64);
