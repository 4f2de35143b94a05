import { useMedia } from './useMedia.ts';

/** Whether the window is as narrow as a phone's: tables have rows of two lines there, and what may stay closed does. */
export function usePhone(): boolean {
  return useMedia('(max-width: 767px)');
}
