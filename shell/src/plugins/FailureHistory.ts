import type { PluginFailure, ScopedStorage } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';
import { scopedStorage } from '../services/storage.ts';

/** A failure of a plugin in this browser. */
export interface PastFailure extends PluginFailure {
  readonly plugin: string;
  readonly version: string;
}

const KEY = 'recent';
const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_ENTRIES = 50;

/**
 * The failures of the last 24 hours in this browser, newest first. A page load does not clear them.
 */
export class FailureHistory {
  entries: readonly PastFailure[];
  readonly #storage: ScopedStorage;

  constructor(storage: ScopedStorage = scopedStorage('failures')) {
    this.#storage = storage;
    this.entries = recent(read(storage));
    makeObservable(this, { entries: observableRef, add: action });
  }

  /** Adds a failure. It replaces an earlier equal one. */
  add(failure: PastFailure): void {
    const others = this.entries.filter((entry) => !isSame(entry, failure));
    this.entries = recent([failure, ...others]).slice(0, MAX_ENTRIES);
    this.#storage.set(KEY, JSON.stringify(this.entries));
  }
}

function recent(entries: readonly PastFailure[]): readonly PastFailure[] {
  return entries.filter(({ time }) => time > Date.now() - KEPT_MS);
}

function isSame(one: PastFailure, other: PastFailure): boolean {
  return (['plugin', 'version', 'class', 'cause'] as const).every((key) => one[key] === other[key]);
}

/**
 * Reads the stored failures. Every script of the page can write to the storage, so the content is
 * validated.
 */
function read(storage: ScopedStorage): readonly PastFailure[] {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPastFailure) : [];
  } catch {
    return [];
  }
}

function isPastFailure(value: Partial<PastFailure> | null): value is PastFailure {
  const texts = [value?.plugin, value?.version, value?.class, value?.cause];
  return texts.every((text) => typeof text === 'string') && typeof value?.time === 'number';
}
