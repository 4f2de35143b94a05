import type { ScanSeverity } from './scanning.ts';

/** The answer to `POST /artifactory/api/advisories`, which takes one OSV document or a list of them. */
export interface AdvisoryImport {
  imported: number;
  /** Documents that do not hold, by their place in the list; the first hundred. */
  skipped: { index: number; reason: string }[];
}

/** An advisory held here, as `GET /artifactory/api/advisories?ecosystem=npm&name=…` lists it. */
export interface AdvisorySummary {
  id: string;
  title: string;
  severity: ScanSeverity;
  url: string;
  aliases: string[];
  /** ISO 8601. */
  published: string;
  modified: string;
}
