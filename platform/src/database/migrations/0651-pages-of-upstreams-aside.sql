-- What a remote repository keeps of its upstream's index for itself: no files of it, so that nobody meets them in the tree, in a
-- search or at an address. Their paths begin with two slashes, as no file's does.
CREATE TABLE upstream_pages (
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs (sha256),
  modified timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, path)
);
CREATE INDEX upstream_pages_sha256 ON upstream_pages (sha256);

WITH moved AS (
  DELETE FROM files f USING repositories r
  WHERE r.key = f.repo AND r.type = 'remote' AND (
    (r.package_type = 'pypi' AND f.path LIKE '.pypi/%')
    OR (r.package_type = 'cargo' AND f.path LIKE '.cargo/%')
    OR (r.package_type = 'nuget' AND f.path LIKE '.v3/%'))
  RETURNING f.repo, f.path, f.sha256, f.modified
), kept AS (
  INSERT INTO upstream_pages (repo, path, sha256, modified)
  SELECT repo, '//' || path, sha256, modified FROM moved
), told AS (
  UPDATE upstream_files u SET path = '//' || u.path FROM moved m WHERE u.repo = m.repo AND u.path = m.path
), came AS (
  UPDATE pypi_upstream_pages p SET path = '//' || p.path FROM moved m WHERE p.repo = m.repo AND p.path = m.path
)
INSERT INTO file_counts AS c (repo, slot, files) SELECT repo, 0, -count(*) FROM moved GROUP BY repo
ON CONFLICT (repo, slot) DO UPDATE SET files = c.files + excluded.files;
