import semver from 'semver';
import { findAdvisories, type HeldAdvisory } from '../../../advisories/advisories.ts';
import { advisoryCoverage } from '../../../advisories/coverage.ts';
import { vulnerableRange } from '../../../advisories/vulnerableRange.ts';
import { mayQueryUpstream } from '../../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../../repositories/repositories.ts';
import { findHead } from '../packument/heads.ts';
import type { Finding, Installed } from './Finding.ts';
import { upstreamAdvisories } from './upstreamAdvisories.ts';

export interface AuditResult {
  /** Vulnerable packages by name. */
  found: Map<string, Finding[]>;
  /**
   * False: no advisories are imported and no upstream responded, so packages without a finding are
   * unknown.
   */
  known: boolean;
}

/**
 * Collects the findings of upstreams and of imported advisories. Names of local packages are not
 * sent to upstreams.
 */
export async function findings(repository: Repository, installed: Installed): Promise<AuditResult> {
  const found = await held(installed);
  let known = installed.size === 0 || (await advisoryCoverage('npm')).full.has('npm');
  for (const remote of (await membersOf(repository)).filter(({ type }) => type === 'remote')) {
    const fromUpstream = await upstreamAdvisories(remote, await withoutLocalNames(repository, installed));
    if (!fromUpstream) continue;
    known = true;
    for (const [name, advisories] of fromUpstream) {
      const before = found.get(name) ?? [];
      const urls = new Set(before.map(({ url }) => url));
      const news = advisories.filter((each) => !urls.has(each.url) && affects(each, installed.get(name)));
      if (news.length > 0) found.set(name, [...before, ...news]);
    }
  }
  return { found, known };
}

/** npm calls medium severity moderate, and has no term for unrated advisories. */
const npmSeverity: Readonly<Record<string, string>> = { medium: 'moderate', unknown: 'moderate' };

async function held(installed: Installed): Promise<Map<string, Finding[]>> {
  const found = new Map<string, Finding[]>();
  for (const advisory of await findAdvisories('npm', [...installed.keys()])) {
    const range = vulnerableRange(advisory.affected);
    if (range === undefined) continue;
    const finding: Finding = {
      id: advisory.number,
      url: webAddress(advisory),
      title: advisory.title,
      severity: npmSeverity[advisory.severity] ?? advisory.severity,
      vulnerable_versions: range,
      cwe: advisory.cwes,
      cves: [advisory.id, ...advisory.aliases].filter((name) => /^CVE-\d/.test(name)),
      cvss: { score: advisory.score ?? 0, vectorString: advisory.vector },
    };
    if (affects(finding, installed.get(advisory.name))) {
      found.set(advisory.name, [...(found.get(advisory.name) ?? []), finding]);
    }
  }
  return found;
}

/** The advisory's own page, or the page of a database that has it under one of its aliases. */
function webAddress({ id, aliases, url }: HeldAdvisory): string {
  if (/^https?:/.test(url)) return url;
  const names = [id, ...aliases];
  const github = names.find((name) => name.startsWith('GHSA-'));
  if (github !== undefined) return `https://github.com/advisories/${github}`;
  const cve = names.find((name) => name.startsWith('CVE-'));
  return cve === undefined ? url : `https://nvd.nist.gov/vuln/detail/${cve}`;
}

function affects({ vulnerable_versions: range }: Finding, versions: readonly string[] = []): boolean {
  return versions.some((version) =>
    semver.satisfies(version, range, { includePrerelease: true, loose: true }),
  );
}

async function withoutLocalNames(repository: Repository, installed: Installed): Promise<Installed> {
  const locals = (await membersOf(repository)).filter(({ type }) => type === 'local');
  const asked = await Promise.all(
    [...installed].map(async ([name, versions]) => {
      const heads = await Promise.all(locals.map(({ key }) => findHead(key, name)));
      const open = await mayQueryUpstream(repository, name, heads.some(Boolean));
      return open ? [[name, versions] as const] : [];
    }),
  );
  return new Map(asked.flat());
}
