import { perStorage } from '../../database/perStorage.ts';

/** Whoever waits for work, set by the one who does it. */
const waiting = perStorage((): { wake: () => void } => ({ wake: () => {} }));

export function onWake(wake: () => void): void {
  waiting().wake = wake;
}

/** What to call once there is work to do. */
export function wakeScanner(): () => void {
  const held = waiting();
  return () => held.wake();
}
