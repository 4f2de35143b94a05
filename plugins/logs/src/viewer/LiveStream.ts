import type { LogData } from '@lading/contract/rest';
import { action, makeObservable, observable } from 'mobx';

/** Data of an event `lines`. */
interface StreamedLines {
  readonly log: string;
  readonly skipped: boolean;
  readonly data: LogData;
}

/** Data of an event `unreachable`. */
interface UnreachableNode {
  readonly node: string;
  readonly message: string;
}

interface Listener {
  lines(lines: StreamedLines): void;
  /** No more lines of this node follow. */
  unreachable(node: UnreachableNode): void;
  /** The session or the permission ended. */
  denied(): void;
}

/**
 * The connection that delivers new lines. It never reconnects by itself: the viewer refreshes
 * periodically after a failure, and connects again from the position of the response.
 */
export class LiveStream {
  /** `connecting`: nothing received yet. `failed`: closed by the server, or not available. */
  state: 'closed' | 'connecting' | 'open' | 'failed' = 'closed';
  readonly #listener: Listener;
  #source: EventSource | undefined;

  constructor(listener: Listener) {
    this.#listener = listener;
    makeObservable<LiveStream, 'enter'>(this, { state: observable, enter: action });
  }

  open(url: string): void {
    this.close();
    if (typeof EventSource === 'undefined') {
      this.enter('failed');
      return;
    }
    const source = new EventSource(url);
    this.#source = source;
    this.enter('connecting');
    // A proxy that holds events back also holds this one back, so that the page keeps refreshing.
    source.addEventListener('ready', () => this.enter('open'));
    source.addEventListener('lines', ({ data }) => {
      if (this.#source === source) this.#listener.lines(JSON.parse(data) as StreamedLines);
    });
    source.addEventListener('unreachable', ({ data }) => {
      if (this.#source === source) this.#listener.unreachable(JSON.parse(data) as UnreachableNode);
    });
    source.addEventListener('denied', () => {
      this.close('failed');
      this.#listener.denied();
    });
    source.addEventListener('error', () => {
      if (this.#source === source) this.close('failed');
    });
  }

  close(state: 'closed' | 'failed' = 'closed'): void {
    this.#source?.close();
    this.#source = undefined;
    this.enter(state);
  }

  private enter(state: LiveStream['state']): void {
    this.state = state;
  }
}
