-- What must hold before a release bundle version is promoted to an environment. Without a row, nothing.
CREATE TABLE promotion_conditions (
  environment text PRIMARY KEY REFERENCES environments ON DELETE CASCADE,
  -- Lowest severity of vulnerabilities and license violations that prevents a promotion. Null: none does.
  severity text CHECK (severity IN ('critical', 'high', 'medium', 'low')),
  -- Whether package versions with unknown vulnerabilities can be promoted.
  allow_unscanned boolean NOT NULL DEFAULT false,
  -- Groups whose members approve. Empty: no approval is required.
  approvers text[] NOT NULL DEFAULT '{}',
  -- Number of approvals required.
  approvals integer NOT NULL DEFAULT 1 CHECK (approvals > 0)
);

-- The last decision of each approver on the promotion of a release bundle version to an environment.
CREATE TABLE promotion_decisions (
  bundle_id bigint NOT NULL REFERENCES release_bundles ON DELETE CASCADE,
  environment text NOT NULL REFERENCES environments ON DELETE CASCADE,
  user_name text NOT NULL,
  -- The approvers' groups that the user was a member of.
  groups text[] NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected')),
  comment text NOT NULL,
  decided timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (bundle_id, environment, user_name)
);
