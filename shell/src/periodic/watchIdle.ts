import type { Disposer } from '@lading/contract';

/** Inactivity after which the next action counts as a return, in milliseconds. */
export const IDLE_MS = 60_000;
const SIGNS = ['mousemove', 'keydown', 'mousedown', 'touchstart'] as const;

/** Calls `returned` when the user acts after a minute of inactivity. */
export function watchIdle(returned: () => void): Disposer {
  let last = Date.now();
  const onSign = () => {
    const idle = Date.now() - last;
    last = Date.now();
    if (idle >= IDLE_MS) returned();
  };
  const options = { capture: true, passive: true };
  for (const sign of SIGNS) window.addEventListener(sign, onSign, options);
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, onSign, options);
  };
}
