import { HttpError } from '../../errors/HttpError.ts';
import { findFile } from '../../files/files.ts';
import type { ArrivedFile } from '../../pipeline/Format.ts';
import { type ArtifactPath, isMainPom, isSnapshot, oldSbtName, packageName, parsePath } from './layout.ts';
import { coordinatesOf, type Pom } from './pom/readPom.ts';
import { chainOf, pomOf } from './pom/storedPoms.ts';
import { checkAgainstUpstream } from './upstreamChecksum.ts';

/**
 * Checks a file that a client deploys: the POM must match its path, and released files must not
 * change. A file from an upstream is accepted unchanged if its checksum is correct, so that
 * existing builds continue to work.
 */
export async function inspectMavenFile({
  repository,
  path,
  blob,
  ...given
}: ArrivedFile): Promise<undefined> {
  const parsed = parsePath(path);
  if (parsed?.kind !== 'artifact') return;
  if (given.unchecked) await checkAgainstUpstream(repository, path, blob);
  if (repository.type !== 'local') return;
  if (isMainPom(parsed)) {
    const pom = await pomOf(blob);
    checkCoordinates(pom, parsed, path);
    // Caches the POMs before the transaction.
    await chainOf(repository.key, pom);
  }
  if (isSnapshot(parsed.version) || repository.options.allowOverwrite === true) return;
  const existing = given.existing ?? (await findFile(repository.key, path));
  if (!existing || existing === 'none' || existing.sha256 === blob.sha256) return;
  throw new HttpError(
    409,
    'RELEASED',
    `${packageName(parsed)} ${parsed.version} is released and ${path} cannot be changed in ${repository.key}. Deploy another version, or set 'allowOverwrite' to replace releases.`,
  );
}

function checkCoordinates(pom: Pom, path: ArtifactPath, file: string): void {
  const { group, artifact, version } = coordinatesOf(pom);
  for (const [what, said, expected] of [
    ['groupId', group, path.group],
    ['artifactId', artifact, path.artifact],
    ['version', version, path.version],
  ] as const) {
    // `${revision}`: the build resolves the value.
    if (said === expected || said.includes('${')) continue;
    if (what === 'artifactId' && said === oldSbtName(path.artifact)) continue;
    // A snapshot's POM can contain the version of its build.
    if (what === 'version' && said === path.fileVersion) continue;
    throw new HttpError(
      400,
      'BAD_POM',
      `The ${what} in the POM is ${said.slice(0, 200)}, but the path ${file} requires ${expected}`,
    );
  }
}
