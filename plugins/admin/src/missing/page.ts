import type { Message, ServiceName } from '@lading/contract';

/** An alternative action. */
export interface Step {
  readonly say: Message;
  /** A page that helps. */
  readonly link?: { readonly label: Message; readonly to: string };
  /** A command line; `origin` is where this platform answers. */
  readonly command?: (origin: string) => string;
}

/** Contents of a page that replaces an unavailable screen. */
export interface MissingText {
  /** What would stand here. */
  readonly about: Message;
  /** The unavailable functions, and the reason. */
  readonly missing: Message;
  /** The service that it needs. */
  readonly service?: ServiceName;
  readonly steps: readonly Step[];
}

const AUTHOR = 'curl -u USER:TOKEN';

/** A call that sends. */
export function sendCall(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object): Step['command'] {
  const data = JSON.stringify(body);
  return (origin) =>
    `${AUTHOR} -X ${method} -H 'Content-Type: application/json' -d '${data}' '${origin}${path}'`;
}
