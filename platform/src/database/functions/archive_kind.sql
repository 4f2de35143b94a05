-- Returns how an archive at a path is read; null for other files. Layers of images are archives as well: the
-- first bytes tell them from configurations later. Called by the triggers on files, and in SQL for them.
CREATE OR REPLACE FUNCTION archive_kind(path text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN lower(path) ~ '\.(jar|war|ear|aar|zip|whl|egg|nupkg)$' THEN 'zip'
    WHEN lower(path) ~ '\.(tgz|tar|tar\.gz|crate)$' THEN 'tar'
    WHEN path ~ '/_layers/sha(256|512)__[0-9a-f]+$' THEN 'layer'
  END
$$;
