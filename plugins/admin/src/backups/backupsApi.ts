import type { Http } from '@lading/contract';
import type {
  BackupRun,
  BackupRuns,
  BackupSettings,
  BackupSettingsChange,
  BackupTargetReport,
} from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/backups';

/** Returns the backups, newest first. Like all functions here, throws `HttpFailure`. */
export async function fetchBackups(http: Http, signal: AbortSignal): Promise<BackupRun[]> {
  return (await http.json<BackupRuns>(CALL, { signal })).backups;
}

/** Returns the backup in progress if there is one. */
export function requestBackup(http: Http): Promise<BackupRun> {
  return http.json<BackupRun>(CALL, { method: 'POST' });
}

export function fetchSettings(http: Http, signal?: AbortSignal): Promise<BackupSettings> {
  return http.json<BackupSettings>(`${CALL}/settings`, { ...(signal ? { signal } : {}) });
}

export function saveSettings(http: Http, settings: BackupSettingsChange): Promise<BackupSettings> {
  return http.json<BackupSettings>(`${CALL}/settings`, { method: 'PUT', body: settings });
}

export function checkTarget(http: Http, target: string): Promise<BackupTargetReport> {
  return http.json<BackupTargetReport>(`${CALL}/check`, { method: 'POST', body: { target } });
}
