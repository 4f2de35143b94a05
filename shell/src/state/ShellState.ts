import type { MenuItemContribution, RouteContribution, ScopedStorage } from '@lading/contract';
import { action, computed, makeObservable, observable } from 'mobx';
import { editionOf, ownLogo } from '../menu/logo.ts';
import type { Interface } from '../menu/rules.ts';
import type { RouteTable } from '../registry/RouteTable.ts';
import type { PlatformStore } from '../session/PlatformStore.ts';

export type Sidebar = MenuItemContribution['sidebar'];

const COLLAPSED = 'sidebarCollapsed';
const INTERFACE = 'interface';

/** What the frame shows, apart from where one is. */
export class ShellState {
  activeSidebar: Sidebar = 'application';
  sidebarCollapsed: boolean;
  /** In the classic one both sidebars are shown at once. */
  chosenInterface: Interface;
  /** Below 768 px the sidebar is a drawer. */
  drawerOpen = false;
  quickSetupVisible = false;
  setMeUpVisible = false;
  readonly #storage: ScopedStorage;
  readonly #platform: PlatformStore;
  readonly #routes: RouteTable;

  constructor(storage: ScopedStorage, platform: PlatformStore, routes: RouteTable) {
    this.#storage = storage;
    this.#platform = platform;
    this.#routes = routes;
    this.sidebarCollapsed = storage.get(COLLAPSED) === 'true';
    this.chosenInterface = storage.get(INTERFACE) === 'classic' ? 'classic' : 'new';
    makeObservable(this, {
      activeSidebar: observable,
      sidebarCollapsed: observable,
      chosenInterface: observable,
      interface: computed,
      drawerOpen: observable,
      quickSetupVisible: observable,
      setMeUpVisible: observable,
      logoSource: computed,
      edition: computed,
      loadingLogo: computed,
      mfePaths: computed,
      mfeRoutes: computed,
      showSidebar: action,
      toggleSidebar: action,
      switchInterface: action,
      toggleDrawer: action,
      showQuickSetup: action,
      showSetMeUp: action,
    });
  }

  /** The address of the operator's own logo; `undefined`: the console's. */
  get logoSource(): string | undefined {
    return ownLogo(this.#platform.footer);
  }

  /** What the console's own logo names beside its name, by licence type; empty: nothing. */
  get edition(): string {
    return editionOf(this.#platform.type);
  }

  /** Whose logo it is, is not known yet. */
  get loadingLogo(): boolean {
    return this.#platform.footer === undefined;
  }

  /** The paths that plug-ins answer. */
  get mfePaths(): readonly string[] {
    return this.#routes.paths;
  }

  /** Each plug-in's routes. */
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

  /** The one that was chosen, where there is a choice. */
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

  showQuickSetup(visible: boolean): void {
    this.quickSetupVisible = visible;
  }

  showSetMeUp(visible: boolean): void {
    this.setMeUpVisible = visible;
  }
}
