import { useMemo } from 'react';
import { useLanguage } from '../language/useLanguage.ts';

/** Days in the user's language, by their time in milliseconds (UTC): 'Feb 3, 2026' and 'Feb 3'. */
export function useDayFormats(): { long(time: number): string; short(time: number): string } {
  const { tag } = useLanguage().language;
  return useMemo(() => {
    const timeZone = 'UTC';
    const long = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone });
    const short = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone });
    return { long: (time) => long.format(time), short: (time) => short.format(time) };
  }, [tag]);
}
