import { useMedia } from '../page/useMedia.ts';

/**
 * Whether a table next to the menu has no room for all columns, and `more` pixels. Phones have a
 * separate layout.
 */
export const useNarrow = (more = 0) => useMedia(`(min-width: 768px) and (max-width: ${1279 + more}px)`);
