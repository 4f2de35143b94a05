import type { ClientPackage, ClientStep, ClientTarget, Message } from '@lading/contract';
import { clientAddress, isLoopback } from '../install/addresses.ts';
import { shellWord } from '../install/shellWord.ts';
import type { PackageFormat } from './PackageFormat.ts';

/** The steps that set a client up for a repository, install a package, and publish one. */
export type Guide = (target: ClientTarget) => readonly ClientStep[];

type Part = NonNullable<ClientStep['part']>;

/** A step; with `file`, `command` is the text to add to that file. */
function step(part: Part, why: Message, command: string, file?: string): ClientStep {
  return { part, why, command, ...(file === undefined ? {} : { file }) };
}

/** Required once per computer or project. */
export const setUp = (why: Message, command: string, file?: string) => step('setUp', why, command, file);
/** Installs the package. */
export const install = (why: Message, command: string, file?: string) => step('install', why, command, file);
/** Publishes a package. */
export const publish = (why: Message, command: string, file?: string) => step('publish', why, command, file);

/** The steps that apply to the target; `false` represents a step that does not apply. */
export function stepsFor(
  { canDeploy, publishOnly = false }: ClientTarget,
  ...steps: readonly (ClientStep | false)[]
): ClientStep[] {
  return steps.filter((each): each is ClientStep => {
    if (each === false) return false;
    return !(each.part === 'install' && publishOnly) && !(each.part === 'publish' && !canDeploy);
  });
}

/** Whether the client must sign in. Anonymous users need no token. */
export function signsIn({ token }: ClientTarget): boolean {
  return token !== '';
}

/** Whether the repository can serve packages that were not published in it. */
export function servesAll({ repoClass, publishOnly = false }: ClientTarget): boolean {
  return !publishOnly && repoClass !== 'local';
}

/** Returns the package of the target, or the example. */
export function packageOf(target: ClientTarget, example: ClientPackage): ClientPackage {
  return target.package ?? example;
}

/** The install command of the format's first client. */
export function installCommandOf(
  format: PackageFormat,
  target: ClientTarget,
  example: ClientPackage,
): string {
  const { repoKey, system, baseUrl, user, token } = target;
  const { name, version, newest, path } = packageOf(target, example);
  const word = wordsFor(target);
  const data = {
    type: format.type,
    name,
    version,
    newest,
    path,
    repoKey,
    system,
    baseUrl,
    user,
    token,
    word,
  };
  return format.install?.(data) ?? '';
}

/** Quotes one word of a command for the shell of the target's system. */
export function wordsFor({ system }: Pick<ClientTarget, 'system'>): (text: string) => string {
  return (text) => shellWord(text, system);
}

/** The URL of the repository for the client of a protocol, with a trailing slash. */
export function apiOf({ baseUrl, repoKey }: ClientTarget, protocol: string): string {
  return clientAddress(protocol, repoKey, baseUrl);
}

/** The URL of the repository's files, without a trailing slash. */
export function filesOf({ baseUrl, repoKey }: ClientTarget): string {
  return `${baseUrl}/${encodeURIComponent(repoKey)}`;
}

/** Whether the platform is reached over plain HTTP. */
export function isPlainHttp({ baseUrl }: ClientTarget): boolean {
  return new URL(baseUrl).protocol === 'http:';
}

/** Whether clients that allow plain HTTP only to this computer need a setting to allow it. */
export function isPlainHttpElsewhere(target: ClientTarget): boolean {
  return isPlainHttp(target) && !isLoopback(new URL(target.baseUrl).hostname);
}

/** A file in the user's home directory. */
export function inHome({ system }: ClientTarget, path: string): string {
  return system === 'windows' ? `%USERPROFILE%\\${path.replaceAll('/', '\\')}` : `~/${path}`;
}

/**
 * Returns `curl` with the options that authenticate it. In PowerShell, `curl` is another command.
 */
export function curl(target: ClientTarget): string {
  const { system, user, token } = target;
  const name = system === 'windows' ? 'curl.exe' : 'curl';
  return signsIn(target) ? `${name} -u ${wordsFor(target)(`${user}:${token}`)}` : name;
}

/** Prints the token into the standard input of `command`. */
export function pipeToken(target: ClientTarget, command: string): string {
  return `echo ${wordsFor(target)(target.token)} | ${command}`;
}
