-- Returns packages whose name contains a text similar to the given one, such as one with a typo, with
-- the similarity from 0 to 1. Called by packages/search/similarNames.ts. In SQL, because the threshold of
-- the index search is a setting (ADR 0067). A typo changes up to 4 trigrams: most of those of a short
-- text, few of those of a long one. With 1,000,000 packages, long texts take 12 ms instead of 70 ms with
-- the higher threshold.
CREATE OR REPLACE FUNCTION similar_packages(typed text, most integer) RETURNS TABLE (package_id bigint, similarity real)
LANGUAGE plpgsql STABLE SET pg_trgm.word_similarity_threshold = 0.3 SET enable_seqscan = off AS $$
BEGIN
  PERFORM set_config('pg_trgm.word_similarity_threshold', CASE WHEN length(typed) < 10 THEN '0.3' ELSE '0.5' END, true);
  RETURN QUERY SELECT p.id, word_similarity(typed, p.name_lower) FROM packages p
    WHERE typed <% p.name_lower ORDER BY 2 DESC, length(p.name_lower), p.name_lower LIMIT most;
END $$;
