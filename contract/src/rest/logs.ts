import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/** The live logs of a node, under `/ui/api/v1/system/logs`, for administrators. */

/** The keys of the services whose logs can be shown. */
export type LogService = Static<typeof LogService>;
export const LogService = oneOf(['jfrt', 'jfmc', 'jfxr', 'jfds', 'jfpip', 'jfisv'], {
  description:
    'Artifactory, Mission Control, Xray, Distribution, Pipelines, and Insight. Any other value returns 404.',
});

/** GET `/config/{type}?nodeId`. */
export type LogConfig = Static<typeof LogConfig>;
export const LogConfig = Type.Object(
  {
    installed: Type.Boolean({
      description: 'If false, the service is not part of this installation: it has no logs.',
    }),
    logs: Type.Array(Type.String(), { description: 'Names of the log files, the IDs of the other call.' }),
    nodes: Type.Array(Type.String(), { description: 'IDs of all nodes.' }),
    node_id: Type.String({ description: 'The node that responds. It serves only its own logs.' }),
    refresh_rate_millis: Type.Integer({ description: 'Milliseconds between two refreshes.' }),
  },
  { title: 'LogConfig' },
);

/** GET `/data/{type}?id&nodeId&file_size&file_id&limit&end`. */
export type LogData = Static<typeof LogData>;
export const LogData = Type.Object(
  {
    log_content: Type.String({ description: 'Whole lines.' }),
    file_size: Type.Integer({
      description: 'The offset after the last line of `log_content`: `file_size` of the next request.',
    }),
    last_update_modified: Type.Integer({
      description: 'Time of the last line, in epoch milliseconds; 0: no file.',
    }),
    last_update_label: Type.String({ description: 'The same time as text, in UTC; empty: no file.' }),
    file_id: Type.String({ description: 'Changes when the log is rotated: `file_id` of the next request.' }),
    start: Type.Integer({ description: 'The offset of the first line of `log_content`.' }),
    previous_file: Type.Optional(
      Type.Boolean({
        description:
          '`log_content` starts at the first line of its file, and the file before it still exists: `end=0` with this `file_id` returns its last lines.',
      }),
    ),
    restarted: Type.Optional(
      oneOf(['rotated', 'truncated'], {
        description:
          'The file is not the one that `file_size` refers to, and `log_content` starts at its first line. `rotated`: `log_content` also contains the last lines of the previous file.',
      }),
    ),
  },
  { title: 'LogData' },
);
