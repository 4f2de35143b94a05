/**
 * Signature and hash algorithms that can be forged, by their XML identifiers. Matching only `sha1`
 * would also hit Base64 data.
 */
export const weakAlgorithms = /xmldsig#(?:rsa-|dsa-|hmac-)?sha1\b|xmldsig-more#(?:rsa-|hmac-)?md5\b/;
