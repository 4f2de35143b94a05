-- Updates the listings of one package. Called by packages/listings.ts.
CREATE OR REPLACE FUNCTION refresh_listing(given_package bigint, given_repo text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_listings(ARRAY[given_package], ARRAY[given_repo]);
END $$;
