/** Authors and web pages of a package, from its own metadata. */
export interface Origin {
  /** By name. */
  authors?: string[];
  maintainers?: string[];
  homepage?: string | undefined;
  source?: string | undefined;
  issues?: string | undefined;
}

const maxPeople = 20;
const maxLength = 200;

/** Hosts that serve a repository's web page at its clone URL. */
const shorthands: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
};

/**
 * Returns a web URL; undefined for anything else, such as `javascript:` or a URL with credentials.
 */
export function webPage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2000) return undefined;
  try {
    const url = new URL(value.trim());
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
    return url.href;
  } catch {
    return undefined;
  }
}

/**
 * Returns the web page of a source repository for any of its clone URLs:
 * `git+ssh://git@github.com/a/b.git`, `github:a/b`.
 */
export function sourcePage(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const given = value.trim().replace(/^scm:(?:git|svn|hg):/, '');
  const [, host, path] = /^(github|gitlab|bitbucket):([\w.-]+\/[\w.-]+)$/.exec(given) ?? [];
  if (host && path) return `${shorthands[host]}${path.replace(/\.git$/, '')}`;
  if (/^[\w.-]+\/[\w.-]+$/.test(given)) return `${shorthands.github}${given.replace(/\.git$/, '')}`;
  const [, sshHost, sshPath] = /^(?:git\+)?(?:ssh:\/\/)?git@([\w.-]+)[:/](.+)$/.exec(given) ?? [];
  const address = sshHost
    ? `https://${sshHost}/${sshPath}`
    : given.replace(/^git\+/, '').replace(/^git:/, 'https:');
  return webPage(address.replace(/#.*$/, ''))?.replace(/\.git$/, '');
}

/** Returns unique names from `Name <address> (page)`, `{name, email}`, or lists of either. */
export function peopleOf(...values: unknown[]): string[] {
  const names = values.flat().map(personOf);
  return [...new Set(names.filter((name) => name !== ''))].slice(0, maxPeople);
}

function personOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const { name, email } = value as { name?: unknown; email?: unknown };
    return personOf(typeof name === 'string' && name.trim() !== '' ? name : email);
  }
  if (typeof value !== 'string') return '';
  const name = value
    .replace(/<[^>]*>|\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const address = /<([^>]*)>/.exec(value)?.[1]?.trim() ?? '';
  return (name.replace(/^"(.*)"$/, '$1') || address).slice(0, maxLength);
}
