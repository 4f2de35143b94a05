import { statfs } from 'node:fs/promises';
import type { DependencyStatus } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { type IdentityProvider, identityProviders } from '../../access/identityProviders.ts';
import { lastMail, mailInForce } from '../../access/mail/mailer.ts';
import { db } from '../../database/db.ts';
import { redact } from '../../http/redact.ts';
import type { Outcome } from '../../outgoing/Outcomes.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { blobs, currentStorage } from '../../storage/storage.ts';
import { rankOf } from './history/rank.ts';
import { latest, SignInPages } from './SignInPages.ts';

declare module '../../platform/Platform.ts' {
  interface Platform {
    readonly dependencies: Dependencies;
  }
}

type LastError = NonNullable<DependencyStatus['last_error']>;

/** Time before the end of a certificate from which it is reported, in milliseconds. */
const certificateNoticeMs = 14 * 86_400_000;
/** Longest text of an error, in characters. */
const maxMessageLength = 500;
/** Timeout of a check, in milliseconds. */
const timeoutMs = 5000;

/** Checks the dependencies of this node. The last error remains visible after a recovery. */
export class Dependencies {
  readonly #home: string;
  readonly #errors = new Map<string, LastError>();
  readonly #pages: SignInPages;
  /** Dependencies that the database lists, as last seen. */
  #listed: DependencyStatus[] = [{ kind: 'mail', name: '', state: 'unknown' }];

  /** `now` returns the time of a monotonic clock, in milliseconds. */
  constructor(home: string, now: () => number = () => performance.now()) {
    this.#home = home;
    this.#pages = new SignInPages(now);
  }

  async check(): Promise<DependencyStatus[]> {
    const [database, blobStore, disk] = await Promise.all([
      this.#measured('database', () => db().execute(sql`select 1`)),
      this.#blobs(),
      this.#disk(),
    ]);
    this.#listed =
      database.state === 'ok'
        ? (await Promise.all([this.#mail(), this.#providers(), this.#upstreams()])).flat()
        : this.#listed.map((each) => ({ ...each, state: 'unknown' as const }));
    return [database, blobStore, disk, ...this.#listed];
  }

  async #measured(kind: 'database' | 'blobs', work: () => Promise<unknown>): Promise<DependencyStatus> {
    const began = performance.now();
    let state: DependencyStatus['state'] = 'ok';
    try {
      await inTime(work());
    } catch (error) {
      state = 'failed';
      this.#errors.set(kind, { message: messageOf(error), time: Date.now() });
    }
    const last = this.#errors.get(kind);
    const response = Math.round((performance.now() - began) * 10) / 10;
    return { kind, name: '', state, response_millis: response, ...(last ? { last_error: last } : {}) };
  }

  async #blobs(): Promise<DependencyStatus> {
    const found = await this.#measured('blobs', () => blobs().check());
    const { conflict } = currentStorage().marks;
    if (found.state !== 'ok' || !conflict) return found;
    const last = { message: conflict.message, time: Date.now() };
    this.#errors.set('blobs', last);
    return { ...found, state: 'degraded', last_error: last };
  }

  async #disk(): Promise<DependencyStatus> {
    const { space } = currentStorage();
    if (space.low)
      this.#errors.set('disk', { message: 'Low disk space: writes are rejected', time: Date.now() });
    const last = this.#errors.get('disk');
    const found = await statfs(this.#home).catch(() => undefined);
    return {
      kind: 'disk',
      name: '',
      state: space.low ? 'degraded' : 'ok',
      ...(found ? { free_bytes: found.bavail * found.bsize } : {}),
      ...(last ? { last_error: last } : {}),
    };
  }

  async #mail(): Promise<DependencyStatus> {
    const isOn = (await mailInForce()) !== undefined;
    return { kind: 'mail', name: '', ...(isOn ? outcomeOf(lastMail()) : { state: 'off' as const }) };
  }

  /**
   * Returns the state of identity providers, according to the last sign-ins on this node and to
   * their sign-in pages.
   */
  async #providers(): Promise<DependencyStatus[]> {
    const found = await identityProviders();
    this.#pages.keep(found.flatMap(({ signInPage }) => signInPage ?? []));
    return Promise.all(
      found.map(async (provider) => {
        const { kind, name, outcome, signInPage } = provider;
        const page = signInPage === undefined ? undefined : await this.#pages.check(signInPage);
        const state = outcomeOf(page ? latest(outcome, page.outcome) : outcome);
        return {
          ...{ kind, name },
          ...withCertificate(state, certificateState(provider)),
          ...(page?.unchecked === undefined ? {} : { unchecked: redact(page.unchecked) }),
        };
      }),
    );
  }

  /**
   * Returns the state of remote repositories, according to the last requests of this node to their
   * hosts.
   */
  async #upstreams(): Promise<DependencyStatus[]> {
    // Without a URL, the upstream is the registry of the host's npm, which only that format knows.
    const { rows } = await db().execute<{ key: string; url: string }>(
      sql`select key, url from repositories where type = 'remote' and url is not null order by key`,
    );
    const { outcomes } = outgoing();
    return rows.map(({ key, url }) => ({
      kind: 'upstream',
      name: key,
      ...outcomeOf(URL.canParse(url) ? outcomes.of(new URL(url).origin) : undefined),
    }));
  }
}

type State = Omit<DependencyStatus, 'kind' | 'name'>;

/** Returns the worse state, and both errors. The first one explains the state. */
function withCertificate(state: State, certificate: ReturnType<typeof certificateState>): State {
  if (!certificate) return state;
  const last = state.last_error;
  const { last_error: notice } = certificate;
  if (!last) return { ...state, ...certificate };
  if (rankOf(state.state) >= rankOf(certificate.state))
    return {
      ...state,
      last_error: { ...last, message: `${withoutPeriod(last.message)}. ${notice.message}` },
    };
  const former = `Last error (${new Date(last.time).toISOString()}): ${last.message}`;
  return { ...state, ...certificate, last_error: { ...notice, message: `${notice.message}. ${former}` } };
}

function withoutPeriod(text: string): string {
  return text.replace(/\.\s*$/, '');
}

function certificateState({
  certificateEnd: end,
}: IdentityProvider): { state: DependencyStatus['state']; last_error: LastError } | undefined {
  const now = Date.now();
  if (!end || end.getTime() > now + certificateNoticeMs) return undefined;
  const isOver = end.getTime() <= now;
  const day = end.toISOString().slice(0, 10);
  const message = `The certificate of the provider ${isOver ? 'expired' : 'expires'} on ${day}. Enter the new one in the settings of SAML`;
  return {
    state: isOver ? 'failed' : 'degraded',
    last_error: { message, time: isOver ? end.getTime() : now },
  };
}

function outcomeOf({ success, failure, rejection }: Outcome = {}): State {
  const failed = failure !== undefined && failure.time >= (success ?? 0);
  const isRejectionLater = rejection !== undefined && rejection.time >= (failure?.time ?? 0);
  const last = isRejectionLater && !failed ? rejection : failure;
  return {
    state: failed ? 'failed' : success === undefined ? 'unknown' : 'ok',
    ...(success === undefined ? {} : { since: success }),
    ...(last ? { last_error: { ...last, message: redact(last.message).slice(0, maxMessageLength) } } : {}),
  };
}

/** Returns the message of the innermost cause, without secrets. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return redact(String(error));
  return error.cause instanceof Error ? messageOf(error.cause) : redact(error.message);
}

function inTime(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([
    work,
    new Promise((_resolve, reject) => {
      setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms`)), timeoutMs).unref();
    }),
  ]);
}
