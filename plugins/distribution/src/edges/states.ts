import type { Distribution } from '@lading/contract/rest';
import type { BadgeState } from '@lading/ui/display';

export const BADGES: Readonly<Record<Distribution['state'], BadgeState>> = {
  waiting: 'warning',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  aborted: 'off',
};
