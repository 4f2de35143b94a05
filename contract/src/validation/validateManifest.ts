import { type BaseIssue, safeParse } from 'valibot';
import type { PluginManifest } from '../plugin/manifest.ts';
import { CONTRACT_VERSION, contractHolds } from '../version.ts';
import { describeIssue } from './describeIssue.ts';
import { manifestSchema } from './schema.ts';
import { notAPlugin, type Validated } from './validated.ts';

/**
 * Validates a manifest. `name` is the plugin's name in the import map, which the manifest must have
 * as well; without it, messages contain the manifest's own name.
 */
export function validateManifest(manifest: unknown, name?: string): Validated<PluginManifest> {
  const called = name ?? ownName(manifest);
  const result = safeParse(manifestSchema, manifest, { abortEarly: true });
  if (!result.success) return refuse(called, result.issues[0]);
  const { output } = result;
  if (output.name !== called) {
    return notAPlugin(
      `Plugin "${called}": name: found "${output.name}", expected "${called}" as in the import map`,
    );
  }
  if (!contractHolds(output.contract)) {
    const expected = `a range that holds ${CONTRACT_VERSION}, such as "1.x"`;
    const cause = `Plugin "${called}": contract: found "${output.contract}", expected ${expected}`;
    return { valid: false, class: 'contract-version', cause };
  }
  return { valid: true, value: output };
}

function refuse(plugin: string, issue: BaseIssue<unknown>): Validated<never> {
  return notAPlugin(describeIssue(plugin, issue));
}

function ownName(manifest: unknown): string {
  const name = (manifest as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name : 'without a name';
}
