-- Saved searches of packages: private ones belong to a user, shared ones to a project.
CREATE TABLE saved_searches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Owner of a private search. Null for a shared one, which stays when its author's account is deleted.
  user_name text REFERENCES users ON DELETE CASCADE,
  project_key text REFERENCES projects ON DELETE CASCADE,
  author text NOT NULL,
  name text NOT NULL,
  -- Query of the URL of the package list, without the question mark.
  query text NOT NULL,
  modified timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(user_name, project_key) = 1)
);
CREATE UNIQUE INDEX saved_searches_private ON saved_searches (user_name, lower(name)) WHERE (user_name IS NOT NULL);
CREATE UNIQUE INDEX saved_searches_shared ON saved_searches (project_key, lower(name)) WHERE (project_key IS NOT NULL);
