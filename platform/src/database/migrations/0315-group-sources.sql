-- Who put a member into a group: empty here, else the provider, which takes him out again.
ALTER TABLE group_members ADD COLUMN source text NOT NULL DEFAULT '';
