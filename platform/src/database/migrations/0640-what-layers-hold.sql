-- Layers of images are archives as well. What lies among them tells by its first bytes what it is: configurations lie there too.
ALTER TABLE archive_queue DROP CONSTRAINT archive_queue_kind_check;
ALTER TABLE archive_queue ADD CONSTRAINT archive_queue_kind_check CHECK (kind IN ('zip', 'tar', 'layer'));

CREATE OR REPLACE FUNCTION archive_kind(path text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN lower(path) ~ '\.(jar|war|ear|aar|zip|whl|egg|nupkg)$' THEN 'zip'
    WHEN lower(path) ~ '\.(tgz|tar|tar\.gz|crate)$' THEN 'tar'
    WHEN path ~ '/_layers/sha(256|512)__[0-9a-f]+$' THEN 'layer'
  END
$$;

INSERT INTO archive_queue (sha256, kind) SELECT DISTINCT sha256, 'layer' FROM docker_blobs ON CONFLICT DO NOTHING;
