/** A response of server-sent events. */
export interface EventStream {
  /** When the client began to leave data unread, in epoch milliseconds. */
  readonly waitingSince: number | undefined;
  /** Returns the events, each whole. Call it once. */
  events(): AsyncGenerator<string | Buffer>;
  /** Ends the stream. `denied` is announced to the client, which must not reconnect. */
  end(reason: 'denied' | 'closed'): void;
}
