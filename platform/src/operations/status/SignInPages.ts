import { type PageResult, requestPage } from '../../access/requestPage.ts';
import type { Outcome } from '../../outgoing/Outcomes.ts';

/** Milliseconds between two requests for a page: less than between two checks by the heartbeat. */
const intervalMs = 50_000;
/** Timeout of a request, in milliseconds. */
const timeoutMs = 5000;

interface PageState {
  outcome: Outcome;
  /** Why the page could not be judged. */
  unchecked?: string;
}

interface Page {
  /** By the clock of `now`. */
  requested: number;
  state: Promise<PageState>;
}

/**
 * Checks the pages that browsers open to sign in. Only browsers need to reach them, so an error
 * counts as a failure only after a page responded to this node.
 */
export class SignInPages {
  readonly #pages = new Map<string, Page>();
  readonly #now: () => number;

  /** `now` returns the time of a monotonic clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Forgets all other pages. */
  keep(urls: readonly string[]): void {
    for (const url of this.#pages.keys()) if (!urls.includes(url)) this.#pages.delete(url);
  }

  /** Returns the state of a page. Requests it if the last request was long ago. */
  check(url: string): Promise<PageState> {
    const known = this.#pages.get(url);
    const requested = this.#now();
    if (known && requested - known.requested < intervalMs) return known.state;
    const state = this.#request(url, known);
    this.#pages.set(url, { requested, state });
    return state;
  }

  async #request(url: string, known: Page | undefined): Promise<PageState> {
    const { outcome } = (await known?.state) ?? { outcome: {} };
    const { kind, message } = await requestPage(url, timeoutMs);
    const time = Date.now();
    if (kind === 'ok') return { outcome: { ...outcome, success: time } };
    const reason = textOf(url, kind, message);
    // A page that never responded may be reachable only for browsers, or require a SAML request.
    if (kind === 'refused' || outcome.success === undefined) return { outcome, unchecked: reason };
    return { outcome: { ...outcome, failure: { message: reason, time } } };
  }
}

/** Without the query, which can contain a key. */
function textOf(url: string, kind: PageResult['kind'], message: string): string {
  const { origin, pathname } = new URL(url);
  const page = `${origin}${pathname}`;
  return kind === 'broken' ? `${page} ${message}` : `This node cannot open ${page}: ${message}`;
}

/** Returns the latest of each. */
export function latest(one: Outcome = {}, other: Outcome = {}): Outcome {
  const success = Math.max(one.success ?? 0, other.success ?? 0);
  const failure = later(one.failure, other.failure);
  const rejection = later(one.rejection, other.rejection);
  return {
    ...(success > 0 ? { success } : {}),
    ...(failure ? { failure } : {}),
    ...(rejection ? { rejection } : {}),
  };
}

function later(one: Outcome['failure'], other: Outcome['failure']): Outcome['failure'] {
  return (one?.time ?? 0) > (other?.time ?? 0) ? one : other;
}
