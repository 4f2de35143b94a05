-- The audit log is filtered by these fields, also with millions of records.
CREATE INDEX audit_events_actor ON audit_events ((CASE WHEN by_user = '' THEN user_name ELSE by_user END), id);
CREATE INDEX audit_events_address ON audit_events (address, id);
CREATE INDEX audit_events_failed ON audit_events (id) WHERE (outcome = 'failure');
CREATE INDEX audit_events_failed_event ON audit_events (event, id) WHERE (outcome = 'failure');
