-- Credentials of sources are renewed daily and expire. The previous one stays valid until the next renewal, because transfers
-- use it, and the response with the new one can be lost.
ALTER TABLE edge_sources ADD COLUMN credential_issued timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE edge_sources ADD COLUMN previous_hash text UNIQUE;
ALTER TABLE edge_targets ADD COLUMN credential_issued timestamptz(3) NOT NULL DEFAULT now();
