import { type Static, Type } from '@sinclair/typebox';
import { serviceName } from './names.ts';
import { oneOf, time } from './schemaKinds.ts';

/**
 * Support bundles, for administrators: `/ui/api/v1/ui/userSupport/…`, and one route per service for
 * creating one.
 */

const day = (description: string) => Type.String({ description, pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** Content of a bundle in addition to its manifest. */
export type SupportBundleParameters = Static<typeof SupportBundleParameters>;
export const SupportBundleParameters = Type.Object(
  {
    configuration: Type.Optional(
      Type.Boolean({ description: 'Settings and configuration, without secrets.' }),
    ),
    system: Type.Optional(
      Type.Boolean({
        description: 'Versions, process, database, storage, jobs, plugins, and recent errors.',
      }),
    ),
    logs: Type.Optional(
      Type.Object({
        include: Type.Boolean(),
        start_date: Type.Optional(day('First day, in UTC, such as `2026-01-31`. Absent: no limit.')),
        end_date: Type.Optional(day('Last day, in UTC. Absent: no limit.')),
      }),
    ),
    thread_dump: Type.Optional(
      Type.Object({
        count: Type.Integer({ minimum: 0, maximum: 20, description: 'CPU profiles with heap statistics.' }),
        interval: Type.Integer({
          minimum: 0,
          maximum: 60_000,
          description: 'Milliseconds between two of them.',
        }),
      }),
    ),
    nodes: Type.Optional(
      Type.Union(
        [Type.Literal('all'), Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 100 })],
        {
          description:
            'IDs of the nodes to describe, each in a directory of its own, or `all`. Absent: the node that creates the bundle.',
        },
      ),
    ),
  },
  { title: 'SupportBundleParameters' },
);

/**
 * POST `…/generateBundle`, and `/{service}/api/v1/system/support/bundle`. Content omitted in
 * `parameters` is included, except profiles.
 */
export type NewSupportBundle = Static<typeof NewSupportBundle>;
export const NewSupportBundle = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    service: Type.Optional(serviceName),
    parameters: Type.Optional(SupportBundleParameters),
  },
  { title: 'NewSupportBundle' },
);

const common = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
};

const more = {
  status: oneOf(['in progress', 'success', 'failure']),
  service: serviceName,
  created_by: Type.String(),
  node: Type.Optional(Type.String({ description: 'The node that creates the bundle.' })),
  done: Type.Integer({ description: 'Files that are written.' }),
  total: Type.Integer({ description: 'Files to write; 0 until the bundle is begun.' }),
  size: Type.Optional(Type.Integer({ description: 'Bytes of the archive.' })),
  error: Type.Optional(
    Type.String({ description: 'Why it failed, or which nodes are missing in a successful bundle.' }),
  ),
};

/** A bundle in the console's API. */
export type SupportBundle = Static<typeof SupportBundle>;
export const SupportBundle = Type.Object(
  { ...common, create_date: time('When it was requested.'), ...more },
  { title: 'SupportBundle' },
);

/** A bundle in the API of services. */
export type ServiceSupportBundle = Static<typeof ServiceSupportBundle>;
export const ServiceSupportBundle = Type.Object(
  { ...common, created: time('When it was requested.'), ...more },
  { title: 'ServiceSupportBundle' },
);

/** GET `…/listBundles`: newest first. */
export type SupportBundles = Static<typeof SupportBundles>;
export const SupportBundles = Type.Object(
  { count: Type.Integer(), bundles: Type.Array(SupportBundle) },
  { title: 'SupportBundles' },
);
