import type { ModuleFailureClass } from '@lading/contract/host';

/** Timeout of a diagnosis in milliseconds. */
const PROBE_TIMEOUT_MS = 5_000;

export interface Finding {
  readonly class: ModuleFailureClass;
  /** HTTP status; absent after success and without a response. */
  readonly status?: number;
  readonly reason: string;
}

const TYPES = {
  script: { pattern: /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i, words: 'a script' },
  style: { pattern: /^text\/css\b/i, words: 'a stylesheet' },
} as const;

/**
 * Diagnoses a failed file. Browsers report a missing file, a wrong type, a wrong hash, and a reset
 * with the same error. A second request that bypasses the caches distinguishes them.
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
    // Pages without a secure context cannot compute hashes, so use the browser's own check.
    const answer = await ask({ integrity });
    await answer.arrayBuffer();
    return { class: 'network', reason: 'the answer broke off; a second request was answered' };
  } catch {
    return { class: 'integrity', reason: `its content does not have the expected hash ${integrity}` };
  }
}

/**
 * Replaces the browser's cached copy with the server's current response. A rejected copy would
 * otherwise be cached for a year, like a valid one, and rejected each time. Never rejects: the next
 * load reports errors.
 */
export async function refetch(address: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const answer = await fetch(address, { cache: 'reload', signal });
    await answer.arrayBuffer();
  } catch {
    // Ignored; see above.
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
