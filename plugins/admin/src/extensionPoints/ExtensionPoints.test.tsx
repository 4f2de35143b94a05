import { CONTRIBUTION_KINDS, EXTENSION_KINDS, HttpFailure, MAIN_KINDS } from '@lading/contract';
import type { ManagedPlugin } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { FRAMED_KINDS, validateManifest, validateServerParts } from '@lading/contract/validation';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import guide from '../../../../docs/plugin-guide.md?raw';
import { PLUGINS } from '../paths.ts';
import { PluginsPage } from '../plugins/PluginsPage.tsx';
import { openAt } from '../testing/openAt.ts';
import * as examples from './examples/examples.ts';
import source from './examples/examples.ts?raw';
import { examplesIn } from './examplesIn.ts';
import { GROUPS, IN_FRAMES, POINTS } from './points.ts';
import { SERVICES } from './services.ts';

const CALL = '/ui/api/v1/lading/plugins';
const KINDS = [...CONTRIBUTION_KINDS, 'backends', 'settings'].sort();

const plugin = (name: string, more: Partial<ManagedPlugin> = {}): ManagedPlugin => ({
  ...{ specifier: `lading-plugin-${name}`, name, state: 'enabled', source: 'release', version: '1.0.0' },
  ...{ pinned: false, required: false, versions: [] },
  facts: {
    ...{ version: '1.0.0', description: '', contract: '1.x', bytes: 1, paths: [], dependencies: [] },
    contributions: [{ kind: 'routes', count: 2 }],
  },
  ...more,
});

const open = (prepare: (shell: FakeShell) => void) =>
  openAt(`${PLUGINS}?tab=extension-points`, PLUGINS, PluginsPage, (shell) => {
    shell.http.on(`GET ${CALL}/releases`, { releases: [], activations: [] });
    prepare(shell);
  });
const overview = (plugins: ManagedPlugin[]) => ({
  ...{ file: { path: '/srv/importmap.json', present: false }, repositories: [], plugins },
});
const card = async (kind: string) =>
  within((await screen.findByText(kind, { selector: 'code' })).closest('li') as HTMLElement);

/** As in a manifest: with a reference in place of each function. */
const asData = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, one) => (typeof one === 'function' ? { $ref: key } : one)));

describe('the extension points', () => {
  it('are those of the contract, each with texts, an example, and a section of the guide', () => {
    expect(GROUPS.flatMap(({ points }): string[] => [...points]).sort()).toEqual(KINDS);
    expect(Object.keys(POINTS).sort()).toEqual(KINDS);
    expect([...examplesIn(source, EXTENSION_KINDS).keys()].sort()).toEqual(KINDS);
    expect(KINDS.filter((kind) => !guide.includes(kind))).toEqual([]);
  });

  it('say which of them untrusted plugins have in frames', async () => {
    expect([...IN_FRAMES].sort()).toEqual([...FRAMED_KINDS].sort());
    open(({ http }) => {
      http.on(`GET ${CALL}`, overview([]));
    });
    expect((await card('tableColumns')).getByText('Also for untrusted plugins, in frames')).toBeTruthy();
    expect((await card('adminCards')).getByText('Only for trusted plugins')).toBeTruthy();
  });

  it('have examples that the console accepts', () => {
    const { backends, settings, ...kinds } = asData(examples);
    const of = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, kinds[name]]));
    const contributions = { ...of(MAIN_KINDS), extensions: of(EXTENSION_KINDS) };
    const manifest = {
      ...{ name: 'tide', version: '1.0.0', contract: '1.x', entry: 'plugin.js', files: [], preload: {} },
      contributions,
    };
    expect(validateManifest(manifest, 'tide')).toMatchObject({ valid: true });
    expect(validateServerParts('tide', { backends, settings })).toBeUndefined();
  });

  it('are followed by the services of the shell', async () => {
    open(({ http }) => {
      http.on(`GET ${CALL}`, overview([]));
    });
    const services = await screen.findByRole('region', { name: 'Services of the shell' });
    expect(within(services).getByText('shell.notifications')).toBeTruthy();
    expect(within(services).getAllByRole('term')).toHaveLength(Object.keys(SERVICES).length);
  });

  it('have examples as a definition contains them', () => {
    const written = "export const a: X['a'] = [\n  { b: 1 },\n];\n\nexport const c: X = [{ d: ';' }];\n";
    const found = examplesIn(written, ['c']);
    expect(found.get('a')).toBe('a: [\n  { b: 1 },\n],');
    expect(found.get('c')).toBe("extensions: {\n  c: [{ d: ';' }],\n},");
  });

  it('show the plugins in use that contribute to them, by name and version', async () => {
    open(({ http }) => {
      const others = ['ebb', 'flow', 'moon', 'shore'].map((name) => plugin(name));
      const off = plugin('off', { state: 'disabled' });
      const tide = plugin('tide', { version: '1.0.0' });
      tide.facts?.contributions.push({ kind: 'commands', count: 1 });
      http.on(`GET ${CALL}`, overview([tide, off, ...others]));
    });
    const commands = await card('commands');
    expect(await commands.findByText('tide 1.0.0 (1)')).toBeTruthy();
    const routes = await card('routes');
    await userEvent.click(routes.getByText('Used by 5 plugins'));
    expect(routes.getByText('moon 1.0.0 (2)')).toBeTruthy();
    expect(routes.queryByText(/off/)).toBeNull();
    expect((await card('packageTabs')).getByText('No plugin in use contributes any')).toBeTruthy();
    await userEvent.click(routes.getByText('Example'));
    expect(routes.getByText(/path: '\/tide'/)).toBeTruthy();
  });

  it('do not look unused while the plugins cannot be loaded', async () => {
    open(({ http }) => {
      http.on(`GET ${CALL}`, () => {
        throw new HttpFailure(503, 'HTTP 503');
      });
    });
    expect(await screen.findByText(/Failed to load the plugins\. The list does not show/)).toBeTruthy();
    expect(screen.queryByText('No plugin in use contributes any')).toBeNull();
    expect(screen.getByText('languagePacks', { selector: 'code' })).toBeTruthy();
  });
});
