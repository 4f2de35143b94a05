import type { UserData } from '@lading/contract/rest';
import { decide } from '../guards/decide.ts';
import type { Decision } from '../guards/decision.ts';
import type { MenuPlace } from '../menu/Menus.ts';
import { profilePasswordRule } from '../menu/profilePassword.ts';
import { judge, type MenuFacts, type Verdict } from '../menu/rules.ts';
import { targetOf } from '../navigation/place.ts';
import type { Shell } from '../Shell.ts';
import { rightsOf, roleIn, userOf } from '../session/userRights.ts';

/** Menu item or screen with its verdict for a user. */
export interface Judged {
  readonly id: string;
  readonly place: MenuPlace | 'screen';
  readonly label: string;
  readonly path: string | undefined;
  readonly verdict: Verdict;
}

/** Returns the facts for another user. The platform and the selected project stay the same. */
function factsFor(shell: Pick<Shell, 'facts'>, user: UserData): MenuFacts {
  const { menuFacts } = shell.facts;
  const role = roleIn(rightsOf(user), menuFacts.project);
  return { ...menuFacts, role, profilePassword: profilePasswordRule(user) };
}

/** Returns all items and screens with the rule that decides for the user. */
export function verdictsFor(shell: Shell, user: UserData): Judged[] {
  return verdictsBy(shell, factsFor(shell, user));
}

/** Returns all items and screens with the rule that decides by the facts. */
export function verdictsBy({ language, menus, registry }: Shell, facts: MenuFacts): Judged[] {
  const items = menus.judged(facts).map(({ place, item, id, verdict }): Judged => {
    const { label, path } = item;
    return { id, place, label: language.text(label), path, verdict };
  });
  const screens = registry.list('routes').map(({ value }): Judged => {
    const { name, path, title, requires = {} } = value;
    return {
      id: `screen ${name}`,
      place: 'screen',
      label: language.text(title),
      path,
      verdict: judge({ requires }, facts),
    };
  });
  return [...items, ...screens];
}

/** Returns the guards' decision for the user at a URL, after the first navigation. */
export function decisionFor(shell: Shell, user: UserData, path: string): Exclude<Decision, { do: 'next' }> {
  const target = targetOf(path, shell.navigation.place);
  const facts = factsFor(shell, user);
  return decide(
    { target, owned: shell.routes.find(target.pathname) },
    {
      ...shell.facts.guardState,
      user: userOf(user),
      anonymousAccess: user.anonAccessEnabled,
      facts,
      blocked: (pathname) => shell.menus.blocked(pathname, facts),
    },
  );
}
