import type { PluginModule } from '@lading/contract';
import { exercisePages } from './pages.ts';
import { exerciseParts, type PartRunner } from './parts.ts';
import { exerciseTasks } from './tasks.ts';
import { ALL_CALLS, messageOf } from './visit.ts';

/** Exports of the bundle of a check. */
export interface Exercise extends Omit<PartRunner, 'find'> {
  readonly load: () => Promise<PluginModule>;
  /** Returns a function of a definition by its reference. */
  readonly resolve: (definition: unknown, ref: string) => ((...args: unknown[]) => unknown) | undefined;
}

/**
 * Mounts, changes, and unmounts each route of a plugin, and each part of other pages, as the
 * console does, and runs its actions, columns, and commands. Returns the problems in plain words.
 */
export async function exercise(plugin: Exercise): Promise<string[]> {
  const problems: string[] = [];
  const late = (reason: unknown) => problems.push(`An error was not caught: ${messageOf(reason)}`);
  process.on('unhandledRejection', late);
  process.on('uncaughtException', late);
  const module = await plugin.load();
  const runner: PartRunner = { ...plugin, find: (ref) => plugin.resolve(module.default, ref) };
  for (const calls of ALL_CALLS) {
    problems.push(...(await exercisePages(runner, module, calls)));
    problems.push(...(await exerciseParts(runner, calls)));
    problems.push(...(await exerciseTasks(runner, calls)));
  }
  return [...new Set(problems)];
}
