import type { MenuEntry, MenuItemContribution, Message } from '@lading/contract';
import type { Registry } from '../registry/Registry.ts';
import { blockedBy } from './blocked.ts';
import { HELP_MENU, type MenuAction, type MenuItem, QUICK_CREATE, USER_MENU } from './items.ts';
import { judge, type MenuFacts, type Ruled, type Verdict } from './rules.ts';
import { type SidebarName, secondSidebar } from './sidebars.ts';

export interface MenusParts {
  readonly registry: Pick<Registry, 'list'>;
  readonly facts: () => MenuFacts;
  /** What can be done where no address leads: those that nobody does are left out. */
  readonly actions: ReadonlyMap<MenuAction, () => void>;
}

/** The menus that an item can stand in. */
export type MenuPlace = SidebarName | 'create' | 'user' | 'help';

/** An item and what becomes of it. */
export interface JudgedItem {
  readonly place: MenuPlace;
  readonly item: Ruled & { readonly label: Message; readonly icon?: string; readonly group?: Message };
  /** Unique among all. */
  readonly id: string;
  readonly action?: MenuAction;
  readonly verdict: Verdict;
}

/** What stands in the menus for whoever uses the console now. Observable, as what it asks is. */
export class Menus {
  readonly #parts: MenusParts;

  constructor(parts: MenusParts) {
    this.#parts = parts;
  }

  get quickCreate(): readonly MenuItem[] {
    return this.#shown(QUICK_CREATE);
  }

  get userMenu(): readonly MenuItem[] {
    return this.#shown(USER_MENU);
  }

  get helpMenu(): readonly MenuItem[] {
    return this.#shown(HELP_MENU);
  }

  /** The sidebar beside the application's. */
  get secondSidebar(): Exclude<SidebarName, 'application'> {
    return secondSidebar(this.#parts.facts());
  }

  /** What a sidebar shows, what is disabled among it. */
  sidebar(name: SidebarName): MenuItemContribution[] {
    return this.entries(name).map(({ item }) => item);
  }

  /** The same, each with the reason where it is disabled. */
  entries(name: SidebarName): MenuEntry[] {
    const facts = this.#parts.facts();
    return this.#contributed().flatMap((item): MenuEntry[] => {
      if (item.sidebar !== name) return [];
      const verdict = judge(item, facts);
      if (verdict.shown === 'yes') return [{ item }];
      return verdict.shown === 'disabled' ? [{ item, disabled: verdict.because }] : [];
    });
  }

  /** The item that stands in the way to a path, with the rule that decided. */
  blocked(pathname: string, facts = this.#parts.facts()): Exclude<Verdict, { shown: 'yes' }> | undefined {
    const items: readonly Ruled[] = [...this.#contributed(), ...QUICK_CREATE, ...USER_MENU, ...HELP_MENU];
    return blockedBy(pathname, items, facts);
  }

  /** Every item of every menu with what becomes of it, for whoever asks why something is not there. */
  judged(facts: MenuFacts = this.#parts.facts()): JudgedItem[] {
    const own = (place: MenuPlace, items: readonly MenuItem[]) =>
      items
        .filter(({ action }) => action === undefined || this.#parts.actions.has(action))
        .map(
          (item): JudgedItem => ({
            place,
            item,
            id: `${place} ${item.id}`,
            verdict: judge(item, facts),
            ...(item.action ? { action: item.action } : {}),
          }),
        );
    const contributed = this.#contributed().map(
      (item): JudgedItem => ({
        place: item.sidebar,
        item,
        id: `${item.sidebar} ${item.path}`,
        verdict: judge(item, facts),
      }),
    );
    return [
      ...contributed,
      ...own('create', QUICK_CREATE),
      ...own('user', USER_MENU),
      ...own('help', HELP_MENU),
    ];
  }

  run(action: MenuAction): void {
    this.#parts.actions.get(action)?.();
  }

  #contributed(): MenuItemContribution[] {
    return this.#parts.registry.list('menuItems').map(({ value }) => value);
  }

  #shown(items: readonly MenuItem[]): readonly MenuItem[] {
    const { actions, facts } = this.#parts;
    const now = facts();
    return items.filter(
      (item) => (item.action === undefined || actions.has(item.action)) && judge(item, now).shown === 'yes',
    );
  }
}
