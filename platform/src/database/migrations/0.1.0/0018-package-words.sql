-- Words of a package's name, keywords, description, and the title of its readme, as its newest
-- version in the repository has them. One row per repository, so that a search finds no words that the
-- caller cannot read.
CREATE TABLE package_words (
  package_id bigint NOT NULL,
  repo text COLLATE "C" NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (package_id, repo),
  FOREIGN KEY (package_id, repo) REFERENCES package_listings ON DELETE CASCADE
);
-- New entries are collected in a list of at most 256 KiB that every search also scans, because each
-- new package would change about 20 posting lists.
CREATE INDEX package_words_words ON package_words USING gin (words) WITH (fastupdate = on, gin_pending_list_limit = 256);
-- The planner selects a search strategy by the frequency of words.
ALTER TABLE package_words ALTER COLUMN words SET STATISTICS 500;

-- The same words as the function words_of returns.
INSERT INTO package_words (package_id, repo, words)
SELECT l.package_id, l.repo, array_to_tsvector(ARRAY(
    SELECT left(word, 60)
    FROM unnest(string_to_array(translate(
      lower(concat_ws(' ', l.name_lower, array_to_string(l.tags[:50], ' '), left(l.description, 2000))),
      E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 35)), ' ')) AS word
    WHERE word <> ''))
FROM package_listings l WHERE l.repo <> '*';
