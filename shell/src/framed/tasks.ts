import { HttpFailure, type PluginDefinition, resolveReference, type ShellApi } from '@lading/contract';
import { messageOf } from './messageOf.ts';
import { plainCells } from './plainCells.ts';
import type { FrameTask, FromFrame } from './protocol.ts';

/** Runs a function of the plugin, and sends the result to the page. */
export type RunTask = (id: number, task: FrameTask) => Promise<void>;

export function taskRunner(
  definition: PluginDefinition,
  shell: ShellApi,
  post: (message: FromFrame) => void,
): RunTask {
  return async (id, { ref, argument }) => {
    const [, kind] = ref.split('/');
    try {
      const run = resolveReference(definition, ref);
      if (!run) throw new Error(`It has no function at ${ref}`);
      // A command belongs to no row.
      const found: unknown = await (kind === 'commands' ? run(shell) : run(argument, shell));
      const rows = kind === 'tableColumns' ? (argument as readonly unknown[]).length : undefined;
      const cells = rows === undefined ? {} : { cells: plainCells(found, rows) };
      post({ kind: 'result', id, value: found === true, ...cells });
    } catch (error) {
      const status = isOfServer(error) ? { status: error.status } : {};
      post({ kind: 'result', id, value: false, failure: messageOf(error), ...status });
    }
  };
}

/** Codes of failures that the plugin causes: the page refuses the call, or the frame does. */
const OWN_CODES: readonly (string | undefined)[] = ['PLUGIN_CALL_DENIED', 'TOO_MANY_CALLS', 'TOO_LONG'];

/** Whether a call failed because of the server or the connection. */
function isOfServer(error: unknown): error is HttpFailure {
  if (!(error instanceof HttpFailure) || OWN_CODES.includes(error.code)) return false;
  return error.status === 0 || error.status >= 400;
}
