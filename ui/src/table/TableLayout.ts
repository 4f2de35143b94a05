import type { ScopedStorage } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';
import type { Column } from './Column.ts';

/** Pixels: minimum width of a column, and the step of a resize by keyboard. */
export const LEAST_WIDTH = 64;
export const WIDTH_STEP = 16;

interface Kept {
  readonly hidden: readonly string[];
  /** Columns hidden in narrow windows that the user has shown anyway. */
  readonly shown: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

const NOTHING: Kept = { hidden: [], shown: [], widths: {} };

/** Visible columns of a table and their widths, stored in this browser. */
export class TableLayout {
  readonly #storage: ScopedStorage;
  readonly #key: string;
  kept: Kept;
  /** The latest result of `visible`: rows are rendered again only for other columns. */
  #visible: { readonly of: readonly unknown[]; readonly shown: readonly unknown[] } | undefined;

  constructor(storage: ScopedStorage, id: string) {
    this.#storage = storage;
    this.#key = `table.${id}`;
    this.kept = read(storage.get(this.#key));
    makeObservable(this, { kept: observableRef, keep: action, reset: action });
  }

  get changed(): boolean {
    return this.kept !== NOTHING;
  }

  /** `narrow`: the window has no room for less important columns. */
  visible<Row>(columns: readonly Column<Row>[], narrow = false): readonly Column<Row>[] {
    const of = [columns, narrow, this.kept];
    if (!this.#visible || of.some((each, at) => each !== this.#visible?.of[at])) {
      const shown = columns.filter((column) => this.shows(column, narrow && column.yields === true));
      this.#visible = { of, shown: shown.length === columns.length ? columns : shown };
    }
    return this.#visible.shown as readonly Column<Row>[];
  }

  /** `narrow`: without room for the column. */
  shows(column: Column<never>, narrow = false): boolean {
    if (isEssential(column)) return true;
    return !this.kept.hidden.includes(column.key) && !(narrow && this.canYield(column));
  }

  /** Whether the column yields to others. A column that the user has shown does not. */
  canYield({ key, yields }: Pick<Column<never>, 'key' | 'yields'>): boolean {
    return !!yields && !this.kept.shown.includes(key);
  }

  width(column: Column<never>): number | 'grow' {
    return column.width === 'grow' || column.fixed
      ? column.width
      : (this.kept.widths[column.key] ?? column.width);
  }

  /** `width` in pixels. */
  resize(key: string, width: number): void {
    const { widths, ...rest } = this.kept;
    this.keep({ ...rest, widths: { ...widths, [key]: Math.max(LEAST_WIDTH, Math.round(width)) } });
  }

  reset(): void {
    this.kept = NOTHING;
    this.#storage.remove(this.#key);
  }

  keep(kept: Kept): void {
    this.kept = kept;
    this.#storage.set(this.#key, JSON.stringify(kept));
  }
}

/** Whether a column is always shown, such as the one with the row's link. */
export function isEssential({
  link,
  fixed,
  yields,
}: Pick<Column<never>, 'link' | 'fixed' | 'yields'>): boolean {
  return !!(fixed || (link && !yields));
}

/** Reads stored values; ignores invalid ones. */
function read(text: string | undefined): Kept {
  if (text === undefined) return NOTHING;
  try {
    const { hidden, shown, widths } = JSON.parse(text) as Partial<Record<keyof Kept, unknown>>;
    if (!Array.isArray(hidden) || typeof widths !== 'object' || widths === null) return NOTHING;
    const sizes = Object.entries(widths).filter(([, width]) => Number.isFinite(width));
    const keys = (given: unknown) =>
      Array.isArray(given) ? given.filter((key) => typeof key === 'string') : [];
    return { hidden: keys(hidden), shown: keys(shown), widths: Object.fromEntries(sizes) };
  } catch {
    return NOTHING;
  }
}
