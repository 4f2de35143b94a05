import { authoriseBuild } from '../../access/builds.ts';
import type { Caller } from '../../access/Caller.ts';
import { findBuild } from '../../builds/builds.ts';
import { placesOf, wantedFiles } from '../../builds/promotion/places.ts';
import { bestOf } from '../../builds/promotion/plan.ts';
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
 * Where the files that a run made are, and with dependencies those that it used: of several places with the same content, the one that
 * fits the build best. Throws `HttpError` 404 for a run that does not exist, or content that is nowhere.
 */
export async function filesOfBuild(caller: Caller, source: BuildSource): Promise<WantedFile[]> {
  const { build_name: name, build_number: number, started, include_dependencies = false } = source;
  await authoriseBuild(caller, 'read', name);
  const build = await findBuild(name, number, started === undefined ? undefined : startOf(started));
  if (!build) throw noBuild(name, number);
  const wanted = wantedFiles(build, { artifacts: true, dependencies: include_dependencies, scopes: [] });
  const places = await placesOf(caller, build, wanted, undefined);
  return wanted.map((file) => {
    const [best] = bestOf(file, places.get(file.sha256) ?? places.get(file.sha1) ?? []);
    if (best) return { repo: best.repo, path: best.path, sha256: best.sha256 };
    throw new HttpError(
      404,
      'ARTIFACT_NOT_FOUND',
      `The content of ${file.name} of build ${name} ${number} is in no repository that you can read. Upload it again`,
    );
  });
}
