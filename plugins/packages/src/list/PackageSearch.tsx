import { SearchField, useText } from '@lading/ui';
import { useState } from 'react';
import type { KnownValues } from './completions.ts';
import { messages } from './messages.ts';
import type { SearchCompletions } from './SearchCompletions.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Values to offer for conditions. */
  readonly known: KnownValues;
  /** Called when they are about to be needed. */
  readonly onNeed: () => void;
}

/** The search of the list. Completions of conditions are loaded when it gets the focus. */
export function PackageSearch({ value, onChange, known, onNeed }: Props) {
  const text = useText();
  const [loaded, setLoaded] = useState<{ readonly Completions: typeof SearchCompletions }>();
  const onFocus = () => {
    onNeed();
    // Without completions, conditions can still be typed.
    import('../seldom.ts').then(
      ({ SearchCompletions }) => setLoaded({ Completions: SearchCompletions }),
      () => undefined,
    );
  };
  return (
    <SearchField
      label={text(messages.search)}
      value={value}
      onChange={onChange}
      waits={isUnfinished}
      attributes={{
        role: 'combobox',
        'aria-expanded': false,
        'aria-autocomplete': 'list',
        maxLength: 500,
        onFocus,
      }}
    >
      {(field) => loaded && <loaded.Completions {...field} known={known} />}
    </SearchField>
  );
}

/** Whether the text ends within a condition or a quotation, which the platform would reject. */
function isUnfinished(typed: string): boolean {
  return (typed.split('"').length - 1) % 2 === 1 || /(?:^|\s)-?[a-z]+(?::|[<>]=?|=)$/i.test(typed);
}
