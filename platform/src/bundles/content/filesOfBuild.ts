import { authorizeBuild } from '../../access/builds.ts';
import type { Caller } from '../../access/Caller.ts';
import { findBuild } from '../../builds/builds.ts';
import { placesOf, wantedFiles } from '../../builds/promotion/places.ts';
import { bestPlaces } from '../../builds/promotion/plan.ts';
import { startOf } from '../../builds/readBuildInfo.ts';
import { noBuild } from '../../builds/requireBuild.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { WantedFile } from './BundleContent.ts';

interface BuildSource {
  build_name: string;
  build_number: string;
  started?: string;
  include_dependencies?: boolean;
}

/**
 * Returns the paths of the artifacts of a build and optionally of its dependencies. Of several
 * files with the same content, selects the best match for the build. Throws `HttpError` 404 for a
 * missing build or missing content.
 */
export async function filesOfBuild(caller: Caller, source: BuildSource): Promise<WantedFile[]> {
  const { build_name: name, build_number: number, started, include_dependencies = false } = source;
  await authorizeBuild(caller, 'read', name);
  const build = await findBuild(name, number, started === undefined ? undefined : startOf(started));
  if (!build) throw noBuild(name, number);
  const wanted = wantedFiles(build, { artifacts: true, dependencies: include_dependencies, scopes: [] });
  const places = await placesOf(caller, build, wanted, undefined);
  return wanted.map((file) => {
    const [best] = bestPlaces(file, places.get(file.sha256) ?? places.get(file.sha1) ?? []);
    if (best) return { repo: best.repo, path: best.path, sha256: best.sha256 };
    throw new HttpError(
      404,
      'ARTIFACT_NOT_FOUND',
      `The content of ${file.name} of build ${name} ${number} is in no repository that you can read. Upload it again`,
    );
  });
}
