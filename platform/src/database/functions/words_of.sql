-- Returns the words of a package for the search: of its name, keywords, description, and readme title.
-- Called by refresh_listings. In SQL, because refresh_listings writes them (ADR 0067). The characters
-- that separate words are those of packages/search/wordsOf.ts.
CREATE OR REPLACE FUNCTION words_of(name text, keywords text[], description text, title text) RETURNS tsvector
LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT left(word, 60)
    FROM unnest(string_to_array(translate(
      lower(concat_ws(' ', name, array_to_string(keywords[:50], ' '), left(description, 2000), left(title, 200))),
      E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 35)), ' ')) AS word
    WHERE word <> ''))
$$;
