import { HttpError } from '../../errors/HttpError.ts';
import type { EventStream } from './EventStream.ts';
import type { LogStream } from './LogStream.ts';

/** Opens the events of another node. Rejects if it is not reachable. */
export type OpenNode = (signal: AbortSignal) => Promise<AsyncIterable<Buffer>>;

/** Maximum length of an event: `maxEventBytes` of lines, escaped in JSON. */
const maxEventLength = 16 * 1024 ** 2;

interface Source {
  next: Promise<{ source: Source; event: string | Buffer | undefined }>;
  events: AsyncGenerator<string | Buffer>;
}

/**
 * Merges the events of this node and of others, each event whole. The event `unreachable` reports a
 * node whose events ended; those of the others continue. The next event of a source is read when
 * the client has taken the previous one.
 */
export class MergedStream implements EventStream {
  readonly #own: LogStream | undefined;
  readonly #others: ReadonlyMap<string, OpenNode>;
  readonly #ending = new AbortController();
  #ended: 'denied' | 'closed' | undefined;
  waitingSince: number | undefined;

  constructor(own: LogStream | undefined, others: ReadonlyMap<string, OpenNode>) {
    this.#own = own;
    this.#others = others;
  }

  end(reason: 'denied' | 'closed'): void {
    this.#ended ??= reason;
    this.#own?.end('closed');
    this.#ending.abort();
  }

  async *events(): AsyncGenerator<string | Buffer> {
    const sources = new Set<Source>();
    const add = (events: Source['events']) => {
      const source = { events } as Source;
      advance(source);
      sources.add(source);
    };
    if (this.#own) add(this.#own.events());
    for (const [node, open] of this.#others) add(this.#eventsOf(node, open));
    try {
      yield* this.#send('event: ready\ndata: {}\n\n');
      while (!this.#ended && sources.size > 0) {
        const { source, event } = await Promise.race([...sources].map(({ next }) => next));
        if (event === undefined) {
          sources.delete(source);
          continue;
        }
        const isReady = typeof event === 'string' && event.startsWith('event: ready');
        if (!this.#ended && !isReady) yield* this.#send(event);
        advance(source);
      }
      if (this.#ended === 'denied') yield 'event: denied\ndata: {}\n\n';
    } finally {
      this.end('closed');
      await Promise.allSettled([...sources].map(({ events }) => events.return(undefined)));
    }
  }

  async *#eventsOf(node: string, open: OpenNode): AsyncGenerator<string> {
    let reason = 'It ended the stream';
    let message: string | undefined;
    try {
      const body = await open(this.#ending.signal);
      yield* wholeEvents(textOf(body));
    } catch (error) {
      if (error instanceof HttpError) message = error.message;
      else reason = `Its stream failed: ${error instanceof Error ? error.message : String(error)}`;
    }
    message ??= `Node ${node} is not reachable. ${reason}`;
    if (!this.#ended) yield `event: unreachable\ndata: ${JSON.stringify({ node, message })}\n\n`;
  }

  /** Records how long the client takes to read the event. */
  *#send<T>(event: T): Generator<T> {
    this.waitingSince = Date.now();
    yield event;
    this.waitingSince = undefined;
  }
}

function advance(source: Source): void {
  source.next = source.events.next().then(
    ({ value }) => ({ source, event: value as string | Buffer | undefined }),
    () => ({ source, event: undefined }),
  );
}

async function* textOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of body) yield decoder.decode(part, { stream: true });
}

/** Joins the pieces of each event. */
async function* wholeEvents(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let pending = '';
  for await (const piece of pieces) {
    pending += piece;
    for (let end = pending.indexOf('\n\n'); end >= 0; end = pending.indexOf('\n\n')) {
      yield pending.slice(0, end + 2);
      pending = pending.slice(end + 2);
    }
    if (pending.length > maxEventLength) throw new Error('An event is too long');
  }
}
