import type { Message } from '@lading/contract';
import type { Verdict } from '../menu/rules.ts';
import type { Shell } from '../Shell.ts';
import { ownMessages as messages } from './ownMessages.ts';
import { verdictsBy } from './verdicts.ts';

/** A page that the user does not see, with the reason in words. */
export interface HiddenPage {
  readonly label: string;
  readonly path: string;
  readonly because: string;
}

/** Rules whose reasons name no feature, service, or license. */
const PLAIN: ReadonlySet<string> = new Set(['role', 'project', 'hidden flag', 'disabled flag']);
/** Names of features and licenses mean nothing to users who cannot change them. */
const WORDS: Readonly<Record<string, Message>> = {
  license: messages.license,
  'license type': messages.license,
  entitlements: messages.license,
  'scanning permissions': messages.scanning,
};

/** Returns the pages that the user does not see, each once, by their names. */
export function hiddenPages(shell: Shell): HiddenPage[] {
  const found = new Map<string, HiddenPage>();
  for (const { label, path, verdict } of verdictsBy(shell, shell.facts.menuFacts)) {
    // Pages of one object have no name of their own to look for.
    if (path === undefined || /[:*]/.test(path) || verdict.shown === 'yes' || verdict.shown === 'absent')
      continue;
    if (!found.has(path)) found.set(path, { label, path, because: wordsOf(shell, verdict) });
  }
  return [...found.values()].sort((one, other) => one.label.localeCompare(other.label));
}

/** Returns why the user cannot open the page at a path; `undefined` if nothing hides it. */
export function reasonFor(shell: Shell, path: string): string | undefined {
  const owned = shell.routes.find(path.split(/[?#]/)[0] ?? path);
  const blocked = shell.menus.blocked(path);
  if (blocked) return wordsOf(shell, blocked);
  if (!owned) return undefined;
  const judged = verdictsBy(shell, shell.facts.menuFacts);
  const verdict = judged.find(({ id }) => id === `screen ${owned.route.name}`)?.verdict;
  return verdict && verdict.shown !== 'yes' ? wordsOf(shell, verdict) : undefined;
}

function wordsOf({ language }: Shell, verdict: Exclude<Verdict, { shown: 'yes' }>): string {
  if (PLAIN.has(verdict.rule)) return verdict.because;
  return language.text(WORDS[verdict.rule] ?? messages.notOnServer);
}
