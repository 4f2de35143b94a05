import type { PluginLifecycles } from '@lading/contract';
import { used } from './parts.ts';
import { type Calls, type Runner, visit } from './visit.ts';

/** Opens each route of a plugin, and those of its search categories with what a user types. */
export async function exercisePages(
  runner: Runner,
  lifecycles: PluginLifecycles,
  calls: Calls,
): Promise<string[]> {
  const routes = runner.manifest.contributions.routes ?? [];
  const problems: string[] = [];
  const open = async (name: string, path: string) => {
    const places = [
      `${path}?tab=none`,
      ...routes.map((route) => exampleOf(route.path)),
      '/another-plugin',
      path,
    ];
    for (const problem of await visit(runner, lifecycles, path, calls, places))
      problems.push(`${name} with ${calls}: ${problem}`);
  };
  for (const { name, path } of routes) await open(name, exampleOf(path));
  for (const { value } of used(runner, 'searchCategories')) {
    const { id, path, parameter = 'name' } = value;
    if (routes.some((route) => route.path === path)) await open(id, `${path}?${parameter}=example`);
    else if (runner.untrusted)
      problems.push(`${id}: ${path} is no route of the plugin, so that frames have no such search category`);
  }
  return problems;
}

/** `/tide/:id?` → `/tide/example` */
function exampleOf(path: string): string {
  return path.replace(/\/:[^/]+/g, '/example').replace(/\/\*$/, '/example');
}
