import semver from 'semver';
import { isPackageName } from '../names.ts';
import type { Finding } from './Finding.ts';
import { noPatch, patchedVersions } from './patchedVersions.ts';

type Json = Record<string, unknown>;

/** The dependency tree of a project. */
export interface DependencyTree {
  /** Locations of each version of each package: `a>b` is b below a. */
  paths: Map<string, Map<string, string[]>>;
  total: number;
}

/** Maximum depth; actual lock files are less deep. */
const maxDepth = 200;
/** Maximum length of a package name; longer names in paths are truncated. */
const maxNameLength = 214;
/** Maximum number of paths reported per version. */
const maxPaths = 100;

export function readTree(body: Json): DependencyTree {
  const tree: DependencyTree = { paths: new Map(), total: 0 };
  // pnpm nests everything below its projects, `.` or `packages__app`, in a tree without a name.
  walk(tree, body.dependencies, [], body.name === undefined && body.version === undefined);
  return tree;
}

/** `ofProjects`: entries without an integrity are projects, not packages. */
function walk(tree: DependencyTree, dependencies: unknown, above: string[], ofProjects: boolean): void {
  if (typeof dependencies !== 'object' || dependencies === null || above.length > maxDepth) return;
  for (const [name, entry] of Object.entries(dependencies)) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { version, dependencies: below, integrity } = entry as Json;
    const path = [...above, name.slice(0, maxNameLength)];
    const isProject = ofProjects && integrity === undefined;
    if (!isProject && isPackageName(name) && typeof version === 'string' && semver.valid(version)) {
      const versions = tree.paths.get(name) ?? new Map<string, string[]>();
      tree.paths.set(name, versions);
      const places = versions.get(version) ?? [];
      versions.set(version, places);
      if (places.length < maxPaths) places.push(path.join('>'));
      tree.total += 1;
    }
    walk(tree, below, path, false);
  }
}

/** The report in the format of npm 6, Yarn 1, and pnpm. */
export function quickReport(
  { paths, total }: DependencyTree,
  found: ReadonlyMap<string, readonly Finding[]>,
): Json {
  const advisories: Json = {};
  const vulnerabilities = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 };
  for (const [name, known] of found) {
    for (const finding of known) {
      const affected = [...(paths.get(name) ?? [])].filter(([version]) =>
        semver.satisfies(version, finding.vulnerable_versions, { includePrerelease: true }),
      );
      if (affected.length === 0) continue;
      advisories[finding.id] = report(name, finding, affected);
      const places = affected.reduce((sum, [, at]) => sum + at.length, 0);
      if (finding.severity in vulnerabilities) {
        vulnerabilities[finding.severity as keyof typeof vulnerabilities] += places;
      }
    }
  }
  const metadata = {
    vulnerabilities,
    dependencies: total,
    devDependencies: 0,
    optionalDependencies: 0,
    totalDependencies: total,
  };
  return { actions: [], advisories, muted: [], metadata };
}

function report(name: string, finding: Finding, affected: [version: string, paths: string[]][]): Json {
  const { id, url, title, severity, vulnerable_versions, cwe, cves } = finding;
  const patched = patchedVersions(vulnerable_versions);
  const advisory = /GHSA(?:-[0-9a-z]{4}){3}/i.exec(url)?.[0];
  return {
    id,
    url,
    title,
    severity,
    vulnerable_versions,
    patched_versions: patched,
    cwe: cwe.join(', '),
    cves,
    ...(advisory === undefined ? {} : { github_advisory_id: advisory }),
    module_name: name,
    findings: affected.map(([version, at]) => ({
      version,
      paths: at,
      dev: false,
      optional: false,
      bundled: false,
    })),
    access: 'public',
    overview: title,
    recommendation:
      patched === noPatch
        ? `No patched version of ${name} is known`
        : `Upgrade to version ${patched.replace(/^>=(\S+)$/, '$1 or later')}`,
    references: url,
    found_by: { name: '' },
    reported_by: { name: '' },
    deleted: null,
  };
}
