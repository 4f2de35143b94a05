-- What an administrator has set of the platform as a whole: `footer`, `licence`.
CREATE TABLE platform_settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- The picture in the place of the product's own.
CREATE TABLE logo (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  type text NOT NULL,
  bytes bytea NOT NULL,
  hash text NOT NULL
);

-- What a user answered when the console asked what it is to be used for.
CREATE TABLE onboarding (
  user_name text PRIMARY KEY REFERENCES users (name) ON DELETE CASCADE,
  completed boolean NOT NULL DEFAULT false,
  quick_action_visible boolean NOT NULL DEFAULT true,
  data jsonb NOT NULL DEFAULT '{}'
);
