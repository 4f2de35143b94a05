-- Authenticates the anchor of the hash chain, so that records before it cannot be deleted unseen by
-- moving it. Set by the first retention; without an anchor, null.
ALTER TABLE audit_chain ADD COLUMN anchor_mac bytea;
