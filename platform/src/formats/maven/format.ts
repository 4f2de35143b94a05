import { intervalSpans } from '../../packages/rangeSpans.ts';
import { exactVersion } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import { generatedFiles } from './generatedFiles.ts';
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
import {
  buildOf,
  checkLayout,
  isSnapshot,
  isSnapshotPath,
  metadataFile,
  packageName,
  parsePath,
} from './layout.ts';
import { deletePlugins } from './metadata/plugins.ts';
import { mavenNaming } from './naming.ts';
import { pomOrigin } from './pom/pomOrigin.ts';
import { versionOrder } from './version/versionOrder.ts';

/** Maven: packages for Java in Maven's directory layout. */
export const maven: Format = {
  type,
  displayName: 'Maven',
  classes: ['local', 'remote', 'virtual'],
  naming: mavenNaming,
  ecosystem: 'Maven',
  purl: { type: 'maven', name: (name) => name.replace(':', '/') },
  resolve: exactVersion,
  spans: intervalSpans,
  versionOrder,
  isSnapshot: isSnapshotPath,
  async routes(app) {
    onRepositoryDeleted(app.platform, deletePlugins);
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
      // Upstreams have further files, not in the layout, in the directories of groups.
      const folders = path.split('/').slice(0, -1);
      return folders.length ? `${folders.join('.')}:` : undefined;
    },
    // Maven 4 reads the groups of a repository from this file and never requests others.
    ofOneUpstream: (path) => path.startsWith('.meta/prefixes'),
    immutable(path) {
      const parsed = parsePath(path);
      if (path.endsWith(`/${metadataFile}`) || parsed?.kind !== 'artifact') return false;
      return !isSnapshot(parsed.version) || buildOf(parsed) !== undefined;
    },
    generated: generatedFiles,
  },
};
