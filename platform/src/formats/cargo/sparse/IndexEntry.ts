import semver from 'semver';
import { isCrateName, isCrateVersion } from '../names.ts';

/** A dependency in the index. */
export interface IndexDependency {
  /** The name used by the dependent crate. */
  name: string;
  req: string;
  features: string[];
  optional: boolean;
  default_features: boolean;
  target: string | null;
  kind: 'normal' | 'dev' | 'build';
  /** URL of the dependency's registry index; null for the same registry. */
  registry?: string | null;
  /** The actual name of the package, if `name` is an alias. */
  package?: string;
}

/** One line of a crate's index file. */
export interface IndexEntry {
  name: string;
  vers: string;
  deps: IndexDependency[];
  /** sha256 of the file, hexadecimal. */
  cksum: string;
  features: Record<string, string[]>;
  yanked: boolean;
  links?: string | null;
  /** 2 if `features2` is set. */
  v?: number;
  features2?: Record<string, string[]>;
  rust_version?: string;
}

/** Parses an index line from an upstream, keeping unknown fields; undefined if it is invalid. */
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

/** One line per version, in version order. */
export function renderEntries(entries: readonly IndexEntry[]): string {
  const sorted = [...entries].sort((a, b) => semver.compareBuild(a.vers, b.vers));
  return sorted.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
