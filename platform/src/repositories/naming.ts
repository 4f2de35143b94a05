/**
 * Structure of a format's package names: parts that belong to one owner. All texts are folded
 * names.
 */
export interface Naming {
  /**
   * Returns the canonical form of names and prefixes that clients treat as equal. Default:
   * lowercase.
   */
  fold?(text: string): string;
  /**
   * Returns the characters that may follow the prefix in longer names: `/` for `@corp`. Empty, and
   * by default: the prefix covers all names that start with it.
   */
  separators?(prefix: string): string;
  /**
   * The namespaces that contain the name: `com.acme` and `com` for `com.acme:core`. Absent: the
   * format has none.
   */
  namespaces?(name: string): string[];
  /**
   * Namespace that a local repository reserves by owning the name; undefined if owners share it, as
   * with `library/`.
   */
  reserves?(name: string): string | undefined;
  /** Example prefix for messages. */
  example?: string;
  /** Clients also request parents of a name, which would reveal its beginning to an upstream. */
  asksParents?: boolean;
}

const known = new Map<string, Naming>();

/** Registers the naming of a package type, as the index names the type. */
export function useNaming(type: string, naming: Naming): void {
  known.set(type, naming);
}

export function namingOf(type: string): Naming {
  return known.get(type) ?? {};
}

export function foldName(type: string, text: string): string {
  return namingOf(type).fold?.(text) ?? text.toLowerCase();
}
