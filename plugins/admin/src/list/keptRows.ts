import type { ShellApi } from '@lading/contract';
import type { Fetched } from '@lading/ui';

/** A list that was left longer ago than this is fetched anew, in milliseconds. */
const KEPT_MS = 5 * 60_000;

interface Kept {
  /** The entry of the history that it was shown at. */
  readonly entry: string;
  readonly all: Fetched<readonly unknown[]>;
  readonly scrolled: number;
  readonly until: number;
}

const kept = new WeakMap<ShellApi, Kept>();

/** Keeps the list that is left, so that going back to it finds its rows where they were. */
export function keepRows(
  shell: ShellApi,
  entry: string,
  all: Fetched<readonly unknown[]>,
  scrolled: number,
): void {
  kept.set(shell, { entry, all, scrolled, until: Date.now() + KEPT_MS });
}

/** The list that was shown at this entry of the history, unless it was left long ago. An entry is of one list alone. */
export function takeRows<Row>(
  shell: ShellApi,
  entry: string,
): { readonly all: Fetched<readonly Row[]>; readonly scrolled: number } | undefined {
  const found = kept.get(shell);
  kept.delete(shell);
  if (found?.entry !== entry || found.all.status !== 'there' || Date.now() > found.until) return undefined;
  return { all: found.all as Fetched<readonly Row[]>, scrolled: found.scrolled };
}
