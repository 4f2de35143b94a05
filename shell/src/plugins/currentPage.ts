import type { Message, Place } from '@lading/contract';
import type { RouteTable } from '../registry/RouteTable.ts';
import { START_FAILED, systemPage } from '../system/systemPages.ts';
import type { PluginRecord } from './PluginRecord.ts';
import type { Plugins } from './Plugins.ts';

/** Page that the current URL shows. */
export interface CurrentPage {
  /** Plugin that owns the page, or `undefined` for the shell's own pages. */
  readonly plugin: PluginRecord | undefined;
  readonly title: Message;
  /** Route name, or `undefined` for the shell's own pages and for a rejected plugin. */
  readonly route: string | undefined;
  /** Route path with its parameters. */
  readonly path?: string;
  /** Name of the shell's own page. */
  readonly system?: string;
  /** Shown without header and sidebars. */
  readonly frameless: boolean;
}

const NO_TITLE: Message = { id: 'shell.untitled', text: '' };
const ANY_PAGE: Message = { id: 'shell.page', text: 'This page' };

/** `unknown`: the user failed to load, and only public pages can be shown. */
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
