import { HttpFailure, type PluginDefinition, resolveReference, type ShellApi } from '@lading/contract';
import { messageOf } from './messageOf.ts';
import { plainCells } from './plainCells.ts';
import type { FrameTask, FromFrame } from './protocol.ts';

/** Runs a function of the plugin, and tells the page the result. */
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
      const status = error instanceof HttpFailure ? { status: error.status } : {};
      post({ kind: 'result', id, value: false, failure: messageOf(error), ...status });
    }
  };
}
