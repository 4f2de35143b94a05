import { message } from '@lading/contract';

export const messages = {
  quota: message(
    'packages.notices.quota',
    'You have reached the monthly data transfer quota of your subscription: {used} of {quota} used.',
  ),
  upgrade: message('packages.notices.upgrade', 'Upgrade'),
  migration: message(
    'packages.notices.migration',
    'A migration is running: {done} of {total} packages completed. Until then, lists of dependents are incomplete.',
  ),
} as const;
