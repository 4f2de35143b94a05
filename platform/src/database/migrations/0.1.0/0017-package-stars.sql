-- Packages that users starred: the `followers` of a package. By name, so that a star survives the last version.
CREATE TABLE package_stars (
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now(),
  -- Newest row of `versions` when the star was set. Later versions are new to the user.
  after_version bigint NOT NULL,
  PRIMARY KEY (user_name, type, name)
);
CREATE INDEX package_stars_package ON package_stars (type, name);
