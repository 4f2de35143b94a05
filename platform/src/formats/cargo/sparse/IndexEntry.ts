import semver from 'semver';
import { isCrateName, isCrateVersion } from '../names.ts';

/** A dependency as the index writes it. */
export interface IndexDependency {
  /** As the crate that depends on it calls it. */
  name: string;
  req: string;
  features: string[];
  optional: boolean;
  default_features: boolean;
  target: string | null;
  kind: 'normal' | 'dev' | 'build';
  /** The index that it comes from; null for this one. */
  registry?: string | null;
  /** Its own name, where it is called otherwise. */
  package?: string;
}

/** One line of a crate's file in the index. */
export interface IndexEntry {
  name: string;
  vers: string;
  deps: IndexDependency[];
  /** sha256 of the file, hexadecimal. */
  cksum: string;
  features: Record<string, string[]>;
  yanked: boolean;
  links?: string | null;
  /** 2 where `features2` says something. */
  v?: number;
  features2?: Record<string, string[]>;
  rust_version?: string;
}

/** A line that came from an upstream, whatever else it says; undefined for what is none. */
export function readEntry(line: string, name: string): IndexEntry | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isEntry(entry) && entry.name.toLowerCase() === name ? entry : undefined;
}

function isEntry(value: unknown): value is IndexEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { name, vers, cksum, deps } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    isCrateName(name) &&
    isCrateVersion(vers) &&
    typeof cksum === 'string' &&
    /^[0-9a-f]{64}$/i.test(cksum) &&
    Array.isArray(deps)
  );
}

/** In the order of the versions, one line for each. */
export function renderEntries(entries: readonly IndexEntry[]): string {
  const sorted = [...entries].sort((a, b) => semver.compareBuild(a.vers, b.vers));
  return sorted.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
