-- Events in the console by day (UTC), while an administrator has turned usage analytics on. No row
-- refers to a user or a session.
CREATE TABLE analytics_counts (
  day date NOT NULL,
  event text NOT NULL,
  -- Fields of the event, such as "route: packages"; can be empty.
  detail text NOT NULL,
  count bigint NOT NULL,
  -- Sessions in which the event happened.
  sessions bigint NOT NULL,
  PRIMARY KEY (day, event, detail)
);
