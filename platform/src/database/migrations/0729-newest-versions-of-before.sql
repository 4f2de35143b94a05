-- Apart from the column, as nobody reads the lists while that is added.
UPDATE package_listings l SET released = v.released
FROM (
  SELECT package_id, coalesce(repo, '*') AS repo, max(created) AS released FROM versions
  GROUP BY GROUPING SETS ((package_id, repo), (package_id))
) v
WHERE l.package_id = v.package_id AND l.repo = v.repo AND l.modified <> v.released;
