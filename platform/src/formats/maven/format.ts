import { exactVersion } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import {
  indexMavenFile,
  indexMavenFiles,
  refreshVersion,
  removeMavenVersion,
  type,
  unindexMavenFile,
} from './indexing.ts';
import { defineInheritanceJob } from './inheritingVersions.ts';
import { inspectMavenFile } from './inspect.ts';
import { buildOf, checkLayout, isSnapshot, metadataFile, packageName, parsePath } from './layout.ts';
import { madeFiles } from './madeFiles.ts';
import { forgetPlugins } from './metadata/plugins.ts';
import { mavenNaming } from './naming.ts';
import { pomOrigin } from './pom/pomOrigin.ts';
import { versionOrder } from './version/versionOrder.ts';

/** Java's packages: files in Maven's layout. */
export const maven: Format = {
  type,
  displayName: 'Maven',
  classes: ['local', 'remote', 'virtual'],
  naming: mavenNaming,
  ecosystem: 'Maven',
  purl: { type: 'maven', name: (name) => name.replace(':', '/') },
  resolve: exactVersion,
  versionOrder,
  async routes(app) {
    onRepositoryDeleted(app.platform, forgetPlugins);
    defineInheritanceJob(app.platform, refreshVersion);
  },
  removeVersion: removeMavenVersion,
  origin: pomOrigin,
  plainFiles: {
    check: checkLayout,
    inspect: inspectMavenFile,
    index: indexMavenFile,
    indexMany: (_, files) => indexMavenFiles(files),
    unindex: unindexMavenFile,
    packageOf(path) {
      const parsed = parsePath(path);
      if (parsed?.kind === 'artifact') return packageName(parsed);
      // Upstreams have more files than the layout knows, in the directories of groups.
      const folders = path.split('/').slice(0, -1);
      return folders.length ? `${folders.join('.')}:` : undefined;
    },
    // Maven 4 reads there which groups a repository has, and asks it for no other.
    ofOneUpstream: (path) => path.startsWith('.meta/prefixes'),
    immutable(path) {
      const parsed = parsePath(path);
      if (path.endsWith(`/${metadataFile}`) || parsed?.kind !== 'artifact') return false;
      return !isSnapshot(parsed.version) || buildOf(parsed) !== undefined;
    },
    made: madeFiles,
  },
};
