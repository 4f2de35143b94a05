import type { MenuItemContribution, Place, RouteContribution, ScopedStorage } from '@lading/contract';
import { action, computed, makeObservable, observable } from 'mobx';
import { editionOf, ownLogo } from '../menu/logo.ts';
import type { Interface } from '../menu/rules.ts';
import { ADMIN_QUICK_SETUP, isAt, QUICK_SETUP, SET_ME_UP } from '../quickSetup/paths.ts';
import type { RouteTable } from '../registry/RouteTable.ts';
import type { PlatformStore } from '../session/PlatformStore.ts';

export type Sidebar = MenuItemContribution['sidebar'];

const COLLAPSED = 'sidebarCollapsed';
const INTERFACE = 'interface';

/** State of the frame, apart from the location. */
export class ShellState {
  activeSidebar: Sidebar = 'application';
  sidebarCollapsed: boolean;
  /** The classic interface shows both sidebars. */
  chosenInterface: Interface;
  /** Below 768 px, the sidebar is a drawer. */
  drawerOpen = false;
  readonly #storage: ScopedStorage;
  readonly #platform: PlatformStore;
  readonly #routes: RouteTable;
  readonly #place: () => Pick<Place, 'pathname'>;

  constructor(
    storage: ScopedStorage,
    platform: PlatformStore,
    routes: RouteTable,
    place: () => Pick<Place, 'pathname'>,
  ) {
    this.#storage = storage;
    this.#platform = platform;
    this.#routes = routes;
    this.#place = place;
    this.sidebarCollapsed = storage.get(COLLAPSED) === 'true';
    this.chosenInterface = storage.get(INTERFACE) === 'classic' ? 'classic' : 'new';
    makeObservable(this, {
      activeSidebar: observable,
      sidebarCollapsed: observable,
      chosenInterface: observable,
      interface: computed,
      drawerOpen: observable,
      quickSetupVisible: computed,
      setMeUpVisible: computed,
      logoSource: computed,
      edition: computed,
      loadingLogo: computed,
      mfePaths: computed,
      mfeRoutes: computed,
      showSidebar: action,
      toggleSidebar: action,
      switchInterface: action,
      toggleDrawer: action,
    });
  }

  /** True while the quick setup page is shown. */
  get quickSetupVisible(): boolean {
    const { pathname } = this.#place();
    return isAt(QUICK_SETUP, pathname) || isAt(ADMIN_QUICK_SETUP, pathname);
  }

  /** True while the set-me-up page is shown. */
  get setMeUpVisible(): boolean {
    return isAt(SET_ME_UP, this.#place().pathname);
  }

  /** URL of the operator's logo, or `undefined` for the console's logo. */
  get logoSource(): string | undefined {
    return ownLogo(this.#platform.footer);
  }

  /** Edition shown next to the console's logo, by license type; empty means none. */
  get edition(): string {
    return editionOf(this.#platform.type);
  }

  /** True until the logo is known. */
  get loadingLogo(): boolean {
    return this.#platform.footer === undefined;
  }

  /** Paths of plugin routes. */
  get mfePaths(): readonly string[] {
    return this.#routes.paths;
  }

  /** Routes by plugin. */
  get mfeRoutes(): ReadonlyMap<string, readonly RouteContribution[]> {
    return this.#routes.byPlugin;
  }

  showSidebar(sidebar: Sidebar): void {
    this.activeSidebar = sidebar;
  }

  toggleSidebar(): void {
    this.sidebarCollapsed = !this.sidebarCollapsed;
    this.#storage.set(COLLAPSED, String(this.sidebarCollapsed));
  }

  /** Selected interface, if the platform offers a choice. */
  get interface(): Interface {
    return this.#platform.supported('COMMON.NAVIGATION_SWITCH') ? this.chosenInterface : 'new';
  }

  switchInterface(): void {
    this.chosenInterface = this.interface === 'new' ? 'classic' : 'new';
    this.#storage.set(INTERFACE, this.chosenInterface);
  }

  toggleDrawer(open = !this.drawerOpen): void {
    this.drawerOpen = open;
  }
}
