import type { AdminCard, MenuEntry, Message } from '@lading/contract';
import type { Text } from '@lading/ui';

/** A link of a card, in the user's language. */
export interface CardLink {
  readonly label: string;
  readonly path: string;
  /** Reason why the page is unavailable; absent if it is available. */
  readonly disabled?: string;
}

export interface Card {
  readonly group: string;
  readonly links: readonly CardLink[];
}

interface Sources {
  readonly menu: readonly MenuEntry[];
  /** Those that are allowed. */
  readonly cards: readonly AdminCard[];
  /** The card of pages without a group. */
  readonly general: Message;
  /** The page itself needs no link. */
  readonly here: string;
}

/**
 * Cards by group: first the pages of the sidebar, in its order, then the pages of plugins. Each
 * path appears once per card.
 */
export function cardsOf({ menu, cards, general, here }: Sources, text: Text): Card[] {
  const groups = new Map<string, Map<string, CardLink>>();
  const add = (group: Message, path: string, label: Message, disabled: string | undefined) => {
    if (path === here) return;
    const name = text(group);
    const links = groups.get(name) ?? new Map<string, CardLink>();
    groups.set(name, links);
    if (!links.has(path)) links.set(path, { label: text(label), path, ...(disabled ? { disabled } : {}) });
  };
  const inOrder = [...menu].sort(({ item: one }, { item: other }) => orderOf(one) - orderOf(other));
  for (const { item, disabled } of inOrder) {
    const reason = disabled && item.disabledReason ? text(item.disabledReason) : disabled;
    add(item.group ?? general, item.path, item.label, reason);
  }
  for (const { group, path, label, disabledReason } of cards) {
    add(group, path, label, disabledReason && text(disabledReason));
  }
  return [...groups].map(([group, links]) => ({ group, links: [...links.values()] }));
}

const orderOf = ({ order = 999 }: { readonly order?: number }) => order;

/**
 * Returns the cards with the links that match the search. A card whose group matches keeps all its
 * links.
 */
export function searchCards(cards: readonly Card[], search: string): Card[] {
  const word = search.trim().toLowerCase();
  if (word === '') return [...cards];
  const has = (text: string) => text.toLowerCase().includes(word);
  return cards
    .map(({ group, links }) => ({
      group,
      links: has(group) ? links : links.filter(({ label }) => has(label)),
    }))
    .filter(({ links }) => links.length > 0);
}
