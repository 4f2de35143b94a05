-- Bytes whose SHA-1 and MD5 are still to be made: they are empty until then.
CREATE INDEX blobs_without_checksums ON blobs (created) WHERE sha1 = '';
