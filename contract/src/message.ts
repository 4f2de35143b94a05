/** A text by reference: `id` finds it in a language's catalog, `text` is the English one. */
export interface Message {
  /** Unique in the console: `packages.title`. */
  readonly id: string;
  /** The English text, in ICU form: `{name}` and `{count, plural, one {# file} other {# files}}` are filled in where it is shown. */
  readonly text: string;
}

/** The texts of one language, by the messages' ids. */
export type Texts = Readonly<Record<string, string>>;

/** Names a text, for example `message('packages.title', 'Packages')`. */
export function message(id: string, text: string): Message {
  return { id, text };
}
