import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../controls/Button.tsx';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import type { Column } from './Column.ts';
import css from './columns.css?inline';
import { isEssential, type TableLayout } from './TableLayout.ts';
import { toggleColumn } from './toggleColumn.ts';

export interface ColumnListProps {
  readonly columns: readonly Column<never>[];
  readonly layout: TableLayout;
  /** Whether there is no room for the column now, or the user has hidden it. */
  readonly narrow: (column: Column<never>) => boolean;
}

interface Props extends ColumnListProps {
  /** Contains the list and its button. */
  readonly place: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Selects the visible columns. Takes the focus. */
export const ColumnList = observer(function ColumnList(props: Props) {
  const { columns, layout, narrow, place, onClose } = props;
  useStyles(css);
  const text = useText();
  const leave = (focus: boolean) => {
    if (focus) place.current?.querySelector('button')?.focus();
    onClose();
  };
  const close = useRef(leave);
  close.current = leave;

  useEffect(() => {
    const all = place.current;
    all?.querySelector('input')?.focus();
    const to = (target: EventTarget | null) =>
      target && !all?.contains(target as Node) && close.current(false);
    const onPress = ({ target }: Event) => to(target);
    const onBlur = ({ relatedTarget }: FocusEvent) => to(relatedTarget);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close.current(true);
    };
    document.addEventListener('pointerdown', onPress);
    all?.addEventListener('focusout', onBlur);
    all?.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      all?.removeEventListener('focusout', onBlur);
      all?.removeEventListener('keydown', onKeyDown);
    };
  }, [place]);

  return (
    // Takes the focus when a label is pressed, which would otherwise leave the list and close it.
    <fieldset className="ld-columns__list" tabIndex={-1}>
      <legend className="ld-hidden">{text(messages.columns)}</legend>
      {columns
        .filter(({ fixed }) => !fixed)
        .map((column) => (
          <label key={column.key}>
            <input
              type="checkbox"
              checked={layout.shows(column, narrow(column))}
              disabled={isEssential(column)}
              onChange={() => toggleColumn(layout, column, narrow(column))}
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
          leave(true);
        }}
      />
    </fieldset>
  );
});
