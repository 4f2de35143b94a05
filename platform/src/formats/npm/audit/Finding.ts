/** An advisory in the form of npm's bulk endpoint, with further data. */
export interface Finding {
  id: number;
  url: string;
  title: string;
  severity: string;
  vulnerable_versions: string;
  cwe: string[];
  /** Empty if none is known. */
  cves: string[];
  cvss: { score: number; vectorString: string | null };
}

/** Versions by package name. */
export type Installed = ReadonlyMap<string, readonly string[]>;
