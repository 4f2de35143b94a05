import { useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { formTexts } from './messages.ts';
import { filterByPatterns, type Patterns } from './webhooksApi.ts';

/** Milliseconds after the last change of the patterns. */
const SETTLE_MS = 400;
const SHOWN = 20;

interface Result {
  /** The kind and the patterns that the result is of. */
  readonly of: string;
  /** False: failed. */
  readonly names: readonly string[] | false;
}

/** The names that patterns match now. */
export function PatternMatches(props: { kind: 'buildPatterns' | 'releaseBundles'; patterns: Patterns }) {
  const { kind } = props;
  const { http } = useShell();
  const text = useText();
  const [result, setResult] = useState<Result>();
  const patterns = JSON.stringify(props.patterns);
  const key = `${kind} ${patterns}`;
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const names = await filterByPatterns(http, kind, JSON.parse(patterns) as Patterns);
      if (current) setResult({ of: key, names });
    }, SETTLE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [http, kind, patterns, key]);
  if (patterns === JSON.stringify({ includePatterns: [], excludePatterns: [] })) return null;
  const found = result?.of === key ? result.names : undefined;
  if (found === false) return <p className="ld-soft">{text(formTexts.notMatched)}</p>;
  // Present from the start, so that screen readers announce the result.
  if (found === undefined)
    return (
      <p className="ld-soft admin-webhook__choice" role="status">
        {text(formTexts.matching)}
      </p>
    );
  const names = found.slice(0, SHOWN).join(', ') + (found.length > SHOWN ? ', …' : '');
  return (
    <p className="ld-soft admin-webhook__choice" role="status">
      {text(formTexts.matches, { count: found.length, names })}
    </p>
  );
}
