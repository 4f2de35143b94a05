import type { PatternMatches, PatternQuery } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { messages } from './messages.ts';
import { fetchMatches } from './permissionsApi.ts';

/** Milliseconds after the last change of the patterns. */
const SETTLE_MS = 400;

interface Props extends Pick<PatternQuery, 'resource' | 'repository'> {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Files, builds, or release bundles that patterns match now. */
export function NameMatches({ resource, repository, include, exclude }: Props) {
  const { http } = useShell();
  const text = useText();
  const [found, setFound] = useState<PatternMatches | Error>();
  const key = JSON.stringify({
    resource,
    ...(repository === undefined ? {} : { repository }),
    include_patterns: include,
    exclude_patterns: exclude,
  } satisfies Record<keyof PatternQuery | string, unknown>);
  useEffect(() => {
    const ended = new AbortController();
    const timer = setTimeout(async () => {
      const matches = await fetchMatches(http, JSON.parse(key) as PatternQuery, ended.signal).catch(
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      );
      if (!ended.signal.aborted) setFound(matches);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [http, key]);
  if (found === undefined) return null;
  if (found instanceof Error)
    return <p className="ld-soft">{text(messages.notMatched, { cause: found.message })}</p>;
  const { count, total, complete, examples } = found;
  return (
    <p className="ld-soft admin-matches" role="status">
      {text(messages.matches, { count, total })} {!complete && text(messages.matchesPartly)}{' '}
      {examples.length > 0 && text(messages.examples, { names: examples.join(', ') })}
    </p>
  );
}
