import type { Disposer, PluginDefinition, PluginLifecycles } from '@lading/contract';
import type { ManifestsRead } from '@lading/contract/host';
import type { BootDocument, BootPlugin, Footer, UserData } from '@lading/contract/rest';
import { FakeModuleLoader, fakePlugin } from '@lading/contract/testing';
import { vi } from 'vitest';
import { startShell } from '../core.ts';
import type { FrameModule } from '../frame/FrameModule.ts';
import { FakeScheduler } from './FakeScheduler.ts';

/** Plugin of the import map in a test. */
export interface TestPlugin {
  readonly definition: PluginDefinition;
  readonly lifecycles?: Partial<PluginLifecycles>;
  /**
   * Replaces the module of the definition. A function is called at each import; `null` means it
   * does not exist.
   */
  readonly module?: unknown;
  /** Replaces the manifest of the definition. */
  readonly manifest?: unknown;
  readonly specifier?: string;
  readonly problem?: BootPlugin['problem'];
  readonly frame?: BootPlugin['frame'];
}

export const ADA: UserData = {
  name: 'ada',
  admin: false,
  realm: 'internal',
  mfaStatus: '',
  profileUpdatable: true,
  existsInDB: true,
  requireProfileUnlock: false,
  requireProfilePassword: false,
  anonAccessEnabled: false,
  canDeploy: true,
  canManage: false,
};

export const FOOTER: Footer = {
  serverId: 'lading',
  platformId: 'lading',
  serverName: 'Harbour',
  logoUrl: '',
  userLogo: false,
  haConfigured: false,
  versionID: '0.1.0',
  buildNumber: '1',
  licenseInfo: { type: 'ENTERPRISE_PLUS' },
};

export interface TestServer {
  /** `nobody` responds with 401. */
  user: UserData | 'nobody';
  footer: Footer;
  /** Responses to other calls, by method and path without query. */
  readonly answers: Map<string, (request: { url: URL; body: string }) => Response>;
  readonly calls: string[];
}

let running: Disposer = () => {};

/** Ends the console after a test and resets the page. */
export function endConsole(): void {
  running();
  running = () => {};
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
}

/** Puts the page at `path`, below `/ui`, and responds to the startup calls. */
export function testServer(path: string, user: UserData | 'nobody' = ADA): TestServer {
  document.body.innerHTML =
    '<div id="lading-frame"><div id="lading-chrome"></div><main id="lading-content"><div data-skeleton></div></main></div>';
  History.prototype.replaceState.call(history, null, '', `/ui${path}`);
  const server: TestServer = { user, footer: FOOTER, answers: new Map(), calls: [] };
  server.answers.set('GET /ui/api/v1/ui/auth/current', () =>
    server.user === 'nobody'
      ? failure(401, 'UNAUTHORIZED', 'Sign in to continue')
      : Response.json(server.user),
  );
  server.answers.set('GET /ui/api/v1/system/auth/screen/footer', () => Response.json(server.footer));
  server.answers.set('GET /ui/api/v1/system/features', () => Response.json({ features: [] }));
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, location.href);
    const call = `${init.method ?? 'GET'} ${url.pathname}`;
    server.calls.push(call + url.search);
    const answer = server.answers.get(call);
    return answer ? answer({ url, body: String(init.body ?? '') }) : failure(404, 'NOT_FOUND', `no ${call}`);
  });
  return server;
}

export function failure(status: number, code: string, text: string): Response {
  return Response.json({ errors: [{ code, message: text }] }, { status });
}

/**
 * Starts the shell with these plugins, in import map order. `reads`: manifests read before all are.
 * Returns `manifestsOf`: manifests of other pages that the shell may read, by revision.
 * `quietMillis`: as in `ShellStart`, for tests that wait for work after the first page.
 * `modules`: more modules that can be imported.
 */
export async function testConsole(
  plugins: readonly TestPlugin[],
  reads: ManifestsRead[] = [],
  frame: FrameModule = { mountFrame: () => () => {} },
  more: Partial<BootDocument> = {},
  quietMillis?: number,
  modules: Readonly<Record<string, unknown>> = {},
) {
  const loader = new FakeModuleLoader().set('@lading/shell/frame', frame);
  for (const [id, module] of Object.entries(modules)) loader.set(id, module);
  const scheduler = new FakeScheduler();
  const manifests = new Map<string, unknown>();
  const boot: BootDocument = {
    base: '/ui/',
    revision: 'r1',
    plugins: [],
    ...more,
  };
  for (const { definition, lifecycles, module, manifest, specifier, problem, frame: limits } of plugins) {
    const made = fakePlugin(definition, lifecycles);
    const { name, version } = definition;
    const id = specifier ?? `@lading/plugin-${name}`;
    if (module !== null) loader.set(id, module ?? made.module);
    if (!problem && !manifests.has(name)) manifests.set(name, manifest ?? made.manifest);
    const address = `/ui/plugins/${name}/${version}/plugin.js`;
    const flags = { ...(problem ? { problem } : {}), ...(limits ? { frame: limits } : {}) };
    boot.plugins.push({ name, version, specifier: id, address, hash: 'h', ...flags });
  }
  const manifestsOf = new Map<string, ManifestsRead>();
  const readManifests = async (of = boot) => reads.shift() ?? manifestsOf.get(of.revision) ?? { manifests };
  running = await startShell({
    ...{ boot, loader, scheduler, readManifests },
    ...(quietMillis === undefined ? {} : { quietMillis }),
  });
  return { loader, scheduler, manifestsOf };
}

/** Creates a plugin with one route, `/NAME`, for all signed-in users. */
export function tinyPlugin(name: string, more: Partial<PluginDefinition> = {}): PluginDefinition {
  const title = { id: `${name}.title`, text: name.toUpperCase() };
  return {
    name,
    version: '1.0.0',
    contract: '1.x',
    routes: [{ path: `/${name}`, name, title }],
    menuItems: [{ sidebar: 'application', path: `/${name}`, label: title }],
    ...more,
  };
}

/** Returns the element of a plugin's slot. */
export function slotOf(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-plugin="${name}"]`);
}

export function stateOf(name: string): string | undefined {
  return slotOf(name)?.dataset.pluginState;
}
