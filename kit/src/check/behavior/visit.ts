import type { PluginLifecycles, PluginManifest, PluginProps } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { asUntrusted } from './asUntrusted.ts';

/**
 * Members of elements and of the document that a check uses: the kit itself runs without a
 * document.
 */
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

/** Exports of the bundle of a check that run a plugin. */
export interface Runner {
  readonly manifest: PluginManifest;
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
export type Calls = keyof typeof CALLS;
export const ALL_CALLS = Object.keys(CALLS) as Calls[];

const STAGE_MS = 10_000;
const SETTLE_MS = 30;

/**
 * Returns a shell whose calls fail or never end. `report` gets what an untrusted plugin cannot do.
 */
export function shellFor(
  runner: Runner,
  place: string,
  calls: Calls,
  report: (problem: string) => void,
): FakeShell {
  const shell = runner.createShell(place);
  const answer = () => CALLS[calls](runner.failure(503, 'The server is busy'));
  Object.assign(shell.http, { json: answer, text: answer });
  if (runner.untrusted) asUntrusted(shell, runner, report);
  return shell;
}

/**
 * Mounts, changes, and unmounts a page or a part of one twice, as the console does. `places`: pages
 * that the user opens meanwhile. Returns the problems.
 */
export async function visit(
  runner: Runner,
  lifecycles: PluginLifecycles,
  path: string,
  calls: Calls,
  places: readonly string[],
): Promise<string[]> {
  const problems: string[] = [];
  const shell = shellFor(runner, path, calls, (problem) => problems.push(problem));
  const page = pageOf(globalThis);
  const host = page.createElement('div');
  page.body.append(host);
  const props = (current: PluginProps['shell']): PluginProps => ({
    ...{ name: runner.manifest.name, shell: current },
    domElement: host as unknown as PluginProps['domElement'],
    onRenderError: (error) => void problems.push(`a screen failed: ${messageOf(error)}`),
  });
  const stage = (what: 'bootstrap' | 'mount' | 'unmount', current: PluginProps['shell']) =>
    inTime(lifecycles[what](props(current))).catch((error) => {
      problems.push(`${what} failed: ${messageOf(error)}`);
    });
  for (const current of [shell, shell.again()]) {
    await stage('bootstrap', current);
    await stage('mount', current);
    await settle();
    if (current === shell) {
      if (runner.axe) problems.push(...(await runner.axe(host)));
      await change(shell, places);
    }
    await stage('unmount', current);
    if (host.childNodes.length > 0) problems.push('unmount leaves elements in its host');
    host.replaceChildren();
  }
  host.remove();
  return problems;
}

/** Another theme, language, and project, and navigations, as users cause them. */
async function change(shell: FakeShell, places: readonly string[]): Promise<void> {
  pageOf(globalThis).documentElement.dataset.theme = 'dark';
  shell.language.tag = 'pl';
  shell.project.current = 'example';
  for (const place of places) {
    await shell.navigation.go(place);
    await settle();
  }
}

export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));

export async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes more than ${STAGE_MS / 1000} s`)), STAGE_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
