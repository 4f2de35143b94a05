/** Signatures and hashes that are forged for money, by their names in XML: what is in base64 may hold any three letters. */
export const tooWeak = /xmldsig#(?:rsa-|dsa-|hmac-)?sha1\b|xmldsig-more#(?:rsa-|hmac-)?md5\b/;
