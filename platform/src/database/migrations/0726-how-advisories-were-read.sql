-- Which way of reading documents a file of the server's folder was read with: with another it is read again, though it has not changed.
-- 0: before it was written down.
ALTER TABLE advisory_files ADD COLUMN reading integer NOT NULL DEFAULT 0;
