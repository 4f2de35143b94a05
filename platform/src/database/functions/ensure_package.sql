-- Locks the row of a package until the transaction ends; inserts it if there is none. Called by
-- packages/packageRows.ts. In SQL, because it loops, and statements are pipelined behind it that read what it
-- locks (ADR 0019). Not measured yet.
CREATE OR REPLACE FUNCTION ensure_package(given_type text, given_name text, given_lower text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  found_id bigint;
BEGIN
  LOOP
    SELECT id INTO found_id FROM packages WHERE type = given_type AND name = given_name FOR NO KEY UPDATE;
    IF FOUND THEN RETURN found_id; END IF;
    INSERT INTO packages (type, name, name_lower) VALUES (given_type, given_name, given_lower)
    ON CONFLICT (type, name) DO NOTHING RETURNING id INTO found_id;
    IF FOUND THEN RETURN found_id; END IF;
    -- Somebody added it in between, or removes it: look again.
  END LOOP;
END $$;
