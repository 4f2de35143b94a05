-- What somebody chose to download together: the address of a download is too short for it.
CREATE TABLE chosen_downloads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_name text NOT NULL,
  nodes jsonb NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX chosen_downloads_created ON chosen_downloads (created);
