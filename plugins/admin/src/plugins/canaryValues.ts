import type { Message } from '@lading/contract';
import type { PluginCanary } from '@lading/contract/rest';
import { dialogMessages as messages } from './dialogMessages.ts';

/** Users that a set is activated for, as typed. */
export interface Audience {
  readonly kind: 'everyone' | 'canary' | 'nobody';
  readonly groups: string;
  readonly percent: string;
}

export const EVERYONE: Audience = { kind: 'everyone', groups: '', percent: '10' };

export function canaryOf({ kind, groups, percent }: Audience): PluginCanary | undefined {
  if (kind !== 'canary') return undefined;
  const names = groups.split(',').map((name) => name.trim());
  return { groups: names.filter((name) => name !== ''), percent: Number(percent) };
}

/** Returns the errors of the form. */
export function audienceError(audience: Audience): Message | undefined {
  const canary = canaryOf(audience);
  if (!canary) return undefined;
  if (!/^\d{1,3}$/.test(audience.percent.trim()) || canary.percent > 100) return messages.badPercent;
  return canary.groups.length === 0 && canary.percent === 0 ? messages.noUsers : undefined;
}
