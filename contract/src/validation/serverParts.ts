import { validateBackends, validateCalls } from './backends.ts';
import { validateSettings } from './settings.ts';

/**
 * Validates what the server alone reads of a manifest. Returns the reason why it is invalid, or
 * `undefined`.
 */
export function validateServerParts(
  plugin: string,
  { backends, calls, settings }: { backends?: unknown; calls?: unknown; settings?: unknown },
): string | undefined {
  const all = [
    validateBackends(plugin, backends),
    validateCalls(plugin, calls),
    validateSettings(plugin, settings),
  ];
  for (const found of all) if ('cause' in found) return found.cause;
  return undefined;
}
