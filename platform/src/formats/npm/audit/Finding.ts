/** An advisory in the form of npm's bulk endpoint, with what else is known of it. */
export interface Finding {
  id: number;
  url: string;
  title: string;
  severity: string;
  vulnerable_versions: string;
  cwe: string[];
  /** Empty when none is known. */
  cves: string[];
  cvss: { score: number; vectorString: string | null };
}

/** Versions by package name. */
export type Installed = ReadonlyMap<string, readonly string[]>;
