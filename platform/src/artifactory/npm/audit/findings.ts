import semver from 'semver';
import { findAdvisories } from '../../../xray/advisories/advisories.ts';
import { vulnerableRange } from '../../../xray/advisories/vulnerableRange.ts';
import { mayAskUpstream } from '../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { findHead } from '../packument/heads.ts';
import { upstreamAdvisories } from './upstreamAdvisories.ts';

/** Versions by package name. */
export type Installed = ReadonlyMap<string, readonly string[]>;

/** An advisory in the form of npm's bulk endpoint, with what else is known of it. */
export interface Finding {
  id: number;
  url: string;
  title: string;
  severity: string;
  vulnerable_versions: string;
  cwe: string[];
  cvss: { score: number; vectorString: string | null };
}

/** What is known of the packages: told by upstreams that answer, and held here. Names of ours stay here. */
export async function findings(
  repository: Repository,
  installed: Installed,
): Promise<Map<string, Finding[]>> {
  const found = await held(installed);
  for (const remote of (await membersOf(repository)).filter(({ type }) => type === 'remote')) {
    const told = await upstreamAdvisories(remote, await notOurs(repository, installed));
    for (const [name, advisories] of told) {
      const known = found.get(name) ?? [];
      const urls = new Set(known.map(({ url }) => url));
      const news = advisories.filter((each) => !urls.has(each.url) && affects(each, installed.get(name)));
      if (news.length > 0) found.set(name, [...known, ...news]);
    }
  }
  return found;
}

/** npm's word for what lies between; it has none for what nobody has rated. */
const npmSeverity: Readonly<Record<string, string>> = { medium: 'moderate', unknown: 'moderate' };

async function held(installed: Installed): Promise<Map<string, Finding[]>> {
  const found = new Map<string, Finding[]>();
  for (const advisory of await findAdvisories('npm', [...installed.keys()])) {
    const range = vulnerableRange(advisory.affected);
    if (range === undefined) continue;
    const finding: Finding = {
      id: advisory.number,
      url: advisory.url,
      title: advisory.title,
      severity: npmSeverity[advisory.severity] ?? advisory.severity,
      vulnerable_versions: range,
      cwe: advisory.cwes,
      cvss: { score: advisory.score ?? 0, vectorString: advisory.vector },
    };
    if (affects(finding, installed.get(advisory.name))) {
      found.set(advisory.name, [...(found.get(advisory.name) ?? []), finding]);
    }
  }
  return found;
}

function affects({ vulnerable_versions: range }: Finding, versions: readonly string[] = []): boolean {
  return versions.some((version) =>
    semver.satisfies(version, range, { includePrerelease: true, loose: true }),
  );
}

async function notOurs(repository: Repository, installed: Installed): Promise<Installed> {
  const locals = (await membersOf(repository)).filter(({ type }) => type === 'local');
  const asked = await Promise.all(
    [...installed].map(async ([name, versions]) => {
      const heads = await Promise.all(locals.map(({ key }) => findHead(key, name)));
      return mayAskUpstream(repository, name, heads.some(Boolean)) ? [[name, versions] as const] : [];
    }),
  );
  return new Map(asked.flat());
}
