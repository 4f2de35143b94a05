import { Fetched, useShell, useText } from '@lading/ui';
import { useEffect, useLayoutEffect, useState } from 'react';
import { messages } from './pageMessages.ts';

/**
 * Time limit of a widget's calls, in seconds: a slow one must not look as if it was still loading.
 */
const DEADLINE_SECONDS = 10;

/**
 * Loads the data of a widget once, within the time limit. `undefined`: not loaded yet, or failed.
 */
export function useWidgetData<Data>(load: (signal: AbortSignal) => Promise<Data>): Fetched<Data | undefined> {
  const shell = useShell();
  const text = useText();
  const [data] = useState(() => {
    const late = text(messages.tookTooLong, { seconds: DEADLINE_SECONDS });
    return new Fetched<Data | undefined>(undefined, (signal) =>
      withDeadline(load, AbortSignal.any([signal, shell.signal]), late),
    );
  });
  // Before the first paint: the calls of all widgets are under way while the page is drawn.
  useLayoutEffect(() => void data.need(), [data]);
  useEffect(() => () => data.dispose(), [data]);
  return data;
}

async function withDeadline<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  signal: AbortSignal,
  late: string,
): Promise<Data> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_SECONDS * 1000);
  try {
    return await load(AbortSignal.any([signal, deadline.signal]));
  } catch (error) {
    if (deadline.signal.aborted) throw new Error(late);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
