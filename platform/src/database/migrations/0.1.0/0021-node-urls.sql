-- Origin at which other nodes reach the node; empty if unknown.
ALTER TABLE nodes ADD COLUMN url text NOT NULL DEFAULT '';
