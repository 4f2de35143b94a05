-- A missing license is no violation in formats without license metadata, and for the console's
-- plugins.
DELETE FROM violations o USING packages p
WHERE p.id = o.package_id AND o.kind = 'license' AND o.reason = 'missing' AND (p.type IN ('generic', 'docker', 'helm')
  OR NOT EXISTS (SELECT FROM versions v WHERE v.package_id = o.package_id AND v.name = o.version AND v.repo <> 'plugins-local'));
