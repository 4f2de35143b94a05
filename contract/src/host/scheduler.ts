/** Says when a plug-in is wanted on the screen and when it is not. Both return at once. */
export interface SlotLifecycles {
  wanted(): void;
  unwanted(): void;
}

/** The mount scheduler: decides, after each navigation, which slots are wanted. */
export interface Scheduler {
  register(name: string, active: () => boolean, slot: SlotLifecycles): void;
  start(): void;
  /** Asks every slot anew. */
  trigger(): Promise<void>;
}
