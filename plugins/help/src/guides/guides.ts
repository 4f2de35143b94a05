import { type Message, message } from '@lading/contract';

/** One page of the documentation. */
export interface Guide {
  /** Its part of the address. */
  readonly id: string;
  readonly title: Message;
  readonly group: Message;
  /** Markdown, in English. Its first heading is left to the page. */
  readonly load: () => Promise<{ default: string }>;
}

const users = message('help.group.users', 'For users');
const operators = message('help.group.operators', 'For operators');
const authors = message('help.group.authors', 'For plug-in authors');

/** In the order in which they are listed; the first one is shown when none is asked for. */
export const GUIDES: readonly Guide[] = [
  {
    id: 'first-steps',
    title: message('help.guide.firstSteps', 'First steps'),
    group: users,
    load: () => import('./first-steps.md?raw'),
  },
  {
    id: 'npm',
    title: message('help.guide.npm', 'npm packages'),
    group: users,
    load: () => import('./npm.md?raw'),
  },
  {
    id: 'generic',
    title: message('help.guide.generic', 'Files of any kind'),
    group: users,
    load: () => import('./generic.md?raw'),
  },
  {
    id: 'clients',
    title: message('help.guide.clients', 'All other clients'),
    group: users,
    load: () => import('../../../../docs/clients.md?raw'),
  },
  {
    id: 'finding',
    title: message('help.guide.finding', 'Finding packages'),
    group: users,
    load: () => import('./finding.md?raw'),
  },
  {
    id: 'account',
    title: message('help.guide.account', 'Your account'),
    group: users,
    load: () => import('./account.md?raw'),
  },
  {
    id: 'keyboard',
    title: message('help.guide.keyboard', 'By keyboard'),
    group: users,
    load: () => import('./keyboard.md?raw'),
  },
  {
    id: 'operating',
    title: message('help.guide.operating', 'Operating Lading'),
    group: operators,
    load: () => import('../../../../docs/operating.md?raw'),
  },
  {
    id: 'writing-a-plugin',
    title: message('help.guide.writing', 'Writing a plug-in'),
    group: authors,
    load: () => import('../../../../docs/writing-a-plugin.md?raw'),
  },
  {
    id: 'architecture',
    title: message('help.guide.architecture', 'Architecture'),
    group: authors,
    load: () => import('../../../../docs/architecture.md?raw'),
  },
];

/** What a newcomer reads, one after the other. */
export const LESSONS: readonly string[] = ['first-steps', 'npm', 'finding', 'account', 'keyboard'];

export function guideOf(id: string | undefined): Guide | undefined {
  return id === undefined ? GUIDES[0] : GUIDES.find((guide) => guide.id === id);
}
