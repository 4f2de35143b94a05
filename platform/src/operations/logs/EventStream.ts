/** A response of server-sent events. */
export interface EventStream {
  /** When the client began to leave data unread, in epoch milliseconds. */
  readonly waitingSince: number | undefined;
  /** Returns the events, also in pieces. Call it once. */
  events(): AsyncGenerator<string>;
  /**
   * Ends the stream. `denied` is announced to the client, which must not reconnect, unless an event
   * is half sent.
   */
  end(reason: 'denied' | 'closed'): void;
}
