-- Packages of NuGet as repositories hold them: published ones, and those that a remote one has cached.
CREATE TABLE nuget_versions (
  repo text COLLATE "C" NOT NULL,
  -- Names and versions are the same whatever their capitals.
  lower_id text COLLATE "C" NOT NULL,
  lower_version text COLLATE "C" NOT NULL,
  -- As the index names the package.
  id text COLLATE "C" NOT NULL,
  -- As it was published, with what follows a plus sign.
  version text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  prerelease boolean NOT NULL,
  -- Whether clients from before Semantic Versioning 2 can do with it.
  semver2 boolean NOT NULL,
  listed boolean NOT NULL DEFAULT true,
  published timestamptz(3) NOT NULL,
  path text COLLATE "C" NOT NULL,
  entry jsonb NOT NULL,
  PRIMARY KEY (repo, lower_id, lower_version),
  UNIQUE (repo, path)
);
CREATE INDEX nuget_versions_id ON nuget_versions (lower_id);
