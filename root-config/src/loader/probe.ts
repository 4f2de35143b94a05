import type { ModuleFailureClass } from '@lading/contract/host';

/** How long the server has to say what is wrong with a file, in milliseconds. */
const PROBE_TIMEOUT_MS = 5_000;

export interface Finding {
  readonly class: ModuleFailureClass;
  /** HTTP; absent after success and without an answer. */
  readonly status?: number;
  readonly reason: string;
}

const TYPES = {
  script: { pattern: /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i, words: 'a script' },
  style: { pattern: /^text\/css\b/i, words: 'a stylesheet' },
} as const;

/**
 * A browser reports a missing file, a wrong type, a wrong hash and a reset as one and the same error. Asking once more,
 * past every cache, tells them apart.
 */
export async function probe(
  address: string,
  kind: keyof typeof TYPES,
  integrity: string | undefined,
): Promise<Finding> {
  const ask = (init: RequestInit = {}) =>
    fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), ...init });
  const expected = TYPES[kind];
  try {
    const answer = await ask();
    if (!answer.ok) {
      const { status, statusText } = answer;
      return { class: 'http', status, reason: `the server answered ${status} ${statusText}`.trim() };
    }
    const type = answer.headers.get('content-type') ?? 'no type';
    if (!expected.pattern.test(type)) {
      return {
        class: 'http',
        reason: `the server answered with ${type} where ${expected.words} was expected`,
      };
    }
    await answer.arrayBuffer();
  } catch (error) {
    return { class: 'network', reason: `no answer from the server: ${describe(error)}` };
  }
  if (integrity === undefined) {
    return { class: 'network', reason: 'the answer broke off; a second request was answered' };
  }
  try {
    // Without a secure context a page cannot hash by itself, so the browser's own check is asked.
    const answer = await ask({ integrity });
    await answer.arrayBuffer();
    return { class: 'network', reason: 'the answer broke off; a second request was answered' };
  } catch {
    return { class: 'integrity', reason: `its content does not have the expected hash ${integrity}` };
  }
}

/**
 * Puts what the server answers now in the place of what the browser's cache holds. A copy that was refused would be kept
 * for as long as a sound one, a year, and be refused again each time. Never rejects: the load says what is wrong.
 */
export async function refetch(address: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const answer = await fetch(address, { cache: 'reload', signal });
    await answer.arrayBuffer();
  } catch {
    // As above.
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
