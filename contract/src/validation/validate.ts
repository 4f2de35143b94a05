import { type BaseIssue, type GenericSchema, safeParse } from 'valibot';
import type { PluginLifecycles } from '../plugin/lifecycles.ts';
import { isReference, type PluginManifest } from '../plugin/manifest.ts';
import type { FailureClass } from '../plugin/state.ts';
import { CONTRACT_VERSION, contractHolds } from '../version.ts';
import { describeIssue } from './describeIssue.ts';
import { resolveReference } from './references.ts';
import { manifestSchema, moduleSchema } from './schema.ts';

/**
 * Result of the validation. `cause` contains the plugin, the field, and the actual and expected
 * value.
 */
export type Validated<T> =
  | { readonly valid: true; readonly value: T }
  | {
      readonly valid: false;
      readonly class: Extract<FailureClass, 'not-a-plugin' | 'contract-version'>;
      readonly cause: string;
    };

/** A valid entry module of a plugin. */
export interface PluginModule extends PluginLifecycles {
  /** The definition with its functions. */
  readonly default: Readonly<Record<string, unknown>>;
}

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

/**
 * Validates the exports of a plugin's entry against its manifest: each reference must be a
 * function.
 */
export function validateModule(module: unknown, manifest: PluginManifest): Validated<PluginModule> {
  const { name } = manifest;
  const result = safeParse(moduleSchema as GenericSchema<unknown, PluginModule>, module, {
    abortEarly: true,
  });
  if (!result.success) return refuse(name, result.issues[0]);
  const definition = result.output.default;
  if (definition.name !== name) {
    return notAPlugin(
      `Plugin "${name}": default.name: found "${definition.name}", expected "${name}" as in its manifest`,
    );
  }
  for (const ref of referencesIn(manifest.contributions)) {
    if (resolveReference(definition, ref) === undefined) {
      return notAPlugin(
        `Plugin "${name}": default.${ref.replaceAll('/', '.')}: found nothing to call, expected a function`,
      );
    }
  }
  return { valid: true, value: result.output };
}

function* referencesIn(value: unknown): Generator<string> {
  if (isReference(value)) yield value.$ref;
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* referencesIn(inner);
  }
}

function refuse(plugin: string, issue: BaseIssue<unknown>): Validated<never> {
  return notAPlugin(describeIssue(plugin, issue));
}

function notAPlugin(cause: string): Validated<never> {
  return { valid: false, class: 'not-a-plugin', cause };
}

function ownName(manifest: unknown): string {
  const name = (manifest as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name : 'without a name';
}
