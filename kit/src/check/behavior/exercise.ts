import type { PluginManifest, PluginModule, PluginProps } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { asUntrusted } from './asUntrusted.ts';

/** What a check uses of an element and of the document: the kit itself runs without one. */
interface Host {
  readonly childNodes: { readonly length: number };
  replaceChildren(): void;
  remove(): void;
}
interface Page {
  readonly body: { append(host: Host): void };
  readonly documentElement: { readonly dataset: Record<string, string> };
  createElement(tag: string): Host;
}
const pageOf = (global: unknown) => (global as { document: Page }).document;

/** What the bundle of a check hands over. */
export interface Exercise {
  readonly manifest: PluginManifest;
  readonly load: () => Promise<PluginModule>;
  readonly createShell: (place: string) => FakeShell;
  readonly failure: (status: number, message: string) => Error;
  /** Runs it as in a frame, and reports what is not available there. */
  readonly untrusted?: boolean;
  /** Finds accessibility violations; absent if axe-core is not installed. */
  readonly axe: ((host: Host) => Promise<string[]>) | undefined;
}

const CALLS = {
  'failing calls': (failure: Error) => Promise.reject(failure),
  'calls that never end': () => new Promise<never>(() => undefined),
} as const;
type Calls = keyof typeof CALLS;

const STAGE_MS = 10_000;
const SETTLE_MS = 30;

/**
 * Mounts, changes, and unmounts each route of a plugin as the console does. Returns the problems in
 * plain words.
 */
export async function exercise(plugin: Exercise): Promise<string[]> {
  const problems: string[] = [];
  const late = (reason: unknown) => problems.push(`An error was not caught: ${messageOf(reason)}`);
  process.on('unhandledRejection', late);
  process.on('uncaughtException', late);
  const module = await plugin.load();
  for (const { name, path } of plugin.manifest.contributions.routes ?? [])
    for (const calls of Object.keys(CALLS) as Calls[])
      for (const problem of await visit(plugin, module, exampleOf(path), calls))
        problems.push(`${name} with ${calls}: ${problem}`);
  return [...new Set(problems)];
}

async function visit(plugin: Exercise, module: PluginModule, path: string, calls: Calls): Promise<string[]> {
  const problems: string[] = [];
  const shell = plugin.createShell(path);
  const answer = () => CALLS[calls](plugin.failure(503, 'The server is busy'));
  Object.assign(shell.http, { json: answer, text: answer });
  if (plugin.untrusted) asUntrusted(shell, plugin, (problem) => problems.push(problem));
  const page = pageOf(globalThis);
  const host = page.createElement('div');
  page.body.append(host);
  const props = (current: PluginProps['shell']): PluginProps => ({
    ...{ name: plugin.manifest.name, shell: current },
    domElement: host as unknown as PluginProps['domElement'],
    onRenderError: (error) => void problems.push(`a screen failed: ${messageOf(error)}`),
  });
  const stage = (what: 'bootstrap' | 'mount' | 'unmount', current: PluginProps['shell']) =>
    inTime(module[what](props(current))).catch((error) => {
      problems.push(`${what} failed: ${messageOf(error)}`);
    });
  for (const current of [shell, shell.again()]) {
    await stage('bootstrap', current);
    await stage('mount', current);
    await settle();
    if (current === shell) await change(plugin, shell, path, host, problems);
    await stage('unmount', current);
    if (host.childNodes.length > 0) problems.push('unmount leaves elements in its host');
    host.replaceChildren();
  }
  host.remove();
  return problems;
}

/** Another theme, language, and project, and a navigation, as users cause them. */
async function change(
  { manifest, axe }: Exercise,
  shell: FakeShell,
  path: string,
  host: Host,
  problems: string[],
): Promise<void> {
  if (axe) problems.push(...(await axe(host)));
  pageOf(globalThis).documentElement.dataset.theme = 'dark';
  shell.language.tag = 'pl';
  shell.project.current = 'example';
  const others = (manifest.contributions.routes ?? []).map((route) => exampleOf(route.path));
  for (const place of [`${path}?tab=none`, ...others, '/another-plugin', path]) {
    await shell.navigation.go(place);
    await settle();
  }
}

/** `/tide/:id?` → `/tide/example` */
function exampleOf(path: string): string {
  return path.replace(/\/:[^/]+/g, '/example').replace(/\/\*$/, '/example');
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes more than ${STAGE_MS / 1000} s`)), STAGE_MS);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
