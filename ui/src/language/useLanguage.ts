import { formatText, type Language } from '@lading/contract';
import { autorun } from 'mobx';
import { useContext, useSyncExternalStore } from 'react';
import { ShellContext } from '../plugin/ShellContext.ts';

/** Outside of the console, and before it is there. */
const ENGLISH: Language = {
  tag: 'en',
  direction: 'ltr',
  text: ({ text }, values) => formatText('en', text, values),
};

const ANY = { id: 'ui.any', text: '' };

/** Tells components that are no observers when texts have changed: once for all of them. */
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

/** The user's language, and a number that is another one when its texts have changed. */
export function useLanguage(): { readonly language: Language; readonly revision: number } {
  const language = useContext(ShellContext)?.language ?? ENGLISH;
  const changes = changesOf.get(language) ?? new Changes(language);
  changesOf.set(language, changes);
  const revision = useSyncExternalStore(changes.subscribe, () => changes.count);
  return { language, revision };
}
