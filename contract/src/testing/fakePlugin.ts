import type { PluginDefinition } from '../plugin/definePlugin.ts';
import type { PluginLifecycles } from '../plugin/lifecycles.ts';
import type { PluginManifest } from '../plugin/manifest.ts';
import type { PluginModule } from '../validation/validateModule.ts';

/**
 * Creates a definition's manifest and module like `lading-kit build`. Its lifecycles write `name`
 * into the host.
 */
export function fakePlugin(
  definition: PluginDefinition,
  lifecycles: Partial<PluginLifecycles> = {},
): { readonly manifest: PluginManifest; readonly module: PluginModule } {
  const { name, version, contract, ...contributions } = definition;
  const manifest: PluginManifest = {
    name,
    version,
    contract,
    entry: 'plugin.js',
    files: [{ path: 'plugin.js', integrity: 'sha384-AAAA', size: 1 }],
    preload: {},
    contributions: referenced(contributions, []) as PluginManifest['contributions'],
  };
  const module: PluginModule = {
    default: { ...definition },
    bootstrap: async () => {},
    mount: async ({ domElement }) => {
      domElement.textContent = name;
    },
    unmount: async ({ domElement }) => {
      domElement.textContent = '';
    },
    ...lifecycles,
  };
  return { manifest, module };
}

function referenced(value: unknown, path: readonly string[]): unknown {
  if (typeof value === 'function') return { $ref: path.join('/') };
  if (Array.isArray(value)) return value.map((item, index) => referenced(item, [...path, String(index)]));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, referenced(inner, [...path, key])]));
}
