import type { PluginDefinition, PluginLifecycles } from '@lading/contract';
import type { BootDocument, BootPlugin } from '@lading/contract/rest';
import { fakePlugin } from '@lading/contract/testing';
import { expect, vi } from 'vitest';
import { stateOf, type TestPlugin, testConsole, testServer, tinyPlugin } from './testConsole.ts';

const TIDE = 'lading-plugin-tide';
const ASK_MS = 50_000;

const says = (text: string): Partial<PluginLifecycles> => ({
  mount: async ({ domElement }) => {
    domElement.textContent = text;
  },
});
const bootOf = ({
  definition: { name, version },
  specifier = `@lading/plugin-${name}`,
  frame,
}: TestPlugin) => {
  const address = `/ui/plugins/${name}/${version}/plugin.js`;
  return { name, version, specifier, address, hash: 'h', ...(frame ? { frame } : {}) } satisfies BootPlugin;
};
export const ebb: TestPlugin = { definition: tinyPlugin('ebb') };
export const tide = (
  version: string,
  more: Partial<PluginDefinition> = {},
  lifecycles = says(`tide ${version}`),
) => ({
  definition: tinyPlugin('tide', { version, ...more }),
  specifier: TIDE,
  lifecycles,
});
export const second = tide('2.0.0', {
  menuItems: [],
  routes: [
    { path: '/tide', name: 'tide', title: { id: 't', text: 'Second' } },
    { path: '/tide/more', name: 'tide.more', title: { id: 't', text: 'More' } },
  ],
});

export interface Next {
  readonly plugins: readonly TestPlugin[];
  readonly imports?: Record<string, string>;
  /** Of the page; the number of the release set stays. */
  readonly revision?: string;
}

/** Opens a page of release set 1. `release` activates the next, and waits for the page to ask. */
export async function openRelease(
  path: string,
  plugins: readonly TestPlugin[],
  more: Partial<BootDocument> = { release: 1 },
) {
  const server = testServer(path);
  let number = 1;
  let current = 'r1';
  const told = () => Response.json({ release: number, revision: current });
  server.answers.set('GET /ui/api/v1/lading/release', told);
  const { loader, scheduler, manifestsOf } = await testConsole(plugins, [], undefined, more);
  await vi.waitFor(() => expect(stateOf(path.slice(1))).toBe('mounted'));
  const ask = () => vi.advanceTimersByTimeAsync(ASK_MS);
  const release = async (
    { plugins: next, imports = {}, revision: given }: Next,
    manifests: Map<string, unknown> = new Map<string, unknown>(),
  ) => {
    if (given === undefined) number += 1;
    for (const { definition, lifecycles } of next) {
      const { manifest, module } = fakePlugin(definition, lifecycles);
      manifests.set(definition.name, manifest);
      loader.set(bootOf({ definition }).address, module);
    }
    const revision = given ?? `r${number}`;
    current = revision;
    manifestsOf.set(revision, { manifests });
    const { validated } = more;
    const boot: BootDocument = {
      ...{ base: '/ui/', revision, release: number, plugins: next.map(bootOf) },
      ...(validated === undefined ? {} : { validated }),
    };
    const map = { imports, integrity: {} };
    const page =
      `<!doctype html><script type="systemjs-importmap">${JSON.stringify(map)}</script>` +
      `<script type="application/json" id="lading-boot">${JSON.stringify(boot)}</script>`;
    server.answers.set('GET /ui/', () => new Response(page));
    await ask();
  };
  return { release, ask, loader, scheduler, server };
}
export const notices = () => document.querySelector('.lading-notifications')?.textContent ?? '';
export const offers = () => notices().includes('A new version of the console is available.');
