import { SearchField, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import type { KnownValues } from './completions.ts';
import { messages } from './messages.ts';
import type { ListQuery } from './packagesApi.ts';

interface Props {
  readonly query: ListQuery;
  readonly onChange: (value: string) => void;
  /** Values to offer for conditions. */
  readonly known: KnownValues;
  /** Called before they are needed. */
  readonly onNeed: () => void;
}

type RareParts = typeof import('../rareParts.ts');

/** Without completions, conditions can still be typed. */
function load(show: (loaded: RareParts) => void): void {
  import('../rareParts.ts').then(show, () => undefined);
}

/**
 * The search of the list. Completions of conditions and notes about them are loaded when it gets
 * the focus, notes also for a comparison or a repository in the URL.
 */
export function PackageSearch({ query, onChange, known, onNeed }: Props) {
  const text = useText();
  const [loaded, setLoaded] = useState<RareParts>();
  useEffect(() => {
    if (/:.*[<>=]|repo[:=]/i.test(query.search)) load(setLoaded);
  }, [query.search]);
  const onFocus = () => {
    onNeed();
    load(setLoaded);
  };
  return (
    <>
      <SearchField
        label={text(messages.search)}
        value={query.search || query.name}
        onChange={onChange}
        waits={loaded?.isUnfinished}
        attributes={{
          role: 'combobox',
          'aria-expanded': false,
          'aria-autocomplete': 'list',
          maxLength: 500,
          onFocus,
        }}
      >
        {(field) => loaded && <loaded.SearchCompletions {...field} known={known} />}
      </SearchField>
      {loaded && <loaded.SearchNotes query={query} />}
    </>
  );
}
