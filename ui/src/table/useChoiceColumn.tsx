import { observer } from 'mobx-react-lite';
import { type JSX, type MouseEvent, useContext, useMemo, useRef } from 'react';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { CellTabIndex } from './CellLink.tsx';
import type { Column } from './Column.ts';
import type { RowSource } from './RowSource.ts';

/** Selected rows for bulk actions. */
export interface Choice<Row> {
  /** The rows as a plural noun: 'packages'. */
  readonly what: string;
  readonly rows: RowSource<Row> | undefined;
  readonly keyOf: (row: Row) => string;
  /** Accessible name of a row. */
  readonly nameOf: (row: Row) => string;
  /** Selected rows by key, including rows out of view. */
  readonly chosen: ReadonlyMap<string, Row>;
  readonly onChange: (chosen: ReadonlyMap<string, Row>) => void;
}

/**
 * Returns a first column of checkboxes: one per row, with Shift for ranges, and one for all loaded
 * rows.
 */
export function useChoiceColumn<Row>(choice: Choice<Row> | undefined): readonly Column<Row>[] {
  const text = useText();
  const latest = useRef(choice);
  latest.current = choice;
  const anchor = useRef<string>(undefined);
  const chosen = choice?.chosen;
  const what = choice?.what ?? '';
  const rows = choice?.rows;
  return useMemo(() => {
    if (!chosen) return [];
    const change = (row: Row, range: boolean) => {
      const now = latest.current;
      if (!now) return;
      const next = new Map(now.chosen);
      const on = !next.has(now.keyOf(row));
      for (const each of range ? between(now, anchor.current, row) : [row]) {
        if (on) next.set(now.keyOf(each), each);
        else next.delete(now.keyOf(each));
      }
      anchor.current = now.keyOf(row);
      now.onChange(next);
    };
    const column: Column<Row> = {
      key: 'choice',
      title: '',
      head: rows && (
        <ChooseAll
          label={text(messages.chooseAll, { what })}
          current={() => latest.current}
          rows={rows}
          chosen={chosen}
        />
      ),
      width: 40,
      fixed: true,
      phone: 'lead',
      cell: (row) => {
        const { keyOf, nameOf } = latest.current ?? {};
        return (
          <Tick
            label={text(messages.choose, { row: nameOf?.(row) ?? '' })}
            on={keyOf ? chosen.has(keyOf(row)) : false}
            onChange={(range) => change(row, range)}
          />
        );
      },
    };
    return [column];
  }, [chosen, rows, text, what]);
}

function Tick(props: { label: string; on: boolean; some?: boolean; onChange: (range: boolean) => void }) {
  const { label, on, some = false, onChange } = props;
  const shift = useRef(false);
  return (
    <label className="ld-table__choice">
      <input
        type="checkbox"
        aria-label={label}
        checked={on}
        tabIndex={useContext(CellTabIndex)}
        ref={(input) => {
          if (input) input.indeterminate = some;
        }}
        onClick={(event: MouseEvent) => {
          shift.current = event.shiftKey;
        }}
        onChange={() => onChange(shift.current)}
      />
    </label>
  );
}

interface AllProps<Row> {
  readonly label: string;
  readonly current: () => Choice<Row> | undefined;
  readonly rows: RowSource<Row>;
  readonly chosen: ReadonlyMap<string, Row>;
}

const ChooseAll = observer(function ChooseAll<Row>({ label, current, rows, chosen }: AllProps<Row>) {
  const loaded = loadedRows(rows);
  const keyOf = current()?.keyOf;
  const on = keyOf !== undefined && loaded.length > 0 && loaded.every((row) => chosen.has(keyOf(row)));
  const change = () => {
    const now = current();
    now?.onChange(new Map(on ? [] : [...now.chosen, ...loaded.map((row) => [now.keyOf(row), row] as const)]));
  };
  return <Tick label={label} on={on} some={!on && chosen.size > 0} onChange={change} />;
}) as <Row>(props: AllProps<Row>) => JSX.Element;

function loadedRows<Row>(rows: RowSource<Row>): Row[] {
  return Array.from({ length: rows.length }, (_, at) => rows.row(at)).filter((row) => row !== undefined);
}

/** Returns the loaded rows from the last selected one to this one. */
function between<Row>({ rows, keyOf }: Choice<Row>, from: string | undefined, to: Row): Row[] {
  const loaded = rows ? loadedRows(rows) : [];
  const ends = [
    loaded.findIndex((row) => keyOf(row) === from),
    loaded.findIndex((row) => keyOf(row) === keyOf(to)),
  ];
  const [first = 0, last = 0] = ends.sort((one, other) => one - other);
  return first < 0 ? [to] : loaded.slice(first, last + 1);
}
