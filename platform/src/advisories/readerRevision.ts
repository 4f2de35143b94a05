/**
 * Revision of the advisory reader. Increment it when the same document is interpreted differently,
 * so that stored advisories are read again.
 */
export const readerRevision = 2;
