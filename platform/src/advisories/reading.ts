/** Of how documents are read: one more whenever the same document comes to mean something else, so that what is held is read anew. */
export const reading = 2;
