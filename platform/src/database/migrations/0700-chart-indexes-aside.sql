-- What a remote repository of charts keeps of its upstream's index, as 0651 has it for other formats: clients get one with our addresses.
WITH moved AS (
  DELETE FROM files f USING repositories r
  WHERE r.key = f.repo AND r.type = 'remote' AND r.package_type = 'helm' AND f.path = 'index.yaml'
  RETURNING f.repo, f.path, f.sha256, f.modified
), kept AS (
  INSERT INTO upstream_pages (repo, path, sha256, modified)
  SELECT repo, '//' || path, sha256, modified FROM moved
), told AS (
  UPDATE upstream_files u SET path = '//' || u.path FROM moved m WHERE u.repo = m.repo AND u.path = m.path
)
INSERT INTO file_counts AS c (repo, slot, files) SELECT repo, 0, -count(*) FROM moved GROUP BY repo
ON CONFLICT (repo, slot) DO UPDATE SET files = c.files + excluded.files;
