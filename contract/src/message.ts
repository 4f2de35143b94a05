/** A translatable text: `id` is its key in catalogs, `text` is the English text. */
export interface Message {
  /** Unique in the console: `packages.title`. */
  readonly id: string;
  /**
   * The English text, in ICU form: `{name}` and `{count, plural, one {# file} other {# files}}` are
   * filled in on display.
   */
  readonly text: string;
}

/** The texts of one language, by message ID. */
export type Texts = Readonly<Record<string, string>>;

/** Creates a message, for example `message('packages.title', 'Packages')`. */
export function message(id: string, text: string): Message {
  return { id, text };
}
