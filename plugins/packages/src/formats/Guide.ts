import type { ClientStep, ClientTarget } from '@lading/contract';
import { shellWord } from '../install/shellWord.ts';

/** The steps that set a format's client up for a repository. */
export type Guide = (target: ClientTarget) => readonly ClientStep[];

/** Steps that are of use once there is something to be fetched. */
export function toFetch({ publishOnly = false }: ClientTarget, ...steps: ClientStep[]): ClientStep[] {
  return publishOnly ? [] : steps;
}

/** One word of a command, as the shell of the target's system reads it. */
export function wordsFor({ system }: Pick<ClientTarget, 'system'>): (text: string) => string {
  return (text) => shellWord(text, system);
}

/** The repository as the client of a protocol finds it, with a slash at its end. */
export function apiOf({ baseUrl, repoKey }: ClientTarget, protocol: string): string {
  return `${baseUrl}/api/${protocol}/${encodeURIComponent(repoKey)}/`;
}

/** The repository's files, without a slash at its end. */
export function filesOf({ baseUrl, repoKey }: ClientTarget): string {
  return `${baseUrl}/${encodeURIComponent(repoKey)}`;
}

/** The platform's host, as clients name it that want no scheme. */
export function hostOf({ baseUrl }: ClientTarget): string {
  return new URL(baseUrl).host;
}

/** The address with the user and what stands for the password in it. */
export function withCredentials(address: string, { user, token }: ClientTarget): string {
  return address.replace(/^(https?:\/\/)/, `$1${encodeURIComponent(user)}:${token}@`);
}

/** A file in the user's own folder. */
export function inHome({ system }: ClientTarget, path: string): string {
  return system === 'windows' ? `%USERPROFILE%\\${path.replaceAll('/', '\\')}` : `~/${path}`;
}

/** `curl`, which PowerShell has another command for. */
export function curl({ system }: ClientTarget): string {
  return system === 'windows' ? 'curl.exe' : 'curl';
}
