import { parse as parseToml } from 'smol-toml';
import { Found, fields, listOf, type Parse } from './Dependency.ts';

/** `poetry.lock` and `uv.lock`: the same tables of packages. */
export const parsePoetry: Parse = (text) => {
  const found = new Found('PyPI');
  for (const { name, version, source } of listOf(fields(parseToml(text)).package)) {
    const { editable, virtual, directory } = fields(source);
    // The project itself, in uv's files.
    if (editable !== undefined || virtual !== undefined || directory !== undefined) continue;
    found.add(name, version);
  }
  return found.parsed();
};

/** `Pipfile.lock`. */
export const parsePipfile: Parse = (text) => {
  const found = new Found('PyPI');
  const lock = fields(JSON.parse(text));
  for (const section of ['default', 'develop']) {
    for (const [name, value] of Object.entries(fields(lock[section]))) {
      const { version } = fields(value);
      found.add(name, typeof version === 'string' && version.startsWith('==') ? version.slice(2) : undefined);
    }
  }
  return found.parsed();
};

/** `requirements*.txt` of pip. Only versions that are pinned with `==` or `===` are exact. */
export const parseRequirements: Parse = (text) => {
  const found = new Found('PyPI');
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const plain = (line.split(/\s#|^#/, 1)[0] ?? '').trim();
    // Options, other files, and URLs.
    if (plain === '' || plain.startsWith('-') || /^[a-z+]+:/i.test(plain)) continue;
    const [, name, rest = ''] = /^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/.exec(plain) ?? [];
    const [, version] = /^={2,3}\s*([^\s;,*]+)\s*(?:$|[;\s])/.exec(rest) ?? [];
    found.add(name, version);
  }
  return found.parsed();
};
