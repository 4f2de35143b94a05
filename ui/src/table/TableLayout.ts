import type { ScopedStorage } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';
import type { Column } from './Column.ts';

/** Pixels: the least width of a column, and how far one step by keyboard goes. */
export const LEAST_WIDTH = 64;
export const WIDTH_STEP = 16;

interface Kept {
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

const NOTHING: Kept = { hidden: [], widths: {} };

/** Which columns of a table are shown and how wide they are, as its user likes it: remembered in this browser. */
export class TableLayout {
  readonly #storage: ScopedStorage;
  readonly #key: string;
  kept: Kept;

  constructor(storage: ScopedStorage, id: string) {
    this.#storage = storage;
    this.#key = `table.${id}`;
    this.kept = read(storage.get(this.#key));
    makeObservable(this, { kept: observableRef, toggle: action, resize: action, reset: action });
  }

  get changed(): boolean {
    return this.kept !== NOTHING;
  }

  visible<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
    const shown = columns.filter((column) => this.shows(column));
    return shown.length === columns.length ? columns : shown;
  }

  /** What leads to the row's page is always shown. */
  shows(column: Column<never>): boolean {
    return column.link === true || column.fixed === true || !this.kept.hidden.includes(column.key);
  }

  width(column: Column<never>): number | 'grow' {
    return column.width === 'grow' || column.fixed
      ? column.width
      : (this.kept.widths[column.key] ?? column.width);
  }

  toggle(key: string): void {
    const { hidden, widths } = this.kept;
    const others = hidden.filter((other) => other !== key);
    this.#keep({ widths, hidden: others.length < hidden.length ? others : [...hidden, key] });
  }

  /** `width` in pixels. */
  resize(key: string, width: number): void {
    const { hidden, widths } = this.kept;
    this.#keep({ hidden, widths: { ...widths, [key]: Math.max(LEAST_WIDTH, Math.round(width)) } });
  }

  reset(): void {
    this.kept = NOTHING;
    this.#storage.remove(this.#key);
  }

  #keep(kept: Kept): void {
    this.kept = kept;
    this.#storage.set(this.#key, JSON.stringify(kept));
  }
}

/** What is not as this class writes it is as if it were not there. */
function read(text: string | undefined): Kept {
  if (text === undefined) return NOTHING;
  try {
    const { hidden, widths } = JSON.parse(text) as Partial<Record<keyof Kept, unknown>>;
    if (!Array.isArray(hidden) || typeof widths !== 'object' || widths === null) return NOTHING;
    const sizes = Object.entries(widths).filter(([, width]) => Number.isFinite(width));
    return { hidden: hidden.filter((key) => typeof key === 'string'), widths: Object.fromEntries(sizes) };
  } catch {
    return NOTHING;
  }
}
