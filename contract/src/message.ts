/** A text by reference: `id` finds it in a language's catalogue, `text` is the English one. */
export interface Message {
  /** Unique in the console: `packages.title`. */
  readonly id: string;
  /** The English text; `{name}` is filled in where it is shown. */
  readonly text: string;
}

/** Names a text, for example `message('packages.title', 'Packages')`. */
export function message(id: string, text: string): Message {
  return { id, text };
}
