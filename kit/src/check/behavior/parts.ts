import type { Component, PluginLifecycles, PluginManifest, Reference } from '@lading/contract';
import { MAX_FRAMED_PARTS } from '@lading/contract/validation';
import { nodeTabProps, packageTabProps, widgetProps } from './samples.ts';
import { type Calls, inTime, messageOf, type Runner, visit } from './visit.ts';

/** Context of the checks of parts. */
export interface PartRunner extends Runner {
  /** Returns a function of the plugin's definition by its reference. */
  readonly find: (ref: string) => ((...args: unknown[]) => unknown) | undefined;
  /** Shows a component as the console does; absent if React or `@lading/ui` is not installed. */
  readonly part: ((component: Component<object>, props: object) => PluginLifecycles) | undefined;
}

type Extensions = NonNullable<PluginManifest['contributions']['extensions']>;

/** Returns the contributions of a kind that are used, with their place. */
export function used<Kind extends keyof Extensions>(
  { manifest, untrusted }: Runner,
  kind: Kind,
): { value: NonNullable<Extensions[Kind]>[number]; at: string }[] {
  const all = (manifest.contributions.extensions?.[kind] ?? []) as NonNullable<Extensions[Kind]>;
  return (untrusted ? all.slice(0, MAX_FRAMED_PARTS) : all).map((value, index) => ({
    value,
    at: `extensions/${kind}/${index}`,
  }));
}

/** Returns a function of a contribution. Frames find it by its place, whatever its reference is. */
export function functionOf(
  runner: PartRunner,
  at: string,
  name: string,
  reference: Reference | undefined,
): (...args: unknown[]) => unknown {
  const ref = runner.untrusted ? `${at}/${name}` : (reference?.$ref ?? '');
  const found = runner.find(ref);
  if (!found) throw new TypeError(`it has no function at ${ref}`);
  return found;
}

/** Mounts and unmounts the widgets and tabs of a plugin. */
export async function exerciseParts(runner: PartRunner, calls: Calls): Promise<string[]> {
  const parts = [
    ...used(runner, 'dashboardWidgets').map(({ value, at }) => ({
      ...{ id: value.id, load: () => functionOf(runner, at, 'widget', value.widget) },
      ...{ place: '/insight', all: widgetProps() },
    })),
    ...used(runner, 'packageTabs').map(({ value, at }) => ({
      ...{ id: value.id, load: () => functionOf(runner, at, 'tab', value.tab) },
      ...{ place: '/packages/npm:%2F%2Fexample/1.0.0', all: packageTabProps(value) },
    })),
    ...used(runner, 'nodeTabs').map(({ value, at }) => ({
      ...{ id: value.id, load: () => functionOf(runner, at, 'tab', value.tab) },
      ...{ place: '/repos/tree/General/example-local', all: nodeTabProps(value) },
    })),
  ];
  const problems: string[] = [];
  for (const { id, load, place, all } of parts)
    for (const props of all)
      for (const problem of await mountPart(runner, load, place, props, calls))
        problems.push(`${id} with ${calls}: ${problem}`);
  return problems;
}

async function mountPart(
  runner: PartRunner,
  load: () => (...args: unknown[]) => unknown,
  place: string,
  props: object,
  calls: Calls,
): Promise<string[]> {
  if (!runner.part) return [];
  try {
    const component = (await inTime(Promise.resolve(load()()))) as Component<object>;
    return await visit(runner, runner.part(component, props), place, calls, []);
  } catch (error) {
    return [`it does not load: ${messageOf(error)}`];
  }
}
