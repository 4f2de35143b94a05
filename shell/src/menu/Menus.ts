import type { ContributionIcon, MenuEntry, MenuItemContribution, Message } from '@lading/contract';
import type { Registry } from '../registry/Registry.ts';
import { blockedBy } from './blocked.ts';
import { HELP_MENU, type MenuAction, type MenuItem, QUICK_CREATE, USER_MENU } from './items.ts';
import { judge, type MenuFacts, type Ruled, type Verdict } from './rules.ts';
import { type SidebarName, secondSidebar } from './sidebars.ts';

export interface MenusParts {
  readonly registry: Pick<Registry, 'list'>;
  readonly facts: () => MenuFacts;
  /** Actions of items without a URL. Items whose action is missing here are left out. */
  readonly actions: ReadonlyMap<MenuAction, () => void>;
}

/** Menus that an item can be part of. */
export type MenuPlace = SidebarName | 'create' | 'user' | 'help';

/** Menu item with its verdict. */
export interface JudgedItem {
  readonly place: MenuPlace;
  readonly item: Ruled & {
    readonly label: Message;
    readonly icon?: ContributionIcon;
    readonly group?: Message;
  };
  /** Unique among all items. */
  readonly id: string;
  readonly action?: MenuAction;
  readonly verdict: Verdict;
}

/** Menu items for the current user. Observable. */
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

  /** Sidebar shown next to the application sidebar. */
  get secondSidebar(): Exclude<SidebarName, 'application'> {
    return secondSidebar(this.#parts.facts());
  }

  /** Returns the visible items of a sidebar, including disabled ones. */
  sidebar(name: SidebarName): MenuItemContribution[] {
    return this.entries(name).map(({ item }) => item);
  }

  /** Returns the visible items of a sidebar, with the reason why an item is disabled. */
  entries(name: SidebarName): MenuEntry[] {
    const facts = this.#parts.facts();
    return this.#contributed().flatMap((item): MenuEntry[] => {
      if (item.sidebar !== name) return [];
      const verdict = judge(item, facts);
      if (verdict.shown === 'yes') return [{ item }];
      return verdict.shown === 'disabled' ? [{ item, disabled: verdict.because }] : [];
    });
  }

  /** Returns the verdict of a hidden or disabled item that blocks a path. */
  blocked(pathname: string, facts = this.#parts.facts()): Exclude<Verdict, { shown: 'yes' }> | undefined {
    const items: readonly Ruled[] = [...this.#contributed(), ...QUICK_CREATE, ...USER_MENU, ...HELP_MENU];
    return blockedBy(pathname, items, facts);
  }

  /** Returns all items of all menus with their verdicts, to explain why an item is missing. */
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
