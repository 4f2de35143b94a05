import { useMedia } from './useMedia.ts';

/**
 * Whether the window is as narrow as a phone: tables then have rows with two lines, and optional
 * parts are collapsed.
 */
export function usePhone(): boolean {
  return useMedia('(max-width: 767px)');
}
