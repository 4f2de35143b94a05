import type { Message, ServiceName } from '@lading/contract';

/** An alternative action. */
export interface Step {
  readonly say: Message;
  /** A related page. */
  readonly link?: { readonly label: Message; readonly to: string };
  /** A command line. `origin` is the origin of this platform. */
  readonly command?: (origin: string) => string;
}

/** Contents of a page that replaces an unavailable screen. */
export interface MissingText {
  /** Description of the missing content. */
  readonly about: Message;
  /** The unavailable functions, and the reason. */
  readonly missing: Message;
  /** The service that it needs. */
  readonly service?: ServiceName;
  readonly steps: readonly Step[];
}

const AUTHOR = 'curl -u USER:TOKEN';

/** Returns a command that sends a call. */
export function sendCall(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object): Step['command'] {
  const data = JSON.stringify(body);
  return (origin) =>
    `${AUTHOR} -X ${method} -H 'Content-Type: application/json' -d '${data}' '${origin}${path}'`;
}
