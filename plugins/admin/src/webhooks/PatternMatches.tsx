import { useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { formTexts } from './messages.ts';
import { filterByPatterns, type Patterns } from './webhooksApi.ts';

/** Milliseconds after the last change of the patterns. */
const SETTLE_MS = 400;
const SHOWN = 20;

/** The names that patterns match now. */
export function PatternMatches(props: { kind: 'buildPatterns' | 'releaseBundles'; patterns: Patterns }) {
  const { kind } = props;
  const { http } = useShell();
  const text = useText();
  const [found, setFound] = useState<readonly string[] | false>([]);
  const key = JSON.stringify(props.patterns);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const names = await filterByPatterns(http, kind, JSON.parse(key) as Patterns);
      if (current) setFound(names);
    }, SETTLE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [http, kind, key]);
  if (key === JSON.stringify({ includePatterns: [], excludePatterns: [] })) return null;
  if (found === false) return <p className="ld-soft">{text(formTexts.notMatched)}</p>;
  const names = found.slice(0, SHOWN).join(', ') + (found.length > SHOWN ? ', …' : '');
  return (
    <p className="ld-soft admin-webhook__choice" role="status">
      {text(formTexts.matches, { count: found.length, names })}
    </p>
  );
}
