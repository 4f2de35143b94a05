/** A part of a text in ICU form. */
export type TextPart =
  | string
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'number'; readonly name: string }
  | { readonly kind: 'count' }
  | { readonly kind: 'select'; readonly name: string; readonly forms: Forms }
  | {
      readonly kind: 'plural' | 'selectordinal';
      readonly name: string;
      readonly offset: number;
      readonly forms: Forms;
    };

type Forms = Readonly<Record<string, readonly TextPart[]>>;

const parsed = new Map<string, readonly TextPart[] | undefined>();

/** Parses a text; `undefined` if it is invalid. */
export function parseText(text: string): readonly TextPart[] | undefined {
  if (!/[{}']/.test(text)) return [text];
  if (!parsed.has(text)) parsed.set(text, new Reader(text).whole());
  return parsed.get(text);
}

class Malformed extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): readonly TextPart[] | undefined {
    try {
      const parts = this.#parts(false);
      return this.#at === this.#text.length ? parts : undefined;
    } catch (error) {
      if (error instanceof Malformed) return undefined;
      throw error;
    }
  }

  /** Parses up to the end of the text or the brace that closes a form. */
  #parts(counted: boolean): TextPart[] {
    const parts: TextPart[] = [];
    let words = '';
    const add = (part: TextPart) => {
      if (words !== '') parts.push(words);
      words = '';
      parts.push(part);
    };
    while (this.#at < this.#text.length) {
      const letter = this.#text[this.#at];
      if (letter === '}') break;
      if (letter === '{') add(this.#argument(counted));
      else if (letter === '#' && counted) {
        this.#at += 1;
        add({ kind: 'count' });
      } else if (letter === "'") words += this.#quoted(counted);
      else {
        words += letter;
        this.#at += 1;
      }
    }
    if (words !== '') parts.push(words);
    return parts;
  }

  /** Two apostrophes are one; one before a brace starts quoted text. */
  #quoted(counted: boolean): string {
    const text = this.#text;
    this.#at += 1;
    const next = text[this.#at] ?? '';
    if (next === "'") {
      this.#at += 1;
      return "'";
    }
    if (next === '' || !(counted ? '{}#' : '{}').includes(next)) return "'";
    let words = '';
    while (this.#at < text.length) {
      if (text[this.#at] === "'") {
        this.#at += 1;
        if (text[this.#at] !== "'") break;
      }
      words += text[this.#at];
      this.#at += 1;
    }
    return words;
  }

  #argument(counted: boolean): TextPart {
    this.#take('{');
    const name = this.#word();
    if (this.#skips('}')) return { kind: 'value', name };
    this.#take(',');
    const kind = this.#word();
    if (kind === 'number' && this.#skips('}')) return { kind, name };
    this.#take(',');
    if (kind === 'select') return { kind, name, forms: this.#forms(counted) };
    if (kind !== 'plural' && kind !== 'selectordinal') throw new Malformed();
    const offset = this.#skips('offset:') ? Number(this.#word()) : 0;
    return { kind, name, offset, forms: this.#forms(true) };
  }

  #forms(counted: boolean): Forms {
    const forms: Record<string, TextPart[]> = Object.create(null);
    while (!this.#skips('}')) {
      const name = this.#word();
      this.#take('{');
      forms[name] = this.#parts(counted);
      this.#at += 1;
    }
    if (!forms.other) throw new Malformed();
    return forms;
  }

  #word(): string {
    this.#space();
    const [word] = /^=?[\w-]+/.exec(this.#text.slice(this.#at)) ?? [];
    if (word === undefined) throw new Malformed();
    this.#at += word.length;
    return word;
  }

  #take(token: string): void {
    if (!this.#skips(token)) throw new Malformed();
  }

  #skips(token: string): boolean {
    this.#space();
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}
