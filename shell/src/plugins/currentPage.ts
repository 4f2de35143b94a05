import type { Message, Place } from '@lading/contract';
import type { RouteTable } from '../registry/RouteTable.ts';
import { START_FAILED, systemPage } from '../system/systemPages.ts';
import type { PluginRecord } from './PluginRecord.ts';
import type { Plugins } from './Plugins.ts';

/** What the address asks for. */
export interface CurrentPage {
  /** Whose page it is; `undefined`: the shell's own. */
  readonly plugin: PluginRecord | undefined;
  readonly title: Message;
  /** The route's name; `undefined` for the shell's own pages and for a plug-in that was refused. */
  readonly route: string | undefined;
  /** The route's path, with its parameters. */
  readonly path?: string;
  /** Which of the shell's own pages it is. */
  readonly system?: string;
  /** Without header and sidebars. */
  readonly frameless: boolean;
}

const NO_TITLE: Message = { id: 'shell.untitled', text: '' };
const ANY_PAGE: Message = { id: 'shell.page', text: 'This page' };

/** `unknown`: the server did not say who this is, and only public pages can be shown. */
export function currentPage(
  { pathname }: Place,
  routes: RouteTable,
  plugins: Plugins,
  unknown = false,
): CurrentPage {
  const owned = routes.find(pathname);
  const own = unknown && !owned?.route.public ? START_FAILED : systemPage(pathname);
  if (own && !(own.gives && owned)) {
    return { plugin: undefined, title: own.title, route: undefined, system: own.id, frameless: false };
  }
  if (owned) {
    const { title, name, path, frameless = false } = owned.route;
    return { plugin: plugins.find(owned.plugin), title, route: name, path, frameless };
  }
  const claimant = plugins.claimant(pathname);
  return { plugin: claimant, title: titleOf(claimant, pathname), route: undefined, frameless: false };
}

function titleOf(claimant: PluginRecord | undefined, pathname: string): Message {
  if (!claimant) return NO_TITLE;
  const named = claimant.name === pathname.split('/')[1] || claimant.claims.length > 0;
  return named ? { id: NO_TITLE.id, text: claimant.name } : ANY_PAGE;
}
