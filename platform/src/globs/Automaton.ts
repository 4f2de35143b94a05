/** A part of a pattern. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  /** One character. */
  | { readonly kind: 'one' }
  /** One character other than a slash. */
  | { readonly kind: 'oneInFolder' }
  /** Any number of characters. */
  | { readonly kind: 'any' }
  /** Any number of characters other than slashes. */
  | { readonly kind: 'anyInFolder' }
  /** Nothing, or text that ends with a slash. */
  | { readonly kind: 'folders' }
  /** Nothing, or a slash and text after it; always the last token. */
  | { readonly kind: 'below' };

const slash = 47;

/**
 * Automaton for tokens. Its states are bits: reading one character moves all active states, 32 per
 * operation. The time is proportional to the length of the text for every pattern.
 */
export class Automaton {
  readonly #words: number;
  /**
   * States that move to the next one on a character, and states that stay. `other` is for
   * characters that the pattern does not contain.
   */
  readonly #other: Moves;
  readonly #moves = new Map<number, Moves>();
  /** States that also activate the two after them, without a character. */
  readonly #skips: Uint32Array;
  readonly #accepted: Uint32Array;
  /** The longest text that each accepted text contains: looking for it rules most others out. */
  readonly #needed: string;

  constructor(tokens: readonly Token[]) {
    this.#needed = tokens.reduce((longest, token) => {
      const text = token.kind === 'text' ? token.text : '';
      return text.length > longest.length ? text : longest;
    }, '');
    const { steps, accepted } = statesOf(tokens);
    this.#words = (steps.length + 1 + 31) >>> 5;
    const characters = new Set([slash, ...steps.flatMap(({ by }) => (typeof by === 'number' ? [by] : []))]);
    for (const character of characters) this.#moves.set(character, this.#movesBy(steps, character));
    this.#other = this.#movesBy(steps, -1);
    this.#skips = this.#bits((state) => steps[state]?.skips ?? false, steps.length);
    this.#accepted = this.#bits((state) => accepted.includes(state), steps.length);
  }

  /** Whether the automaton accepts the text from this position on. */
  accepts(text: string, from: number): boolean {
    if (!text.includes(this.#needed, from)) return false;
    let active = new Uint32Array(this.#words);
    let next = new Uint32Array(this.#words);
    active[0] = 1;
    this.#skip(active);
    for (let at = from; at < text.length; at++) {
      const character = text.codePointAt(at) ?? 0;
      if (character > 0xffff) at++;
      if (!this.#read(this.#moves.get(character) ?? this.#other, active, next)) return false;
      [active, next] = [next, active];
    }
    return active.some((word, index) => word & (this.#accepted[index] ?? 0));
  }

  /** Moves all active states by one character. Returns whether any state is active afterwards. */
  #read({ move, stay }: Moves, active: Uint32Array, next: Uint32Array): boolean {
    let carried = 0;
    let any = 0;
    for (let index = 0; index < active.length; index++) {
      const word = active[index] ?? 0;
      const moved = word & (move[index] ?? 0);
      const now = (moved << 1) | carried | (word & (stay[index] ?? 0));
      next[index] = now;
      carried = moved >>> 31;
      any |= now;
    }
    if (any) this.#skip(next);
    return any !== 0;
  }

  #skip(active: Uint32Array): void {
    for (let index = 0; index < active.length; index++) {
      const skips = this.#skips[index] ?? 0;
      if (!((active[index] ?? 0) & skips)) continue;
      let [before, from] = [0, 0];
      do {
        before = active[index] ?? 0;
        from = before & skips;
        active[index] = before | (from << 1) | (from << 2);
      } while (active[index] !== before);
      if (index + 1 < active.length)
        active[index + 1] = (active[index + 1] ?? 0) | (from >>> 31) | (from >>> 30);
    }
  }

  #movesBy(steps: readonly Step[], character: number): Moves {
    const inFolder = character !== slash;
    const moves = ({ by }: Step) => by === character || by === 'one' || (by === 'oneInFolder' && inFolder);
    const stays = ({ stays }: Step) => stays === 'any' || (stays === 'inFolder' && inFolder);
    return {
      move: this.#bits((state) => moves(steps[state] ?? {}), steps.length),
      stay: this.#bits((state) => stays(steps[state] ?? {}), steps.length),
    };
  }

  #bits(holds: (state: number) => boolean, last: number): Uint32Array {
    const bits = new Uint32Array(this.#words);
    for (let state = 0; state <= last; state++)
      if (holds(state)) bits[state >>> 5] = (bits[state >>> 5] ?? 0) | (1 << (state & 31));
    return bits;
  }
}

interface Moves {
  readonly move: Uint32Array;
  readonly stay: Uint32Array;
}

/** The transitions of one state. */
interface Step {
  /** The code point, or kind of character, that moves to the next state. */
  by?: number | 'one' | 'oneInFolder';
  /** Characters that keep the state active. */
  stays?: 'any' | 'inFolder';
  /** Activating this state also activates the next one. */
  skips?: boolean;
}

function statesOf(tokens: readonly Token[]): { steps: Step[]; accepted: number[] } {
  const steps: Step[] = [];
  const accepted: number[] = [];
  // The state that the next token starts with, and the characters that keep it active so far.
  let current: Step = {};
  const push = (step: Step) => {
    steps.push(Object.assign(current, step));
    current = {};
  };
  for (const token of tokens) {
    if (token.kind === 'text')
      for (const character of token.text) push({ by: character.codePointAt(0) ?? 0 });
    else if (token.kind === 'one' || token.kind === 'oneInFolder') push({ by: token.kind });
    else if (token.kind === 'any') current.stays = 'any';
    else if (token.kind === 'anyInFolder') current.stays ??= 'inFolder';
    else if (token.kind === 'folders') {
      push({ skips: true });
      push({ by: slash, stays: 'any' });
    } else {
      accepted.push(steps.length);
      push({ by: slash });
      current.stays = 'any';
    }
  }
  accepted.push(steps.length);
  steps.push(current);
  return { steps, accepted };
}
