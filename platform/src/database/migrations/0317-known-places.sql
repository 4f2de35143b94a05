-- Where users have signed in from: an attacker elsewhere does not make them wait there.
CREATE TABLE known_places (
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  -- A network, or `device` with the hash of what a browser keeps.
  place text NOT NULL,
  last timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_name, place)
);
CREATE INDEX known_places_last ON known_places (last);
