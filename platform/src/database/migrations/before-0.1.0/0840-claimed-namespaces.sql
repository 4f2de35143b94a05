-- Namespaces of package names (an npm scope, a Maven group, …) in which a repository has or had a
-- name, and since when. A local repository has a row for each namespace that it reserves with a
-- name. A remote repository has a row for each namespace that contains a name fetched from its
-- upstream. Rows are kept after their packages are deleted: cleaning a cache reserves nothing, and
-- deleting a package releases nothing.
CREATE TABLE name_claims (
  type text COLLATE "C" NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  repo text COLLATE "C" NOT NULL REFERENCES repositories (key) ON DELETE CASCADE ON UPDATE CASCADE,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (type, namespace, repo)
);
CREATE INDEX name_claims_repo ON name_claims (repo, type, namespace);

-- Decisions of administrators about prefixes of names in a virtual repository. They take precedence over the claims.
CREATE TABLE name_rules (
  repo text COLLATE "C" NOT NULL REFERENCES repositories (key) ON DELETE CASCADE ON UPDATE CASCADE,
  prefix text COLLATE "C" NOT NULL,
  effect text NOT NULL CHECK (effect IN ('reserved', 'lifted')),
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  PRIMARY KEY (repo, prefix)
);

-- Existing content: upstream packages count as fetched first, so that no namespace in use becomes reserved.
CREATE TEMPORARY TABLE names_before ON COMMIT DROP AS
SELECT DISTINCT l.type, lower(l.name) AS name, r.key AS repo, r.type AS class
FROM package_listings l JOIN repositories r ON r.key = l.repo
WHERE l.type IN ('npm', 'maven', 'docker', 'golang') AND r.type IN ('local', 'remote')
UNION SELECT o.type, o.name_lower, r.key, r.type FROM owned_names o JOIN repositories r ON r.key = o.repo
WHERE o.type IN ('npm', 'maven', 'docker', 'golang') AND r.type = 'local'
UNION SELECT 'docker', lower(i.image), r.key, r.type FROM docker_images i JOIN repositories r ON r.key = i.repo
WHERE r.type IN ('local', 'remote');

INSERT INTO name_claims (type, namespace, repo, since)
SELECT DISTINCT type, namespace, repo, timestamptz '1970-01-01' FROM names_before
CROSS JOIN LATERAL (SELECT CASE type
  WHEN 'npm' THEN substring(name FROM '^(@[^/]+)/')
  WHEN 'docker' THEN nullif(substring(name FROM '^([^/]+)/'), 'library')
  WHEN 'maven' THEN substring(name FROM '^([^:]+):')
  ELSE coalesce(
    substring(name FROM '^(gopkg\.in/[^/]+)(?:/v[0-9]+)?$'),
    substring(regexp_replace(name, '/v[0-9]+$', '') FROM '^([^/]+/.+)/[^/]+$'),
    substring(regexp_replace(name, '/v[0-9]+$', '') FROM '^([^/]+)(?:/[^/]+)?$'))
  END AS namespace) n
WHERE class = 'local' AND namespace IS NOT NULL AND namespace <> '@types' AND NOT (type = 'maven' AND namespace ~
  '^([a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|name|dev|app|cloud|tech|(com|io|org|net)\.(github|gitlab|bitbucket|gitee|sourceforge))$');

INSERT INTO name_claims (type, namespace, repo, since)
SELECT DISTINCT type, array_to_string(parts[1:n], separator), repo, timestamptz '-infinity' FROM names_before
CROSS JOIN LATERAL (SELECT CASE type WHEN 'maven' THEN '.' ELSE '/' END AS separator) s
CROSS JOIN LATERAL (SELECT string_to_array(
  CASE type WHEN 'npm' THEN substring(name FROM '^(@[^/]+)/') WHEN 'docker' THEN substring(name FROM '^([^/]+)/')
    WHEN 'maven' THEN substring(name FROM '^([^:]+):') ELSE name END, separator) AS parts) p
CROSS JOIN LATERAL generate_series(1, cardinality(parts)) n
WHERE class = 'remote';
