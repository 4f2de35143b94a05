/** Requests to show or hide a plugin. Both return immediately. */
export interface SlotLifecycles {
  wanted(): void;
  unwanted(): void;
}

/** The mount scheduler: decides after each navigation which slots to show. */
export interface Scheduler {
  register(name: string, active: () => boolean, slot: SlotLifecycles): void;
  start(): void;
  /** Re-evaluates all slots. */
  trigger(): Promise<void>;
}
