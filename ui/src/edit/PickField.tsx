import { observer } from 'mobx-react-lite';
import { type HTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import type { Fetched } from '../fetching/Fetched.ts';
import { SearchField } from '../forms/SearchField.tsx';
import { useText } from '../language/useText.ts';
import { messages } from './messages.ts';
import { SuggestField } from './SuggestField.tsx';

/** Options shown initially, and added on request. */
const SHOWN = 50;
const MORE = 500;
/** Without a form, Enter only searches. Otherwise it would also save the form. */
const OUTSIDE_OF_FORM = { form: '' };

/** The options that can be selected, while they load. */
export type Options = Pick<Fetched<readonly string[]>, 'value' | 'status' | 'error' | 'need'> & {
  /** Set if the options are the results of a search for the typed text: see `SearchedOptions`. */
  readonly type?: (typed: string) => void;
};

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: readonly string[];
  /** Absent if the options are unknown. */
  readonly options?: Options;
  /** Other values than the options can be added. */
  readonly free?: boolean;
  readonly onChange: (value: string[]) => void;
  readonly onBlur?: () => void;
  /** The order matters: selected options can be moved. */
  readonly ordered?: boolean;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly readOnly?: boolean;
  readonly required?: boolean;
}

/** Selects several of many options, such as the members of a group. */
export const PickField = observer(function PickField(props: Props) {
  const {
    label,
    name,
    value: chosen,
    options,
    free,
    onChange,
    onBlur,
    ordered,
    error,
    help,
    readOnly,
    required,
  } = props;
  const text = useText();
  const [most, setMost] = useState(SHOWN);
  const [wanted, setWanted] = useState('');
  const found =
    wanted === '' ? chosen : chosen.filter((option) => option.toLowerCase().includes(wanted.toLowerCase()));
  const shown = found.slice(0, most);
  const taken = new Set(chosen);
  const left = options ? options.value.filter((option) => !taken.has(option)) : [];

  const addTyped = (values: readonly string[]) => {
    const known = new Map(left.map((option) => [option.toLowerCase(), option]));
    const named = values.map((value) => known.get(value.toLowerCase()) ?? value);
    const added = named.filter((value) => !taken.has(value));
    if (added.length > 0) onChange([...chosen, ...added]);
  };
  const move = (at: number, step: number) => {
    const next = [...chosen];
    const [moved] = next.splice(at, 1);
    if (moved === undefined) return;
    next.splice(at + step, 0, moved);
    onChange(next);
    movedTo.current = { at: at + step, button: step < 0 ? 0 : 1 };
  };
  const list = useRef<HTMLUListElement>(null);
  const movedTo = useRef<{ at: number; button: 0 | 1 }>(undefined);
  // A row that moves loses the focus, and at the end of the list, its button is disabled.
  useEffect(() => {
    const { current: to } = movedTo;
    movedTo.current = undefined;
    const buttons = to && list.current?.children[to.at]?.querySelectorAll('button');
    const button = buttons?.[to?.button ?? 0];
    (button?.disabled ? buttons?.[1 - (to?.button ?? 0)] : button)?.focus();
  });
  const dragged = useRef<number>(undefined);
  /** Rows of an ordered list can be dragged; the buttons do the same by keyboard. */
  const dragging = (at: number): HTMLAttributes<HTMLLIElement> =>
    ordered && !readOnly
      ? {
          draggable: true,
          onDragStart: () => {
            dragged.current = at;
          },
          onDragOver: (event) => {
            if (dragged.current !== undefined) event.preventDefault();
          },
          onDrop: (event) => {
            event.preventDefault();
            if (dragged.current !== undefined && dragged.current !== at)
              move(dragged.current, at - dragged.current);
            dragged.current = undefined;
          },
        }
      : {};
  return (
    <div className="ld-field ld-pick">
      <SuggestField
        label={label}
        name={name}
        options={!options || options.status === 'there' || options.status === 'failed' ? left : undefined}
        onNeed={() => void options?.need()}
        {...(options?.type ? { onTyped: options.type } : {})}
        // Show a new option first, because many can be selected.
        onAdd={(option) => onChange(ordered || free ? [...chosen, option] : [option, ...chosen])}
        onAddTyped={free ? addTyped : undefined}
        error={[error, options?.error && text(messages.noOptions, { cause: options.error.message })]
          .filter(Boolean)
          .join('. ')}
        help={help}
        readOnly={readOnly}
        required={required}
        onBlur={onBlur}
      />
      {!ordered && chosen.length > SHOWN && (
        <SearchField
          label={text(messages.find, { field: label })}
          value={wanted}
          onChange={setWanted}
          attributes={OUTSIDE_OF_FORM}
        />
      )}
      {shown.length > 0 && (
        <ul ref={list} className={ordered ? 'ld-pick__list' : 'ld-pick__chips'} aria-label={label}>
          {shown.map((option, at) => (
            <li key={option} {...dragging(at)}>
              <span>{option}</span>
              {ordered && !readOnly && (
                <>
                  <Button
                    kind="quiet"
                    icon="chevronUp"
                    iconOnly
                    label={text(messages.up, { name: option })}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <Button
                    kind="quiet"
                    icon="chevronDown"
                    iconOnly
                    label={text(messages.down, { name: option })}
                    disabled={at === chosen.length - 1}
                    onClick={() => move(at, 1)}
                  />
                </>
              )}
              {!readOnly && (
                <Button
                  kind="quiet"
                  icon="close"
                  iconOnly
                  label={text(messages.takeOut, { name: option })}
                  onClick={() => onChange(chosen.filter((other) => other !== option))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <div>
          <Button
            kind="quiet"
            label={text(messages.showMore, { count: Math.min(MORE, found.length - shown.length) })}
            onClick={() => setMost(most + MORE)}
          />
        </div>
      )}
    </div>
  );
});
