import type { Change } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Marks an item as added, removed, or changed, with a word and a sign. */
export function ChangeMark({ change }: { change: Change }) {
  const text = useText();
  return (
    <span className={`compare-mark compare-mark--${change}`}>
      <span aria-hidden="true">{SIGNS[change]}</span> {text(messages[change])}
    </span>
  );
}

const SIGNS = { added: '+', removed: '−', changed: '±' } as const;
