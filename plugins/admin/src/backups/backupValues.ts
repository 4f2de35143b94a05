import type { HttpFailure } from '@lading/contract';
import type { BackupSettings, BackupSettingsChange } from '@lading/contract/rest';
import { editMessages, type FieldErrors } from '@lading/ui/edit';
import { formMessages } from './formMessages.ts';

/** The values of the form. Numbers are texts, as they are typed or selected. */
export interface BackupValues {
  readonly target: string;
  readonly enabled: boolean;
  readonly hour: string;
  readonly days: readonly number[];
  readonly keep: string;
}

export const MOST_KEPT = 1000;

export function valuesOf({ target, enabled, hour, days, keep }: BackupSettings): BackupValues {
  return { target, enabled, hour: String(hour), days, keep: String(keep) };
}

export function settingsOf({ target, enabled, hour, days, keep }: BackupValues): BackupSettingsChange {
  return { target: target.trim(), enabled, hour: Number(hour), days: [...days], keep: Number(keep) };
}

export function checkBackups({ target, enabled, days, keep }: BackupValues): FieldErrors<BackupValues> {
  const isCount = /^\d+$/.test(keep.trim()) && Number(keep) >= 1 && Number(keep) <= MOST_KEPT;
  const errors = {
    target:
      target.trim() === ''
        ? { message: editMessages.missing }
        : /^(\/|s3:\/\/)/.test(target.trim())
          ? undefined
          : { message: formMessages.relative },
    days: enabled && days.length === 0 ? { message: formMessages.noDay } : undefined,
    keep: isCount ? undefined : { message: formMessages.badKeep, values: { most: MOST_KEPT } },
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

export function backupFieldOf({ code }: HttpFailure): 'target' | 'days' | undefined {
  if (code === 'BAD_BACKUP_TARGET') return 'target';
  return code === 'BAD_SCHEDULE' ? 'days' : undefined;
}
