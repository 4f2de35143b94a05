-- Returns packages whose name contains a text similar to the given one, such as one with a typo, with
-- the similarity from 0 to 1. Called by packages/query/similarNames.ts. In SQL, because the threshold of
-- the index search is a setting (ADR 0067).
CREATE OR REPLACE FUNCTION similar_packages(typed text, most integer) RETURNS TABLE (package_id bigint, similarity real)
LANGUAGE plpgsql STABLE SET pg_trgm.word_similarity_threshold = 0.3 SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY SELECT p.id, word_similarity(typed, p.name_lower) FROM packages p
    WHERE typed <% p.name_lower ORDER BY 2 DESC, length(p.name_lower), p.name_lower LIMIT most;
END $$;
