import { HttpError } from '../errors/HttpError.ts';
import { Automaton, type Token } from './Automaton.ts';

/** The most wildcards that a pattern can have; `**` counts once, each `?` counts once. */
export const maxWildcards = 20;

/**
 * A pattern written by a user. Matching never backtracks: the time is proportional to the length of
 * the text.
 */
export class Glob {
  /** Literal start and end of every matching text. */
  readonly #start: string;
  readonly #end: string;
  /** Matches the text after the literal start. */
  readonly #rest: Automaton;

  private constructor(tokens: readonly Token[]) {
    const [first] = tokens;
    const last = tokens.at(-1);
    this.#start = first?.kind === 'text' ? first.text : '';
    this.#end = last?.kind === 'text' ? last.text : '';
    this.#rest = new Automaton(first?.kind === 'text' ? tokens.slice(1) : tokens);
  }

  /**
   * A pattern for paths. `?` matches one character and `*` any number of characters within a
   * folder, `**` matches any number of folders. A pattern that ends with `/` covers everything
   * below that folder.
   */
  static ofPath(pattern: string): Glob {
    const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
    return new Glob(tokensOf(whole, /(\*\*\/|\/\*\*$|\*\*|\*|\?)/, pathWildcards));
  }

  /**
   * A pattern for names, ignoring case. `*` matches any number of characters and `?` matches one.
   */
  static ofName(pattern: string): Glob {
    return new Glob(tokensOf(pattern.toLowerCase(), /(\*+|\?)/, nameWildcards));
  }

  /** Whether the whole text matches; pass a name in lowercase. */
  matches(text: string): boolean {
    return (
      text.startsWith(this.#start) && text.endsWith(this.#end) && this.#rest.accepts(text, this.#start.length)
    );
  }
}

const pathWildcards: Readonly<Record<string, Token>> = {
  '**/': { kind: 'folders' },
  '/**': { kind: 'below' },
  '**': { kind: 'any' },
  '*': { kind: 'anyInFolder' },
  '?': { kind: 'oneInFolder' },
};

const nameWildcards: Readonly<Record<string, Token>> = { '?': { kind: 'one' } };

function tokensOf(pattern: string, wildcard: RegExp, wildcards: Readonly<Record<string, Token>>): Token[] {
  return pattern.split(wildcard).flatMap((part, index): Token[] => {
    if (index % 2 === 1) return [wildcards[part] ?? { kind: 'any' }];
    return part === '' ? [] : [{ kind: 'text', text: part }];
  });
}

/** Says why a pattern cannot be saved; undefined if it can. */
export function globFault(pattern: string): string | undefined {
  if (pattern.includes('\0'))
    return `the pattern "${pattern.replaceAll('\0', '\\0')}" contains a NUL character`;
  const count = pattern.match(/\*+|\?/g)?.length ?? 0;
  if (count <= maxWildcards) return undefined;
  return `the pattern "${pattern}" has ${count} wildcards; the maximum is ${maxWildcards}`;
}

/**
 * Throws `HttpError` 400 for a pattern that cannot be saved. `where` is a noun for the message,
 * such as `Permission readers`.
 */
export function checkGlobs(where: string, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const fault = globFault(pattern);
    if (fault) {
      throw new HttpError(
        400,
        'BAD_PATTERN',
        `Invalid pattern. ${where}: ${fault}. Split the pattern into several shorter patterns.`,
      );
    }
  }
}
