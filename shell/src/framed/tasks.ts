import { type PluginDefinition, resolveReference, type ShellApi } from '@lading/contract';
import { messageOf } from './messageOf.ts';
import type { FrameTask, FromFrame } from './protocol.ts';

/** Runs a function of the plugin, and tells the page the result. */
export type RunTask = (id: number, task: FrameTask) => Promise<void>;

export function taskRunner(
  definition: PluginDefinition,
  shell: ShellApi,
  post: (message: FromFrame) => void,
): RunTask {
  return async (id, { ref, argument }) => {
    try {
      const run = resolveReference(definition, ref);
      if (!run) throw new Error(`It has no function at ${ref}`);
      post({ kind: 'result', id, value: (await run(argument, shell)) === true });
    } catch (error) {
      post({ kind: 'result', id, value: false, failure: messageOf(error) });
    }
  };
}
