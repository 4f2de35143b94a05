/** How a package format builds its names: which parts of a name belong to one owner. All texts are folded names. */
export interface Naming {
  /** The one form of names and prefixes that clients treat as equal; lowercase when absent. */
  fold?(text: string): string;
  /**
   * The characters of which one follows the prefix in each longer name that it covers: `/` for `@corp`. Empty: the prefix covers all
   * names that start with it, as every prefix does when absent.
   */
  separators?(prefix: string): string;
  /** The namespaces that contain the name: `com.acme` and `com` for `com.acme:core`. Absent: the format has none. */
  namespaces?(name: string): string[];
  /** The namespace that a local repository reserves by owning the name; undefined where owners share it, as with `library/`. */
  reserves?(name: string): string | undefined;
  /** A prefix, for messages. */
  example?: string;
  /** Clients also request the parents of a name, which would tell an upstream its beginning. */
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
