import type { PluginBuild } from '@lading/contract/rest';
import type { Text } from '@lading/ui';
import { dialogMessages as messages } from './dialogMessages.ts';

/** Digits of a commit that are shown. */
const COMMIT = 12;

/** The build that made a version, and why it is not trusted, if it is not. */
export function buildLines(build: PluginBuild | undefined, text: Text): string[] {
  const { repository, workflow = '', ref = '', commit = '', problem } = build ?? {};
  const built =
    repository === undefined
      ? []
      : [text(messages.builtFrom, { repository, workflow, ref, commit: commit.slice(0, COMMIT) })];
  return problem === undefined ? built : [...built, problem];
}
