-- Deleted versions and files that can be restored until they expire. An item is what can be restored on its own: a version of a
-- package, or a file without a package.
CREATE TABLE trash_items (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  -- Identifies the deletion, so that it can be undone: one per request.
  deletion text COLLATE "C" NOT NULL,
  repo text COLLATE "C" NOT NULL,
  -- Format of the repository when the item was deleted.
  package_type text NOT NULL,
  -- Package type of the index, name, and version. Null for a file without a package.
  index_type text,
  package_name text COLLATE "C",
  package_version text COLLATE "C",
  -- When the version was published.
  package_created timestamptz(3),
  -- Path of the first file.
  path text COLLATE "C" NOT NULL,
  -- Identifies the item within the deletion and the repository.
  subject text COLLATE "C" NOT NULL,
  files integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  deleted timestamptz(3) NOT NULL DEFAULT now(),
  deleted_by text NOT NULL,
  UNIQUE (deletion, repo, subject)
);
CREATE INDEX trash_items_deleted ON trash_items (deleted, id);
CREATE INDEX trash_items_repo ON trash_items (repo, deleted);

-- The files of the items. The foreign key protects their content from garbage collection.
CREATE TABLE trash_files (
  item uuid NOT NULL REFERENCES trash_items ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs,
  -- False for content that the item needs, but that was not deleted with it, such as layers of an image.
  own boolean NOT NULL,
  -- Row of the file and its properties. Null for content that the item needs.
  file jsonb,
  -- What the format needs in order to publish the file again.
  state jsonb,
  PRIMARY KEY (item, path)
);
CREATE INDEX trash_files_sha256 ON trash_files (sha256);
