import { observer } from 'mobx-react-lite';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import type { Column } from './Column.ts';
import css from './columns.css?inline';
import type { TableLayout } from './TableLayout.ts';

interface Props {
  readonly columns: readonly Column<never>[];
  readonly layout: TableLayout;
  readonly narrow: boolean;
}

/** Selects the visible columns. */
export const ColumnChooser = observer(function ColumnChooser(props: Props) {
  const { columns, layout, narrow } = props;
  useStyles(css);
  const text = useText();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (open) place.current?.querySelector('input')?.focus();
  }, [open]);

  const close = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !place.current?.contains(event.relatedTarget)) setOpen(false);
  };
  useEffect(() => {
    if (!open) return undefined;
    const onPress = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape and blur of all elements inside
    <div className="ld-columns" ref={place} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        kind="quiet"
        icon="columns"
        label={text(messages.columns)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? close() : setOpen(true))}
      />
      {open && (
        // Takes the focus when a label is pressed, which would otherwise leave the list and close
        // it.
        <fieldset className="ld-columns__list" id={id} tabIndex={-1}>
          <legend className="ld-hidden">{text(messages.columns)}</legend>
          {columns
            .filter(({ fixed }) => !fixed)
            .map((column) => (
              <label key={column.key}>
                <input
                  type="checkbox"
                  checked={layout.shows(column, narrow)}
                  disabled={column.link}
                  onChange={() => layout.toggle(column, narrow)}
                />
                {column.title}
              </label>
            ))}
          <Button
            kind="quiet"
            label={text(messages.asItWas)}
            disabled={!layout.changed}
            onClick={() => {
              layout.reset();
              close();
            }}
          />
        </fieldset>
      )}
    </div>
  );
});
