-- Updates the newest version that depends on each name, for these packages in these repositories.
-- Does not write unchanged rows. Called by packages/usage/migrateIndex.ts, index_versions, and
-- forget_dependents, and in SQL for the latter two.
CREATE OR REPLACE FUNCTION refresh_dependents(packages bigint[], repos text[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO package_dependents AS d (type, name, by_lower, package_id, repo, sort_key, version, range, development)
  SELECT DISTINCT ON (p.type, n.name, v.package_id, v.repo)
    p.type, n.name, left(p.name_lower, 200), v.package_id, v.repo, v.sort_key, v.name, n.range, n.development
  FROM (SELECT DISTINCT * FROM unnest(packages, repos) AS of (package_id, repo)) AS of
  JOIN versions v ON v.package_id = of.package_id AND v.repo = of.repo
  JOIN packages p ON p.id = v.package_id
  JOIN version_details vd ON vd.version_id = v.id
  CROSS JOIN LATERAL needs_of(vd.dependencies, vd.dev_dependencies) n
  WHERE n.name <> '' AND octet_length(n.name) <= 600
  ORDER BY p.type, n.name, v.package_id, v.repo, v.sort_key DESC, v.name DESC
  ON CONFLICT (type, name, by_lower, package_id, repo) DO NOTHING
$$;
