import { type BaseIssue, type GenericSchema, safeParse } from 'valibot';
import type { PluginLifecycles } from '../plugin/lifecycles.ts';
import { isReference, type PluginManifest } from '../plugin/manifest.ts';
import type { FailureClass } from '../plugin/state.ts';
import { CONTRACT_VERSION, contractHolds } from '../version.ts';
import { describeIssue } from './describeIssue.ts';
import { resolveReference } from './references.ts';
import { manifestSchema, moduleSchema } from './schema.ts';

/** What the validator says. `cause` names the plug-in, the field, what was found and what was expected. */
export type Validated<T> =
  | { readonly valid: true; readonly value: T }
  | {
      readonly valid: false;
      readonly class: Extract<FailureClass, 'not-a-plugin' | 'contract-version'>;
      readonly cause: string;
    };

/** A plug-in's entry module that has passed. */
export interface PluginModule extends PluginLifecycles {
  /** The definition, with its functions. */
  readonly default: Readonly<Record<string, unknown>>;
}

/**
 * Reads what says to be a manifest. `name` is the plug-in's name in the import map, which the manifest must have as well;
 * without it the manifest's own name stands in the messages.
 */
export function validateManifest(manifest: unknown, name?: string): Validated<PluginManifest> {
  const called = name ?? ownName(manifest);
  const result = safeParse(manifestSchema, manifest, { abortEarly: true });
  if (!result.success) return refuse(called, result.issues[0]);
  const { output } = result;
  if (output.name !== called) {
    return notAPlugin(
      `Plug-in "${called}": name: found "${output.name}", expected "${called}" as in the import map`,
    );
  }
  if (!contractHolds(output.contract)) {
    const expected = `a range that holds ${CONTRACT_VERSION}, such as "1.x"`;
    const cause = `Plug-in "${called}": contract: found "${output.contract}", expected ${expected}`;
    return { valid: false, class: 'contract-version', cause };
  }
  return { valid: true, value: output };
}

/** Reads what a plug-in's entry exports, against its manifest: each reference must lead to a function. */
export function validateModule(module: unknown, manifest: PluginManifest): Validated<PluginModule> {
  const { name } = manifest;
  const result = safeParse(moduleSchema as GenericSchema<unknown, PluginModule>, module, {
    abortEarly: true,
  });
  if (!result.success) return refuse(name, result.issues[0]);
  const definition = result.output.default;
  if (definition.name !== name) {
    return notAPlugin(
      `Plug-in "${name}": default.name: found "${definition.name}", expected "${name}" as in its manifest`,
    );
  }
  for (const ref of referencesIn(manifest.contributions)) {
    if (resolveReference(definition, ref) === undefined) {
      return notAPlugin(
        `Plug-in "${name}": default.${ref.replaceAll('/', '.')}: found nothing to call, expected a function`,
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
