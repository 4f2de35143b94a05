-- Places in the tree of repositories that a user wants at hand.
CREATE TABLE favourites (
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_name, repo, path)
);
