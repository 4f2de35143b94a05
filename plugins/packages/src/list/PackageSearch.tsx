import { Button, Icon, useFieldStyles, useText } from '@lading/ui';
import { useId, useRef } from 'react';
import type { Completion, KnownValues } from './completions.ts';
import { messages } from './messages.ts';
import { useCompletions, useSearchText } from './useSearchText.ts';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Values to offer for conditions. */
  readonly known: KnownValues;
  /** Called when they are about to be needed. */
  readonly onNeed: () => void;
}

/**
 * The search of the list. Searches after a pause, immediately on Enter; completes keys and values
 * of conditions; Escape closes the completions, then clears the search.
 */
export function PackageSearch({ value, onChange, known, onNeed }: Props) {
  useFieldStyles();
  const text = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const search = useSearchText(value, onChange);
  const { offered, active, setActive, type, take, load, close, onKeyDown } = useCompletions(
    input,
    search,
    known,
  );
  const open = offered.length > 0;
  return (
    <div className="ld-input ld-search packages-search">
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={text(messages.search)}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        placeholder={text(messages.search)}
        value={search.draft}
        maxLength={500}
        spellCheck={false}
        autoComplete="off"
        onFocus={() => {
          onNeed();
          load();
        }}
        onBlur={close}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {search.draft && (
        <Button
          kind="quiet"
          icon="close"
          iconOnly
          label={text(messages.clearSearch)}
          onClick={() => {
            search.send('');
            input.current?.focus();
          }}
        />
      )}
      <Completions id={id} offered={offered} active={active} onPoint={setActive} onTake={take} />
    </div>
  );
}

function Completions(props: {
  readonly id: string;
  readonly offered: readonly Completion[];
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onTake: (completion: Completion) => void;
}) {
  const text = useText();
  const { id, offered, active, onPoint, onTake } = props;
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={text(messages.completions)}
      className="packages-search__box"
      hidden={offered.length === 0}
    >
      {offered.map((completion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard
        <div
          key={completion.label}
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={index === active}
          className="packages-search__option"
          onMouseDown={(event) => event.preventDefault()}
          onMouseEnter={() => onPoint(index)}
          onClick={() => onTake(completion)}
        >
          {completion.label}
        </div>
      ))}
    </div>
  );
}
