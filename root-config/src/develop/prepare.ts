import type { PluginManifest } from '@lading/contract';
import type { BootDocument, BootOverride, BootPlugin, ImportMapDocument } from '@lading/contract/rest';
import type { ContributionCache } from '../contributions/contributionCache.ts';
import { preambleOf } from './readDevelopmentPlugin.ts';

/** Replaces the plugin in the page's data, before the console reads them. */
export function prepare(
  page: Document,
  boot: BootDocument,
  override: BootOverride,
  manifest: PluginManifest,
  cache: Pick<ContributionCache, 'write'>,
): void {
  const { name, specifier, origin } = override;
  const plugin: BootPlugin = {
    ...{ name, specifier, address: `${origin}/${manifest.entry}`, fromOperator: true },
    // No version that the server knows: failures during development are not those of a release.
    version: `${manifest.version}-override`,
    // Of this page only: the next one requests the manifest again.
    hash: `override-${Date.now()}`,
  };
  cache.write(plugin, manifest);
  const at = boot.plugins.findIndex((each) => each.name === name);
  const plugins = boot.plugins.filter((each) => each.name !== name);
  plugins.splice(at < 0 ? plugins.length : at, 0, plugin);
  const { validated: _validated, ...rest } = boot;
  const dev = { origin, preamble: preambleOf(origin) };
  write(page.getElementById('lading-boot'), { ...rest, plugins, dev });
  const map = page.querySelector('script[type="systemjs-importmap"]');
  const { imports, integrity } = JSON.parse(map?.textContent ?? '{}') as ImportMapDocument;
  write(map, { imports: { ...imports, [specifier]: plugin.address }, integrity });
  for (const link of page.querySelectorAll(`link[rel="preload"][href^="/ui/plugins/${name}/"]`))
    link.remove();
}

function write(element: Element | null, value: object): void {
  if (element) element.textContent = JSON.stringify(value);
}
