import type { ScopedStorage } from '@lading/contract';
import { action, computed, makeObservable, observable } from 'mobx';
import { collide, isSingle, strokesOf } from './keys.ts';

/** Action that can have a shortcut. */
export interface ShortcutAction {
  /** Unique in the console. */
  readonly id: string;
  readonly label: string;
  /** Default keys. */
  readonly keys?: string;
  readonly run: () => void;
}

export interface ShortcutParts {
  readonly storage: ScopedStorage;
  /** Returns the current user; choices are stored per user. */
  readonly user: () => string;
}

interface Choices {
  /** Keys by action ID; empty means no shortcut. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whether shortcuts without Ctrl, Cmd, or Alt are on. */
  readonly single: boolean;
}

const NONE: Choices = { keys: {}, single: true };

/** Keyboard shortcuts: the user's choices and the defaults. */
export class Shortcuts {
  /** Incremented with each change, because the browser's storage is not observable. */
  private revision = 0;
  readonly #parts: ShortcutParts;

  constructor(parts: ShortcutParts) {
    this.#parts = parts;
    makeObservable<Shortcuts, 'revision' | 'choices' | 'keep'>(this, {
      revision: observable,
      choices: computed,
      keep: action,
    });
  }

  get single(): boolean {
    return this.choices.single;
  }

  allowSingle(single: boolean): void {
    this.keep({ ...this.choices, single });
  }

  /** Returns the keys of an action; empty means none. */
  keysOf({ id, keys = '' }: ShortcutAction): string {
    const { keys: chosen } = this.choices;
    return Object.hasOwn(chosen, id) ? (chosen[id] ?? '') : keys;
  }

  isChanged(item: ShortcutAction): boolean {
    return this.keysOf(item) !== (item.keys ?? '');
  }

  /** Returns whether the action's shortcut is active. */
  isActive(item: ShortcutAction): boolean {
    const keys = this.keysOf(item);
    return keys !== '' && (this.single || !strokesOf(keys).some(isSingle));
  }

  /** Returns the action whose keys conflict with these. */
  conflict(item: ShortcutAction, keys: string, all: readonly ShortcutAction[]): ShortcutAction | undefined {
    return all.find((other) => other.id !== item.id && collide(keys, this.keysOf(other)));
  }

  choose(item: ShortcutAction, keys: string): void {
    const { [item.id]: _before, ...others } = this.choices.keys;
    const isDefault = keys === (item.keys ?? '');
    this.keep({ ...this.choices, keys: isDefault ? others : { ...others, [item.id]: keys } });
  }

  get anyChanged(): boolean {
    return !this.single || Object.keys(this.choices.keys).length > 0;
  }

  resetAll(): void {
    this.keep(NONE);
  }

  private get choices(): Choices {
    // Read only to recompute this value after a change.
    return this.revision < 0 ? NONE : read(this.#parts.storage.get(this.#key));
  }

  private keep(choices: Choices): void {
    this.#parts.storage.set(this.#key, JSON.stringify(choices));
    this.revision += 1;
  }

  get #key(): string {
    return `shortcuts.${this.#parts.user()}`;
  }
}

/**
 * Reads the stored choices. Invalid content, for example of an older version, counts as no choice.
 */
function read(kept: string | undefined): Choices {
  if (kept === undefined) return NONE;
  try {
    const { keys, single } = JSON.parse(kept) as Partial<Choices>;
    const usable = Object.entries(keys ?? {}).filter(([, value]) => typeof value === 'string');
    return { keys: Object.fromEntries(usable), single: single !== false };
  } catch {
    return NONE;
  }
}
