import { type Static, Type } from '@sinclair/typebox';
import type { FailureClass } from '../plugin/state.ts';
import { oneOf, time } from './schemaKinds.ts';

/** Loads and failures of plugins as browsers report them: `/ui/api/v1/lading/plugin-health`. */

const stages = ['load', 'start', 'mount', 'run', 'unmount'] as const;
/** `load`: the code; `start`: bootstrap and startup requests; `run`: rendering after the mount. */
export type PluginStage = (typeof stages)[number];

// A record makes the compiler demand every class.
const classes: Record<FailureClass, true> = {
  ...{ network: true, http: true, integrity: true, evaluation: true, 'not-a-plugin': true },
  ...{ 'contract-version': true, 'duplicate-name': true, timeout: true, 'startup-request': true },
  ...{ bootstrap: true, mount: true, render: true, unmount: true },
};
const failureClass = oneOf(Object.keys(classes) as FailureClass[]);

const name = Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 100 });
const version = Type.String({ pattern: '^[0-9A-Za-z.+-]*$', maxLength: 80 });
const count = Type.Integer({ minimum: 1, maximum: 100 });
/** Milliseconds. */
const duration = Type.Integer({ minimum: 0, maximum: 600_000 });
const strict = { additionalProperties: false } as const;

const PluginLoadReport = Type.Object(
  {
    plugin: name,
    version,
    loadMs: duration,
    mountMs: duration,
  },
  strict,
);

const PluginFailureReport = Type.Object(
  {
    plugin: name,
    version,
    stage: oneOf(stages),
    class: failureClass,
    error: Type.Optional(
      Type.String({ pattern: '^[A-Za-z_$][\\w$]*$', maxLength: 60, description: 'Name of the error class.' }),
    ),
    message: Type.String({ maxLength: 300, description: 'Without data of the user.' }),
    count,
  },
  strict,
);

const PluginSwitchReport = Type.Object(
  {
    plugin: name,
    version,
    off: Type.Boolean({
      description: 'True: turned off in this browser after two crashes in a row. False: on again.',
    }),
  },
  strict,
);

/** POST. Contains no data of the user: the browser removes it from messages. */
export type PluginHealthReport = Static<typeof PluginHealthReport>;
export const PluginHealthReport = Type.Object(
  {
    shell: version,
    browser: oneOf(['Chrome', 'Edge', 'Firefox', 'Safari', 'Other']),
    major: Type.Integer({ minimum: 0, maximum: 9999, description: 'Major version of the browser.' }),
    loads: Type.Array(PluginLoadReport, { maxItems: 100 }),
    failures: Type.Array(PluginFailureReport, { maxItems: 50 }),
    switches: Type.Optional(Type.Array(PluginSwitchReport, { maxItems: 50 })),
  },
  { ...strict, title: 'PluginHealthReport' },
);

export type PluginHealthFailure = Static<typeof PluginHealthFailure>;
export const PluginHealthFailure = Type.Object(
  {
    stage: oneOf(stages),
    class: failureClass,
    error: Type.Optional(Type.String({ description: 'Name of the error class.' })),
    message: Type.String(),
    count: Type.Integer(),
    firstSeen: time('Of this failure, in the stored period.'),
    lastSeen: time('Of this failure.'),
    browsers: Type.Array(Type.String(), { description: 'Such as Chrome 141.' }),
    shells: Type.Array(Type.String(), { description: 'Versions of the console.' }),
  },
  { title: 'PluginHealthFailure' },
);

/** One version of a plugin. */
export type PluginHealth = Static<typeof PluginHealth>;
export const PluginHealth = Type.Object(
  {
    plugin: Type.String(),
    version: Type.String(),
    loads: Type.Integer({ description: 'Attempts to load and mount it, successful or not.' }),
    failedLoads: Type.Integer({ description: 'Attempts that failed before it was mounted.' }),
    failureCount: Type.Integer({ description: 'All failures, also while it ran.' }),
    turnedOff: Type.Integer({
      description:
        'Browsers in which it was turned off after two crashes in a row, less those in which it was turned on again.',
    }),
    loadMs: Type.Optional(Type.Integer({ description: 'Average of the successful loads.' })),
    mountMs: Type.Optional(Type.Integer({ description: 'Average of the successful mounts.' })),
    longestMs: Type.Optional(Type.Integer({ description: 'Longest load and mount together.' })),
    firstSeen: time('First report in the stored period.'),
    lastSeen: time('Last report.'),
    failures: Type.Array(PluginHealthFailure, { description: 'Up to 50, most frequent first.' }),
  },
  { title: 'PluginHealth' },
);

/** GET, for administrators. */
export type PluginHealthList = Static<typeof PluginHealthList>;
export const PluginHealthList = Type.Object(
  { plugins: Type.Array(PluginHealth, { description: 'By share of failed loads, highest first.' }) },
  { title: 'PluginHealthList' },
);

/** GET and PUT `/ui/api/v1/lading/plugin-health/alerts`, for administrators. */
export type PluginAlerts = Static<typeof PluginAlerts>;
export const PluginAlerts = Type.Object(
  {
    failedPercent: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Administrators are notified when at least this share of the loads of a version failed in 24 hours, of at least 5. 0: never.',
    }),
  },
  { title: 'PluginAlerts', additionalProperties: false },
);
