import { observer } from 'mobx-react-lite';
import { type JSX, type MouseEvent, useContext, useMemo, useRef } from 'react';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { CellTabIndex } from './CellLink.tsx';
import type { Column } from './Column.ts';
import type { RowSource } from './RowSource.ts';

/** Rows that somebody has chosen, to do something with all of them. */
export interface Choice<Row> {
  /** As a word for several: 'packages'. */
  readonly what: string;
  readonly rows: RowSource<Row> | undefined;
  readonly keyOf: (row: Row) => string;
  /** What a reader of screens calls it. */
  readonly nameOf: (row: Row) => string;
  /** By key; those that are out of sight stay chosen. */
  readonly chosen: ReadonlyMap<string, Row>;
  readonly onChange: (chosen: ReadonlyMap<string, Row>) => void;
}

/** A first column of ticks: one for each row, with Shift for all in between, and one for all rows that are loaded. */
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

/** The rows from the one that was chosen last to this one, as far as they are loaded. */
function between<Row>({ rows, keyOf }: Choice<Row>, from: string | undefined, to: Row): Row[] {
  const loaded = rows ? loadedRows(rows) : [];
  const ends = [
    loaded.findIndex((row) => keyOf(row) === from),
    loaded.findIndex((row) => keyOf(row) === keyOf(to)),
  ];
  const [first = 0, last = 0] = ends.sort((one, other) => one - other);
  return first < 0 ? [to] : loaded.slice(first, last + 1);
}
