import { LRUCache } from 'lru-cache';
import { Glob } from './Glob.ts';

const paths = new LRUCache<string, Glob>({ max: 1000 });
const names = new LRUCache<string, Glob>({ max: 1000 });

/** Whether the pattern matches the path; see `Glob.ofPath`. */
export function coversPath(pattern: string, path: string): boolean {
  return compiled(paths, pattern, Glob.ofPath).matches(path);
}

/** Whether the pattern matches the name, ignoring case; see `Glob.ofName`. */
export function coversName(pattern: string, name: string): boolean {
  return compiled(names, pattern, Glob.ofName).matches(name.toLowerCase());
}

function compiled(cache: LRUCache<string, Glob>, pattern: string, compile: (pattern: string) => Glob): Glob {
  const known = cache.get(pattern);
  if (known) return known;
  const glob = compile(pattern);
  cache.set(pattern, glob);
  return glob;
}
