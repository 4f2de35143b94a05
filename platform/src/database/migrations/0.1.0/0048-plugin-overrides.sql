-- Development servers that replace a plugin in the pages of one session. Rows of ended sessions and
-- expired ones are never used, and are deleted when another override starts.
CREATE TABLE plugin_overrides (
  session_id uuid PRIMARY KEY,
  specifier text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  expires timestamptz(3) NOT NULL
);
