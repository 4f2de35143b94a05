import type { Severity } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { currentScans, notScanned, typesWithFindings } from '../../packages/scans.ts';
import type { VersionOfFile } from '../files/VersionOfFile.ts';
import { namePattern, type SearchQuery } from '../query.ts';

const severities: readonly Severity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNKNOWN', 'SKIPPED'];

/** Reads the conditions on versions from a search query; undefined if there are none. */
export async function versionOf(query: SearchQuery): Promise<VersionOfFile | undefined> {
  const pattern = (key: string) => {
    const typed = query.text(key);
    return typed === undefined ? undefined : namePattern(typed);
  };
  const pkg = query.text('pkg');
  const scope = query.text('scope');
  const [packageQuery, description, version] = ['packageQuery', 'description', 'version'].map(pattern);
  const [licenses, tags] = [query.list('licenses'), query.list('tags')];
  const wanted: VersionOfFile = {
    ...(pkg ? { pkg: pkg.includes('://') ? pkg : namePattern(pkg) } : {}),
    ...(packageQuery ? { packageQuery } : {}),
    ...(scope ? { scope } : {}),
    ...(description ? { description } : {}),
    ...(version ? { version } : {}),
    ...(licenses.length ? { licenses } : {}),
    ...(tags.length ? { tags } : {}),
    ...(await scanOf(query)),
  };
  return Object.keys(wanted).length ? wanted : undefined;
}

async function scanOf(query: SearchQuery): Promise<VersionOfFile> {
  const [cve, given] = [query.text('cve'), query.list('severities').map((name) => name.toUpperCase())];
  if (!cve && !given.length) return {};
  const wrong = given.find((name) => !severities.some((severity) => severity === name));
  if (wrong !== undefined)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `Invalid ?severities= ${JSON.stringify(wrong.slice(0, 40))}. Expected some of ${severities.join(', ').toLowerCase()}.`,
    );
  const scans = await currentScans();
  if (!scans.on)
    throw new HttpError(400, 'NOT_SCANNED', '?cve= and ?severities= require Xray with a license');
  const scannedTypes = typesWithFindings(scans);
  if (scannedTypes.length === 0) throw notScanned();
  const asked = severities.filter((severity) => given.includes(severity));
  return {
    ...(cve ? { cve } : {}),
    ...(asked.length ? { severities: asked.map((severity) => ({ severity, countMin: 1 })) } : {}),
    scannedTypes,
  };
}
