import type { MenuItemContribution, Message, RouteContribution } from '@lading/contract';
import type { JudgedItem, MenuPlace } from '../menu/Menus.ts';
import { judge, type Ruled, type Verdict } from '../menu/rules.ts';
import type { Shell } from '../Shell.ts';
import { LICENSES, systemPage } from '../system/systemPages.ts';
import type { Entry } from './Entry.ts';
import { places as words } from './messages.ts';

/** Default shortcuts of pages that exist. */
const KEYS: Readonly<Record<string, string>> = {
  '/': 'g h',
  '/packages': 'g p',
  '/user_profile': 'g u',
  '/admin/artifactory/list': 'g a',
  '/admin/management/users': 'g m',
  '/diagnostics': 'g d',
};

/** Shell pages listed in the palette. */
const OWN_PAGES = ['/overview', '/diagnostics', '/why', LICENSES] as const;

/**
 * Returns all pages with their own URL: sidebar items, cards of the administration, and routes
 * without parameters. `hidden`: also those hidden from the user, with the rule that hides them.
 */
export function placeEntries(shell: Shell, hidden: boolean): Entry[] {
  const { language, menus, navigation, registry, routes } = shell;
  const facts = shell.facts.menuFacts;
  const text = (message: Message) => language.text(message);
  const found = new Map<string, Entry>();

  const add = (path: string, label: string, more: Partial<Entry>, verdict: Verdict) => {
    if (verdict.shown === 'absent' || (verdict.shown === 'hidden' && !hidden)) return;
    const before = found.get(path);
    if (before && (!before.refused || verdict.shown !== 'yes')) return;
    found.set(path, {
      id: `go ${path}`,
      group: 'places',
      label,
      icon: 'document',
      path,
      href: navigation.href(path),
      run: () => void navigation.go(path),
      ...(KEYS[path] === undefined ? {} : { keys: KEYS[path] }),
      ...(verdict.shown === 'yes' ? {} : { refused: verdict }),
      ...more,
    });
  };

  const items = menus.judged().sort((one, other) => orderOf(one) - orderOf(other));
  for (const { place, item, verdict } of items) {
    if (
      item.path === undefined ||
      !(place === 'application' || place === 'administration' || place === 'project')
    )
      continue;
    const detail = [text(words[place]), item.group && text(item.group)].filter(Boolean).join(' · ');
    add(item.path, text(item.label), { detail, ...(item.icon ? { icon: item.icon } : {}) }, verdict);
  }
  for (const { value } of registry.list('adminCards')) {
    const { path, label, group, requires, disabledReason } = value;
    const ruled: Ruled = {
      path,
      ...(requires ? { requires } : {}),
      ...(disabledReason ? { disabled: true, disabledReason } : {}),
    };
    add(path, text(label), { detail: text(group), icon: 'settings' }, judge(ruled, facts));
  }
  for (const { value } of registry.list('routes')) {
    const path = plainPath(value);
    if (path === undefined || routes.find(path)?.route !== value) continue;
    const verdict = judge(value.requires ? { requires: value.requires } : {}, facts);
    add(path, text(value.title), {}, verdict.shown === 'yes' ? (menus.blocked(path) ?? verdict) : verdict);
  }
  for (const path of OWN_PAGES) {
    const page = systemPage(path);
    if (!page || (page.gives && routes.find(path))) continue;
    add(path, text(page.title), { icon: 'info' }, judge({ requires: page.requires }, facts));
  }
  add('/', text(words.home), { icon: 'home' }, { shown: 'yes' });
  return [...found.values()];
}

/** Application pages come before project and administration pages. */
const ORDER: Partial<Record<MenuPlace, number>> = { application: 0, project: 1, administration: 2 };

const orderOf = ({ place, item }: JudgedItem) =>
  (ORDER[place] ?? 3) * 10_000 + ((item as MenuItemContribution).order ?? 999);

/**
 * Returns the route's path if it needs no parameters. Frameless pages are excluded: they are for
 * signing in and out.
 */
function plainPath({ path, frameless }: RouteContribution): string | undefined {
  const plain = path
    .split('/')
    .filter((part) => !part.endsWith('?'))
    .join('/');
  return frameless || /[:*]/.test(plain) ? undefined : plain;
}
