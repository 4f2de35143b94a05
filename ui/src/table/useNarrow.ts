import { useMedia } from '../page/useMedia.ts';

/** Whether a table next to the menu has no room for all columns. Phones have a separate layout. */
export const useNarrow = () => useMedia('(min-width: 768px) and (max-width: 1279px)');
