import type { ShellApi } from '@lading/contract';
import type { PackageListStore } from './PackageListStore.ts';

/** A list that was left longer ago than this is fetched anew, in milliseconds. */
const KEPT_MS = 5 * 60_000;

interface Kept {
  /** The entry of the history that it was shown at. */
  readonly entry: string;
  readonly store: PackageListStore;
  readonly until: number;
}

const kept = new WeakMap<ShellApi, Kept>();

/** Keeps the list that is left, so that going back to it finds its rows where they were. */
export function keepList(shell: ShellApi, entry: string, store: PackageListStore): void {
  kept.get(shell)?.store.dispose();
  kept.set(shell, { entry, store, until: Date.now() + KEPT_MS });
}

/** The list that was shown at this entry of the history, unless it was left long ago. */
export function takeList(shell: ShellApi, entry: string): PackageListStore | undefined {
  const found = kept.get(shell);
  kept.delete(shell);
  if (found?.entry === entry && Date.now() < found.until) return found.store;
  found?.store.dispose();
  return undefined;
}
