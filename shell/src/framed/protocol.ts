import type {
  ConsoleUser,
  Entitlement,
  HttpOptions,
  LicenseType,
  NavigationOutcome,
  Place,
  Role,
  ScanningPermission,
  ServiceName,
  TableCell,
  Texts,
} from '@lading/contract';

/**
 * Messages between the page and the frame of an untrusted plugin. All are plain data. The page and
 * the frame's runtime have the same version, so an unknown message is an attack or a fault.
 */

/** Data that the page sends to the plugin, without credentials. */
export interface FrameState {
  readonly user: ConsoleUser | undefined;
  readonly role: Role;
  readonly license: LicenseType | undefined;
  readonly unlicensed: boolean;
  readonly features: readonly string[];
  readonly services: readonly (readonly [name: ServiceName, version: string | undefined])[];
  readonly servicesKnown: boolean;
  readonly entitlements: readonly Entitlement[];
  readonly scanning: readonly ScanningPermission[];
  readonly cloud: boolean;
  readonly project: string | undefined;
  readonly online: boolean;
  readonly recoveries: number;
  readonly paused: boolean;
  readonly place: Place;
}

/** Theme and language. */
export interface FrameLook {
  readonly theme: string | undefined;
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/** Props of a part: plain data. */
export type PartProps = Readonly<Record<string, unknown>>;

/** A part of a page, such as a widget, that a frame shows in place of the plugin's page. */
export interface FramePart {
  /** Path of its function in the definition: `extensions/dashboardWidgets/0/widget`. */
  readonly ref: string;
  readonly props: PartProps;
}

/** A function that runs in the background: an action, a command, or the values of a column. */
export interface FrameTask {
  /** Path of the function in the definition: `extensions/rowActions/0/run`. */
  readonly ref: string;
  /** The first argument, plain data, before the shell. Commands get only the shell. */
  readonly argument: unknown;
}

/** From the page to the frame. */
export type ToFrame =
  | {
      readonly kind: 'start';
      readonly state: FrameState;
      readonly look: FrameLook;
      readonly part?: FramePart;
      /** Shows nothing, and runs tasks. */
      readonly background?: true;
    }
  | ({ readonly kind: 'run'; readonly id: number } & FrameTask)
  | { readonly kind: 'props'; readonly props: PartProps }
  | { readonly kind: 'state'; readonly state: FrameState }
  | { readonly kind: 'look'; readonly look: FrameLook }
  | { readonly kind: 'focus' }
  | { readonly kind: 'ping'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'response'; readonly id: number; readonly text: string; readonly headers: Texts }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly status: number;
      readonly message: string;
      readonly code?: string;
      readonly body?: unknown;
    };

/** A call to the API, with the body as JSON text. */
export interface FrameCall {
  readonly method: NonNullable<HttpOptions['method']>;
  /** Without a query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly body?: string;
  readonly timeout?: number;
  readonly retry?: boolean;
}

/** From the frame to the page. */
export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong'; readonly id: number }
  | {
      readonly kind: 'failed';
      readonly stage: 'evaluation' | 'bootstrap' | 'mount';
      readonly message: string;
    }
  | { readonly kind: 'renderError'; readonly message: string }
  | { readonly kind: 'renderRetry' }
  | { readonly kind: 'height'; readonly pixels: number }
  | ({ readonly kind: 'result' } & TaskResult)
  | ({ readonly kind: 'call'; readonly id: number } & FrameCall)
  | { readonly kind: 'abort'; readonly id: number }
  | ({ readonly kind: 'go'; readonly id: number } & FrameTarget)
  | { readonly kind: 'notify'; readonly level: NotifyLevel; readonly text: string }
  | ({ readonly kind: 'confirm'; readonly id: number } & FrameQuestion)
  | { readonly kind: 'title'; readonly text: string | undefined }
  /** The heading of the page at a path, which recently viewed pages have as their name. */
  | { readonly kind: 'heading'; readonly path: string; readonly text: string }
  | { readonly kind: 'unsaved'; readonly reason: string | undefined };

/** `value`: whether the function returned `true`. `cells`: the values of a column, by row. */
export interface TaskResult {
  readonly id: number;
  readonly value: boolean;
  readonly cells?: readonly TableCell[];
  readonly failure?: string;
  /** The function failed because a call did, with this status. */
  readonly status?: number;
}

/** Target of a navigation of the plugin. */
export interface FrameTarget {
  readonly to: string;
  readonly replace: boolean;
  /** State of the history entry, as JSON text. */
  readonly state?: string;
}

export type NotifyLevel = 'success' | 'info' | 'warning' | 'error';

export interface FrameQuestion {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly danger: boolean;
}

/** Outcome of `go`; `outside`: the page does not belong to the plugin. */
export type FrameOutcome = NavigationOutcome | 'outside';

/** Maximum characters of values that the runtime does not shorten. */
export const MOST = { path: 2_000, query: 4_000, body: 1_000_000, to: 4_000, state: 10_000 };

/** Maximum characters of texts that users see. */
export const MOST_TEXT = 300;

/** Maximum rows of one call for the values of a column. */
const MOST_ROWS = 100;

type Check = (value: unknown) => boolean;

const flag: Check = (value) => typeof value === 'boolean';
const id: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const text =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most;
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

type Fields = Readonly<Record<string, Check>>;

/** Whether a value has these fields, and nothing else. */
const has =
  (fields: Fields): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((field) => Object.hasOwn(fields, field)) &&
    Object.entries(fields).every(([field, check]) => check((value as Record<string, unknown>)[field]));

const cell = has({
  text: text(MOST_TEXT),
  value: maybe((value) => text(MOST_TEXT)(value) || Number.isFinite(value)),
  path: maybe(text(MOST.path)),
  title: maybe(text(MOST_TEXT)),
});

const cells: Check = (value) =>
  Array.isArray(value) &&
  value.length <= MOST_ROWS &&
  value.every((each) => each === undefined || each === null || cell(each));

/** Fields of each message. */
const FIELDS: Readonly<Record<FromFrame['kind'], Fields>> = {
  ready: {},
  pong: { id },
  failed: { stage: oneOf('evaluation', 'bootstrap', 'mount'), message: text(1_000) },
  renderError: { message: text(1_000) },
  renderRetry: {},
  height: { pixels: id },
  result: { id, value: flag, cells: maybe(cells), failure: maybe(text(1_000)), status: maybe(id) },
  call: {
    id,
    method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
    path: text(MOST.path),
    query: text(MOST.query),
    body: maybe(text(MOST.body)),
    timeout: maybe(id),
    retry: maybe(flag),
  },
  abort: { id },
  go: { id, to: text(MOST.to), replace: flag, state: maybe(text(MOST.state)) },
  notify: { level: oneOf('success', 'info', 'warning', 'error'), text: text(MOST_TEXT) },
  confirm: { id, title: text(100), text: text(500), verb: text(40), danger: flag },
  title: { text: maybe(text(MOST_TEXT)) },
  heading: { path: text(MOST.path), text: text(MOST_TEXT) },
  unsaved: { reason: maybe(text(MOST_TEXT)) },
};

/** Returns the message of a frame, or `undefined` if it is invalid. The frame can send anything. */
export function readMessage(value: unknown): FromFrame | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { kind, ...rest } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) return undefined;
  return has(FIELDS[kind as FromFrame['kind']])(rest) ? (value as FromFrame) : undefined;
}
