import type { Severity } from './severities.ts';

/** An entry of OSV's `affected`: its versions. */
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
  /** Instead of those, from an npm registry: an npm range, `>=1.0.0 <1.2.3`. */
  npmRange?: string;
}

/** An advisory, independent of its source format. */
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
  /** Common name in all databases: the first CVE, else the first of all names. */
  vulnerability: string;
  cwes: string[];
  published: Date;
  modified: Date;
  packages: { ecosystem: string; name: string; affected: Affected[] }[];
  withdrawn: boolean;
  /** Hash of the parsed content: documents with the same hash change nothing. */
  hash: string;
}
