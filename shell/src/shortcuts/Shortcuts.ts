import type { ScopedStorage } from '@lading/contract';
import { action, computed, makeObservable, observable } from 'mobx';
import { collide, isSingle, strokesOf } from './keys.ts';

/** What keys can do. */
export interface Doable {
  /** Unique in the console. */
  readonly id: string;
  readonly label: string;
  /** The keys that do it unless the user has chosen others. */
  readonly keys?: string;
  readonly run: () => void;
}

export interface ShortcutParts {
  readonly storage: ScopedStorage;
  /** Who presses the keys; each user of a browser has choices of their own. */
  readonly user: () => string;
}

interface Choices {
  /** By what they do; empty: nothing. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whether keys do something without Ctrl, Cmd or Alt. */
  readonly single: boolean;
}

const NONE: Choices = { keys: {}, single: true };

/** The keys that a user has chosen, over those that things have by themselves. */
export class Shortcuts {
  /** Changes with each choice: what is kept lies in the browser's storage, which nobody watches. */
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

  /** Empty: none. */
  keysOf({ id, keys = '' }: Doable): string {
    const { keys: chosen } = this.choices;
    return Object.hasOwn(chosen, id) ? (chosen[id] ?? '') : keys;
  }

  isChanged(doable: Doable): boolean {
    return this.keysOf(doable) !== (doable.keys ?? '');
  }

  /** Whether pressing its keys does it. */
  isActive(doable: Doable): boolean {
    const keys = this.keysOf(doable);
    return keys !== '' && (this.single || !strokesOf(keys).some(isSingle));
  }

  /** Who has keys that get in the way of these. */
  conflict(doable: Doable, keys: string, all: readonly Doable[]): Doable | undefined {
    return all.find((other) => other.id !== doable.id && collide(keys, this.keysOf(other)));
  }

  choose(doable: Doable, keys: string): void {
    const { [doable.id]: _before, ...others } = this.choices.keys;
    const isDefault = keys === (doable.keys ?? '');
    this.keep({ ...this.choices, keys: isDefault ? others : { ...others, [doable.id]: keys } });
  }

  get anyChanged(): boolean {
    return !this.single || Object.keys(this.choices.keys).length > 0;
  }

  resetAll(): void {
    this.keep(NONE);
  }

  private get choices(): Choices {
    // Asked for, so that this is reckoned anew after a choice.
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

/** What an older version or somebody else has left there counts as no choice. */
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
