import type { FrameStart } from '@lading/contract/host';

/**
 * Waits for the port of the page, and answers its questions whether the frame responds. Other
 * messages wait until the shell's module is loaded.
 */
export function openPort(frame: Window): Pick<FrameStart, 'listen' | 'post'> {
  let port: MessagePort | undefined;
  const early: unknown[] = [];
  let take = (message: unknown): void => {
    early.push(message);
  };
  frame.addEventListener('message', function arrive({ source, ports }) {
    const [given] = ports;
    if (source !== frame.parent || !given) return;
    frame.removeEventListener('message', arrive);
    port = given;
    given.onmessage = ({ data }) => {
      const { kind, id } = data as { kind?: unknown; id?: unknown };
      if (kind === 'ping') given.postMessage({ kind: 'pong', id });
      else take(data);
    };
  });
  return {
    listen: (taker) => {
      take = taker;
      for (const message of early.splice(0)) taker(message);
    },
    post: (message) => port?.postMessage(message),
  };
}
