import type { Severity } from './severities.ts';

/** One entry of OSV's `affected`, as far as it tells versions. */
export interface Affected {
  ranges: {
    type: string;
    events: {
      introduced?: string | undefined;
      fixed?: string | undefined;
      last_affected?: string | undefined;
      limit?: string | undefined;
    }[];
  }[];
  versions: string[];
  /** In place of them, where an npm registry told it: a range of npm's, `>=1.0.0 <1.2.3`. */
  npmRange?: string;
}

/** An advisory in our terms. */
export interface Advisory {
  id: string;
  title: string;
  details: string;
  severity: Severity;
  /** CVSS, 0 to 10. */
  score?: number;
  vector?: string;
  url: string;
  aliases: string[];
  /** What all databases that know it agree on: its first CVE, or else the first of all its names. */
  vulnerability: string;
  cwes: string[];
  published: Date;
  modified: Date;
  packages: { ecosystem: string; name: string; affected: Affected[] }[];
  withdrawn: boolean;
  /** Of all that was read: the same again changes nothing. */
  hash: string;
}
