import { packageType } from '../types/packageTypes.ts';
import { fileAddress, npmRegistry } from './addresses.ts';
import { shellWord } from './shellWord.ts';

/** What is to be installed, and the repository that it comes from. */
export interface Installed {
  readonly type: string;
  readonly name: string;
  readonly repoKey: string;
  /** Without it the newest is meant. */
  readonly version?: string | undefined;
  /** Of the file that makes the version, below its repository. */
  readonly path?: string | undefined;
}

type Template = (installed: Installed, name: string, version: string | undefined) => string | undefined;

const and = (start: string, version: string | undefined, rest: (version: string) => string) =>
  version === undefined ? start : `${start}${rest(version)}`;

/** `name` and `version` are plain: the whole word is quoted where a shell asks for it. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  alpine: (_, name, version) => `apk add ${shellWord(and(name, version, (v) => `=${v}`))}`,
  bower: (_, name, version) => `bower install ${shellWord(and(name, version, (v) => `#${v}`))}`,
  cargo: (_, name, version) =>
    and(`cargo install ${shellWord(name)}`, version, (v) => ` --version ${shellWord(v)}`),
  chef: (_, name, version) =>
    and(`knife supermarket install ${shellWord(name)}`, version, (v) => ` ${shellWord(v)}`),
  deb: (_, name, version) => `apt-get install ${shellWord(and(name, version, (v) => `=${v}`))}`,
  docker: ({ repoKey }, name, version) =>
    `docker pull ${shellWord(and(`${window.location.host}/${repoKey}/${name}`, version, (v) => `:${v}`))}`,
  generic: ({ repoKey, path }) => path && `curl -fLO ${shellWord(fileAddress(repoKey, path))}`,
  golang: (_, name, version) => `go get ${shellWord(and(name, version, (v) => `@${v}`))}`,
  npm: ({ repoKey }, name, version) =>
    `npm install ${shellWord(and(name, version, (v) => `@${v}`))} --registry ${npmRegistry(repoKey)}`,
  nuget: (_, name, version) =>
    and(`nuget install ${shellWord(name)}`, version, (v) => ` -Version ${shellWord(v)}`),
  opkg: (_, name, version) => `opkg install ${shellWord(and(name, version, (v) => `=${v}`))}`,
  puppet: (_, name, version) =>
    and(`puppet module install ${shellWord(name)}`, version, (v) => ` --version ${shellWord(v)}`),
  pypi: (_, name, version) => `pip install ${shellWord(and(name, version, (v) => `==${v}`))}`,
  rpm: (_, name, version) => `yum install ${shellWord(and(name, version, (v) => `-${v}`))}`,
  rubygems: (_, name, version) =>
    and(`gem install ${shellWord(name)}`, version, (v) => ` -v ${shellWord(v)}`),
};

/** The command that installs it; `undefined` where its type has none. */
export function installCommand(installed: Installed): string | undefined {
  return TEMPLATES[packageType(installed.type)]?.(installed, installed.name, installed.version);
}
