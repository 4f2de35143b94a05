import { Fetched } from '@lading/ui';
import { useEffect, useMemo, useState } from 'react';

/** Milliseconds after the last key before the search starts. */
const TYPING_PAUSE_MS = 250;

interface Searched<Found> {
  readonly results: Fetched<readonly Found[]>;
  readonly onNeed: () => void;
  readonly onTyped: (typed: string) => void;
}

/** Searches as the user types, once the field is used. `search` must be stable. */
export function useSearched<Found>(
  search: (typed: string, signal: AbortSignal) => Promise<readonly Found[]>,
): Searched<Found> {
  const [typed, setTyped] = useState('');
  const [used, setUsed] = useState(false);
  const results = useMemo(
    () => new Fetched<readonly Found[]>([], (signal) => search(typed, signal)),
    [search, typed],
  );
  useEffect(() => () => results.dispose(), [results]);
  useEffect(() => {
    if (!used) return undefined;
    const timer = setTimeout(() => void results.need(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [results, used]);
  const onNeed = () => {
    if (used) return;
    setUsed(true);
    void results.need();
  };
  return { results, onNeed, onTyped: setTyped };
}
