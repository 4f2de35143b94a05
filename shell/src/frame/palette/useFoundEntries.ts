import { useEffect, useMemo, useState } from 'react';
import type { Entry, FoundKind } from '../../palette/Entry.ts';
import { findEntries, foundKinds } from '../../palette/foundEntries.ts';
import { groupNames } from '../../palette/paletteTexts.ts';
import { entriesOfRoute, listingRoutes } from '../../palette/routePages.ts';
import type { Shell } from '../../Shell.ts';
import { leastSuggested } from '../../search/leastSuggested.ts';

/** Delay after the last key before the platform is asked, in milliseconds. */
const TYPING_MS = 150;

/** Source of entries that failed to load. */
interface FailedSource {
  /** Name of the group, or title of the page. */
  readonly what: string;
  readonly cause: string;
}

export interface FoundEntries {
  /** Found by the platform for the query. */
  readonly found: readonly Entry[];
  /** Listed by plugins, to match with the query. */
  readonly listed: readonly Entry[];
  readonly failures: readonly FailedSource[];
  readonly retry: () => void;
}

/** Entries of one source, or the reason why it failed. */
interface Answer {
  readonly entries: readonly Entry[];
  readonly failed?: FailedSource;
}
type Answers = ReadonlyMap<string, Answer>;
const NONE: Answers = new Map();

/** Entries of the platform and of plugins for the query. Each source fails on its own. */
export function useFoundEntries(shell: Shell, query: string): FoundEntries {
  const [found, setFound] = useState(NONE);
  const [listed, setListed] = useState(NONE);
  const [attempt, setAttempt] = useState(0);
  const wanted = query.trim();
  const enough = [...wanted.replace(/[*?"]/g, '')].length >= leastSuggested(shell);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!enough) return setFound(NONE);
    const asked = new AbortController();
    const put = answerTo(shell, asked.signal, setFound);
    const timer = setTimeout(() => {
      for (const kind of foundKinds(shell))
        put(kind, shell.language.text(groupNames[kind]), findEntries(shell, kind, wanted, asked.signal));
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [shell, wanted, enough, attempt]);

  const typed = wanted !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!typed) return;
    const asked = new AbortController();
    const put = answerTo(shell, asked.signal, setListed);
    for (const route of listingRoutes(shell))
      put(route.name, shell.language.text(route.title), entriesOfRoute(shell, route));
    return () => asked.abort();
  }, [shell, typed, attempt]);

  return useMemo(() => {
    const ordered = foundKinds(shell).flatMap((kind: FoundKind) => found.get(kind)?.entries ?? []);
    const answers = [...found.values(), ...listed.values()];
    return {
      found: ordered,
      listed: [...listed.values()].flatMap(({ entries }) => entries),
      failures: answers.flatMap(({ failed }) => failed ?? []),
      retry: () => setAttempt((before) => before + 1),
    };
  }, [shell, found, listed]);
}

/** Returns a function that stores the answer of a source unless the question was withdrawn. */
function answerTo(
  { log }: Shell,
  signal: AbortSignal,
  set: (change: (before: Answers) => Answers) => void,
): (source: string, what: string, entries: Promise<readonly Entry[]>) => void {
  return (source, what, entries) => {
    const put = (answer: Answer) => {
      if (!signal.aborted) set((before) => new Map(before).set(source, answer));
    };
    entries.then(
      (all) => put({ entries: all }),
      (error: unknown) => put({ entries: [], failed: { what, cause: log.causeOf(error) } }),
    );
  };
}
