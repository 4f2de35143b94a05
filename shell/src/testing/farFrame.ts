import { vi } from 'vitest';
import type { ToFrame } from '../framed/protocol.ts';

/** A frame as the plugin controls it: jsdom loads no document, so the test has its port. */
export class Far {
  readonly messages: ToFrame[] = [];
  port: MessagePort | undefined;

  constructor(readonly element: HTMLIFrameElement) {
    vi.spyOn(element.contentWindow as Window, 'postMessage').mockImplementation(
      (_message: unknown, _origin: unknown, ports?: unknown) => {
        [this.port] = ports as MessagePort[];
        if (this.port) this.port.onmessage = ({ data }) => this.messages.push(data as ToFrame);
      },
    );
  }

  load(): void {
    this.element.dispatchEvent(new Event('load'));
  }

  send(...messages: unknown[]): void {
    for (const message of messages) this.port?.postMessage(message);
  }

  received(kind: ToFrame['kind']): Promise<ToFrame> {
    return vi.waitFor(() => {
      const found = this.messages.find((message) => message.kind === kind);
      if (!found) throw new Error(`No message ${kind}`);
      return found;
    });
  }
}
