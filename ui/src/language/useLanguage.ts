import { formatText, type Language } from '@lading/contract';
import { autorun } from 'mobx';
import { useContext, useSyncExternalStore } from 'react';
import { ShellContext } from '../plugin/ShellContext.ts';

/** Used outside of the console, and before the shell is available. */
const ENGLISH: Language = {
  tag: 'en',
  direction: 'ltr',
  text: ({ text }, values) => formatText('en', text, values),
};

const ANY = { id: 'ui.any', text: '' };

/** Notifies components that are not observers of changed texts, with one shared listener. */
class Changes {
  count = 0;
  readonly #listeners = new Set<() => void>();

  constructor(language: Language) {
    autorun(() => {
      language.text(ANY);
      this.count += 1;
      for (const listener of this.#listeners) listener();
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const changesOf = new WeakMap<Language, Changes>();

/** Returns the user's language, and a revision number that changes with its texts. */
export function useLanguage(): { readonly language: Language; readonly revision: number } {
  const language = useContext(ShellContext)?.language ?? ENGLISH;
  const changes = changesOf.get(language) ?? new Changes(language);
  changesOf.set(language, changes);
  const revision = useSyncExternalStore(changes.subscribe, () => changes.count);
  return { language, revision };
}
