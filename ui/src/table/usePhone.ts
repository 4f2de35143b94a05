import { useMedia } from './useMedia.ts';

/** Whether a row has two lines, as on a phone: what a column shows may go with that. */
export function usePhone(): boolean {
  return useMedia('(max-width: 767px)');
}
