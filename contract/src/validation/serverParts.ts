import { validateBackends } from './backends.ts';
import { validateSettings } from './settings.ts';

/**
 * Validates what the server alone reads of a manifest. Returns the reason why it is invalid, or
 * `undefined`.
 */
export function validateServerParts(
  plugin: string,
  { backends, settings }: { backends?: unknown; settings?: unknown },
): string | undefined {
  for (const found of [validateBackends(plugin, backends), validateSettings(plugin, settings)])
    if ('cause' in found) return found.cause;
  return undefined;
}
