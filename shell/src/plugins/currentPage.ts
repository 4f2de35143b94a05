import type { Message, Place } from '@lading/contract';
import type { RouteTable } from '../registry/RouteTable.ts';
import type { PluginRecord } from './PluginRecord.ts';
import type { Plugins } from './Plugins.ts';

/** What the address asks for. */
export interface CurrentPage {
  /** Whose page it is; `undefined`: the shell's own. */
  readonly plugin: PluginRecord | undefined;
  readonly title: Message;
  /** The route's name; `undefined` for the shell's own pages and for a plug-in that was refused. */
  readonly route: string | undefined;
  /** Without header and sidebars. */
  readonly frameless: boolean;
}

/** The shell's own pages. */
export const SYSTEM_TITLES: Readonly<Record<string, Message>> = {
  '/404': { id: 'shell.notFound.title', text: 'Page not found' },
  '/diagnostics': { id: 'shell.diagnostics.title', text: 'Diagnostics' },
};

const NO_TITLE: Message = { id: 'shell.untitled', text: '' };

export function currentPage({ pathname }: Place, routes: RouteTable, plugins: Plugins): CurrentPage {
  const own = SYSTEM_TITLES[pathname];
  if (own) return { plugin: undefined, title: own, route: undefined, frameless: false };
  const owned = routes.find(pathname);
  if (owned) {
    const { title, name, frameless = false } = owned.route;
    return { plugin: plugins.find(owned.plugin), title, route: name, frameless };
  }
  const claimant = plugins.claimant(pathname);
  const title = claimant ? { id: NO_TITLE.id, text: claimant.name } : NO_TITLE;
  return { plugin: claimant, title, route: undefined, frameless: false };
}
