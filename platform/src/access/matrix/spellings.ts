/**
 * Returns spellings of a path that an attacker would use to make two parts of a server parse it
 * differently.
 */
export function spellings(path: string): string[] {
  const [, first = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(path) ?? [];
  const segments = path.split('/').slice(1);
  const last = segments.at(-1) ?? '';
  const before = path.slice(0, path.length - last.length);
  const encode = (text: string) =>
    [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const inner = (separator: string) => `/${segments.join(separator)}`;
  return [
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//x${path}`,
    inner('//'),
    inner('/./'),
    inner('/x/../'),
    inner('%2f'),
    inner('%2F'),
    inner('%5c'),
    inner('\\'),
    inner('/;/'),
    inner(';x=1/'),
    inner('/%2e/'),
    inner('/%2e%2e/'),
    inner('%252f'),
    inner('/..;/'),
    path.toUpperCase(),
    `/${first.toUpperCase()}${rest}`,
    `${before}${last.toUpperCase()}`,
    `/${encode(first)}${rest}`,
    `/%${first.charCodeAt(0).toString(16).toUpperCase()}${first.slice(1)}${rest}`,
    `${before}${encode(last)}`,
    `${before}${encode(encode(last))}`,
    `/${encode(path.slice(1))}`,
    `${path}%20`,
    `${path}%00`,
    `${path}%0a`,
    `${path}%09`,
    `${path}.`,
    `${path}/.`,
    `${path}/x/..`,
    `${path}.json`,
    `${path};jsessionid=1`,
    `${path}?`,
    `${path}?x=${path}`,
    `${path}%23`,
    `${path}*`,
    `/ui/..${path}`,
    `/ui/%2e%2e${path}`,
    `/ui/assets/..%2f..${path}`,
    `/artifactory/tea-npm/..%2f..${path}`,
    `/artifactory/api/npm/tea-npm/../../../..${path}`,
    `http://localhost${path}`,
  ];
}
