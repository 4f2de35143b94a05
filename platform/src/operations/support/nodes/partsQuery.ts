import type { SupportBundleParameters } from '@lading/contract/rest';
import { SupportBundle } from '@lading/contract/schemas';
import { type Static, Type } from '@sinclair/typebox';

const day = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }));

/** Parts of a bundle that a node contributes, as the query of a request between nodes. */
export type PartsQuery = Static<typeof PartsQuery>;
export const PartsQuery = Type.Object({
  service: SupportBundle.properties.service,
  configuration: Type.Boolean({ description: 'Settings of the environment, without secrets.' }),
  system: Type.Boolean({ description: 'Versions, process, disks, and recent errors.' }),
  logs: Type.Boolean({ description: 'Log files.' }),
  start_date: day,
  end_date: day,
  profiles: Type.Integer({ minimum: 0, maximum: 20, description: 'CPU profiles with heap statistics.' }),
  interval: Type.Integer({ minimum: 0, maximum: 60_000, description: 'Milliseconds between two of them.' }),
});

export function queryOf(service: PartsQuery['service'], parameters: SupportBundleParameters): PartsQuery {
  const { configuration = true, system = true, logs = { include: true }, thread_dump: dump } = parameters;
  const { include, ...dates } = logs;
  return {
    ...{ service, configuration, system, logs: include, ...dates },
    ...{ profiles: dump?.count ?? 0, interval: dump?.interval ?? 0 },
  };
}

export function parametersOf(query: PartsQuery): SupportBundleParameters {
  const { configuration, system, logs, start_date, end_date, profiles, interval } = query;
  return {
    ...{ configuration, system, thread_dump: { count: profiles, interval } },
    logs: {
      include: logs,
      ...(start_date === undefined ? {} : { start_date }),
      ...(end_date === undefined ? {} : { end_date }),
    },
  };
}
