import { type Message, message } from '@lading/contract';
import { guideSection } from './guideSection.ts';

/** Page of the documentation. */
export interface Guide {
  /**
   * URL segment. For a file in `docs` it is the file name, so that links between files work in the
   * console too.
   */
  readonly id: string;
  readonly title: Message;
  readonly group: Message;
  /** Markdown, in English. The page shows `title` in place of the first heading. */
  readonly load: () => Promise<{ default: string }>;
}

const users = message('help.group.users', 'For users');
const operators = message('help.group.operators', 'For administrators');
const authors = message('help.group.authors', 'For plugin authors');
const reference = message('help.group.reference', 'Reference');

/** Loads one section of the user guide. */
const userGuide = (heading: string) => async () => {
  const { default: page } = await import('../../../../docs/user-guide.md?raw');
  return { default: guideSection(page, heading) };
};

/** All guides in display order. The first one is the default. */
export const GUIDES: readonly Guide[] = [
  {
    id: 'first-steps',
    title: message('help.guide.firstSteps', 'First steps'),
    group: users,
    load: userGuide('First steps'),
  },
  {
    id: 'npm',
    title: message('help.guide.npm', 'npm packages'),
    group: users,
    load: userGuide('npm packages'),
  },
  {
    id: 'generic',
    title: message('help.guide.generic', 'Generic files'),
    group: users,
    load: userGuide('Generic files'),
  },
  {
    id: 'client-setup',
    title: message('help.guide.clients', 'Client setup'),
    group: users,
    load: () => import('../../../../docs/client-setup.md?raw'),
  },
  {
    id: 'finding',
    title: message('help.guide.finding', 'Finding packages'),
    group: users,
    load: userGuide('Finding packages'),
  },
  {
    id: 'account',
    title: message('help.guide.account', 'Your account'),
    group: users,
    load: userGuide('Your account'),
  },
  {
    id: 'keyboard',
    title: message('help.guide.keyboard', 'Keyboard shortcuts'),
    group: users,
    load: userGuide('Keyboard shortcuts'),
  },
  {
    id: 'administrator-guide',
    title: message('help.guide.operating', 'Administrator guide'),
    group: operators,
    load: () => import('../../../../docs/administrator-guide.md?raw'),
  },
  {
    id: 'settings',
    title: message('help.guide.settings', 'Settings'),
    group: reference,
    load: () => import('../../../../docs/reference/settings.md?raw'),
  },
  {
    id: 'errors',
    title: message('help.guide.errors', 'Error codes'),
    group: reference,
    load: () => import('../../../../docs/reference/errors.md?raw'),
  },
  {
    id: 'limits',
    title: message('help.guide.limits', 'Limits'),
    group: reference,
    load: () => import('../../../../docs/reference/limits.md?raw'),
  },
  {
    id: 'metrics',
    title: message('help.guide.metrics', 'Metrics'),
    group: reference,
    load: () => import('../../../../docs/reference/metrics.md?raw'),
  },
  {
    id: 'api',
    title: message('help.guide.api', 'API'),
    group: reference,
    load: () => import('../../../../docs/reference/api.md?raw'),
  },
  {
    id: 'plugin-guide',
    title: message('help.guide.writing', 'Plugin guide'),
    group: authors,
    load: () => import('../../../../docs/plugin-guide.md?raw'),
  },
  {
    id: 'architecture',
    title: message('help.guide.architecture', 'Architecture'),
    group: authors,
    load: () => import('../../../../docs/architecture.md?raw'),
  },
];

/** The guides of the learning center, in order. */
export const LESSONS: readonly string[] = ['first-steps', 'npm', 'finding', 'account', 'keyboard'];

export function guideOf(id: string | undefined): Guide | undefined {
  return id === undefined ? GUIDES[0] : GUIDES.find((guide) => guide.id === id);
}
