import type { Advisory } from '../../../advisories/Advisory.ts';
import { severityOf, vulnerabilityOf } from '../../../advisories/severities.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import type { Finding, Installed } from './Finding.ts';
import { upstreamAdvisories } from './upstreamAdvisories.ts';

/** The date of the advisory is unknown. An early date makes imported advisories take precedence. */
const earlyDate = new Date('2000-01-01T00:00:00Z');

/** The upstream's advisories for these versions; undefined if it does not support audits. */
export async function queryAdvisories(
  remote: Repository,
  installed: Installed,
): Promise<Advisory[] | undefined> {
  const byName = await upstreamAdvisories(remote, installed);
  if (!byName) return undefined;
  const known = new Map<string, Advisory>();
  for (const [name, findings] of byName) {
    for (const finding of findings) add(known, remote, name, finding);
  }
  return [...known.values()];
}

function add(known: Map<string, Advisory>, remote: Repository, name: string, finding: Finding): void {
  const id = idOf(remote, finding);
  const { title, severity, url, cwe, cvss, vulnerable_versions: npmRange } = finding;
  const advisory = known.get(id) ?? {
    ...{ id, title: title.slice(0, 2000) || id, details: '', severity: severityOf(severity) },
    url: /^https?:\/\//.test(url) ? url.slice(0, 2000) : `urn:osv:${id}`,
    ...(cvss.score > 0 && cvss.score <= 10 ? { score: cvss.score } : {}),
    ...(cvss.vectorString === null ? {} : { vector: cvss.vectorString.slice(0, 300) }),
    ...{ aliases: [], vulnerability: vulnerabilityOf(id, []), cwes: cwe.slice(0, 100) },
    ...{ published: earlyDate, modified: earlyDate, packages: [], withdrawn: false, hash: '' },
  };
  // An advisory can cover several packages, each with its own range.
  const affected = [{ ranges: [], versions: [], npmRange: npmRange.slice(0, 2000) }];
  const packages = [...advisory.packages, { ecosystem: 'npm', name, affected }];
  known.set(id, { ...advisory, packages });
}

/** The GHSA ID, which imports use too; otherwise an ID that is unique to this upstream. */
function idOf({ key }: Repository, { id, url }: Finding): string {
  const [ghsa] = /GHSA(?:-[0-9a-z]{4}){3}/i.exec(url) ?? [];
  return ghsa === undefined ? `npm:${key}:${id}`.slice(0, 128) : `GHSA${ghsa.slice(4).toLowerCase()}`;
}
