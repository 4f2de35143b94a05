import {
  type Contribution,
  type Disposer,
  formatText,
  type Language,
  type Message,
  message,
  type ScopedStorage,
  type Texts,
  type TextValues,
} from '@lading/contract';
import { makeObservable, observableRef, reaction, runInAction } from 'mobx';
import { causeOf, logFailure } from '../log/log.ts';
import { availableLanguages, type ConsoleLanguage, ENGLISH, findLanguage, MIRRORED } from './languages.ts';

const KEY = 'language';
const NOT_FETCHED = message(
  'shell.language.notFetched',
  'Failed to load {language}. The language has not changed.',
);

export interface LanguageParts {
  readonly storage: ScopedStorage;
  /** Texts of plugins in other languages. */
  readonly catalogs: () => readonly Contribution<'catalogs'>[];
  /** Languages that plugins add. */
  readonly packs: () => readonly Contribution<'languagePacks'>[];
  readonly notify: (text: string) => void;
}

/**
 * The language of all texts: until the user selects one, the default of the platform, or English.
 * Fetches only the texts of the selected language.
 */
export class LanguageChoice implements Language {
  spoken: ConsoleLanguage = ENGLISH;
  /**
   * Texts of the current language: the console's own, and those of plugins once they are loaded.
   */
  texts: Texts = {};
  /** Settles when the language that is stored in this browser is loaded, or has failed to load. */
  readonly ready: Promise<void>;
  readonly #parts: LanguageParts;
  /** The stored language, while no plugin has added it. */
  #pending: string | undefined;
  /** Catalogs that were requested. */
  readonly #asked = new Set<Contribution<'catalogs'>['value']>();

  constructor(parts: LanguageParts) {
    this.#parts = parts;
    makeObservable(this, { spoken: observableRef, texts: observableRef });
    const remembered = this.#remembered;
    const kept = this.#find(remembered) ?? ENGLISH;
    if (kept.tag !== remembered) this.#pending = remembered;
    this.ready = kept === ENGLISH ? Promise.resolve() : this.#show(kept).then(() => {});
  }

  get tag(): string {
    return this.spoken.tag;
  }

  get direction(): 'ltr' | 'rtl' {
    return this.spoken.direction;
  }

  /**
   * Languages that users can select. The mirrored English is listed only while it is selected, so
   * that users can select another language.
   */
  get available(): readonly ConsoleLanguage[] {
    const languages = availableLanguages(this.#packs());
    return this.tag === MIRRORED.tag ? [...languages, MIRRORED] : languages;
  }

  text({ id, text }: Message, values?: TextValues): string {
    const { tag, otherwise } = this.spoken;
    const own = this.texts[id];
    if (own !== undefined) return formatText(tag, own, values);
    const said = formatText(ENGLISH.tag, text, values);
    return otherwise ? otherwise(said) : said;
  }

  /** Shows the language and stores the selection. */
  async choose(tag: string): Promise<void> {
    const wanted = this.#find(tag) ?? ENGLISH;
    if (await this.#show(wanted)) this.#parts.storage.set(KEY, wanted.tag);
  }

  /** Fetches the texts of plugins in the language, including plugins that are added later. */
  watchCatalogs(): Disposer {
    const stopCatalogs = this.#watchTexts();
    const stopPacks = this.#watchPacks();
    return () => {
      stopCatalogs();
      stopPacks();
    };
  }

  /** Shows the language that is stored in this browser once a plugin has added it. */
  #watchPacks(): Disposer {
    return reaction(
      () => this.#find(this.#remembered),
      (kept) => {
        if (kept && this.#pending === kept.tag) void this.#show(kept);
      },
      { fireImmediately: true, equals: (one, other) => one?.tag === other?.tag },
    );
  }

  #watchTexts(): Disposer {
    return reaction(
      () => [this.tag, this.#parts.catalogs()] as const,
      ([tag, catalogs]) => {
        for (const { plugin, value } of catalogs) {
          if (value.language !== tag || this.#asked.has(value)) continue;
          this.#asked.add(value);
          value.texts().then(
            (texts) => this.#take(tag, texts),
            (error: unknown) => {
              this.#asked.delete(value);
              logFailure(`The texts of ${plugin} in ${tag} could not be fetched: ${causeOf(error)}`, error);
            },
          );
        }
      },
      { fireImmediately: true },
    );
  }

  /** The language that the user selected in this browser, or the default of the platform. */
  get #remembered(): string | undefined {
    return this.#parts.storage.get(KEY) ?? document.documentElement.dataset.defaultLanguage;
  }

  #packs() {
    return this.#parts.packs().map(({ value }) => value);
  }

  #find(tag: string | undefined): ConsoleLanguage | undefined {
    return findLanguage(tag, this.#packs());
  }

  async #show(wanted: ConsoleLanguage): Promise<boolean> {
    this.#pending = undefined;
    try {
      const texts = wanted.texts ? usable(await wanted.texts()) : {};
      this.#asked.clear();
      runInAction(() => {
        this.texts = texts;
        this.spoken = wanted;
      });
    } catch (error) {
      logFailure(`The texts in ${wanted.tag} could not be fetched: ${causeOf(error)}`, error);
      this.#parts.notify(this.text(NOT_FETCHED, { language: wanted.name }));
      return false;
    }
    const page = document.documentElement;
    page.lang = wanted.tag;
    page.dir = wanted.direction;
    return true;
  }

  /**
   * Adds texts. For equal IDs, texts of the console take precedence, then those that were loaded
   * first.
   */
  #take(tag: string, texts: unknown): void {
    if (tag !== this.tag) return;
    runInAction(() => {
      this.texts = { ...usable(texts), ...this.texts };
    });
  }
}

/** Data of plugins is untrusted. */
function usable(texts: unknown): Texts {
  if (typeof texts !== 'object' || texts === null) return {};
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string'));
}
