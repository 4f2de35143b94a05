import { parse as parseToml } from 'smol-toml';
import { Found, fields, listOf, type Parse } from './Dependency.ts';

/** `Cargo.lock`: packages of a registry have a source. */
export const parseCargo: Parse = (text) => {
  const found = new Found('crates.io');
  for (const { name, version, source } of listOf(fields(parseToml(text)).package)) {
    if (typeof source === 'string' && /^(?:registry|sparse)\+/.test(source)) found.add(name, version);
  }
  return found.parsed();
};

/** `go.sum`: only modules whose content was used, not those of which only go.mod was read. */
export const parseGoSum: Parse = (text) => {
  const found = new Found('Go');
  for (const line of text.split('\n')) {
    const [, name, version] = /^(\S+) v([^\s/]+) h1:/.exec(line) ?? [];
    if (name !== undefined) found.add(name, version);
  }
  return found.parsed();
};

/** `go.mod`: the required modules. */
export const parseGoMod: Parse = (text) => {
  const found = new Found('Go');
  let isBlock = false;
  for (const line of text.split('\n')) {
    const plain = (line.split('//', 1)[0] ?? '').trim();
    if (/^require\s*\($/.test(plain)) isBlock = true;
    else if (plain === ')') isBlock = false;
    const [, name, version] = /^(?:require\s+)?([^\s()]+)\s+v(\S+)$/.exec(plain) ?? [];
    if (name !== undefined && (isBlock || plain.startsWith('require '))) found.add(name, version);
  }
  return found.parsed();
};

/** `packages.lock.json` of NuGet. */
export const parseNuget: Parse = (text) => {
  const found = new Found('NuGet');
  for (const framework of Object.values(fields(fields(JSON.parse(text)).dependencies))) {
    for (const [name, value] of Object.entries(fields(framework))) {
      const { type, resolved } = fields(value);
      if (type !== 'Project') found.add(name, resolved);
    }
  }
  return found.parsed();
};
