import type { FastifyBaseLogger } from 'fastify';
import { createAccessMemory } from './access/AccessMemory.ts';
import type { FindFacts } from './access/projects/repositoryProjects.ts';
import { Subscriptions } from './events/Subscriptions.ts';
import { createFilesMemory } from './files/FilesMemory.ts';
import { createFormatsMemory } from './formats/FormatsMemory.ts';
import { formats } from './formats/formats.ts';
import { createCompressedAnswers } from './http/compressedAnswers.ts';
import { logTo } from './http/logSink.ts';
import { createInsightMemory } from './insight/InsightMemory.ts';
import { DefaultLook } from './instance/DefaultLook.ts';
import { MaintenanceMode } from './instance/MaintenanceMode.ts';
import { PublicUrl } from './instance/PublicUrl.ts';
import { createServices } from './instance/services.ts';
import { createFederationMemory } from './integrations/federation/FederationMemory.ts';
import { JobRunner } from './jobs/JobRunner.ts';
import { createServing } from './jobs/serving.ts';
import { Metrics } from './operations/metrics/Metrics.ts';
import { Dependencies } from './operations/status/dependencies.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { createPackagesMemory } from './packages/PackagesMemory.ts';
import { useFormats } from './pipeline/Format.ts';
import { createPlainFilesMemory } from './plainFiles/PlainFilesMemory.ts';
import type { Platform } from './platform/Platform.ts';
import { createRepositoriesMemory } from './repositories/RepositoriesMemory.ts';
import { findRepository } from './repositories/repositories.ts';
import { createScanState, scanState } from './scanning/scanState.ts';
import { createPathSample } from './search/files/pathSample.ts';
import { createSeal } from './secrets/sealing.ts';
import { readNodeId } from './settings/nodeId.ts';
import type { Settings } from './settings/settings.ts';
import type { Storage } from './storage/storage.ts';

export interface PlatformOptions {
  settings: Settings;
  storage: Storage;
  log: FastifyBaseLogger;
}

/**
 * Creates all parts of a platform, before any route exists. Sets `storage.platform`, so that
 * functions without a platform argument can call `currentPlatform()`. A storage has one platform.
 */
export function createPlatform({ settings, storage, log }: PlatformOptions): Platform {
  if (storage.platform) throw new Error('The storage already has a platform');
  useFormats(formats);
  const node = readNodeId(settings.home);
  const seal = createSeal(settings);
  const maintenance = new MaintenanceMode();
  const isReadOnly = async () => (await maintenance.current()).enabled;
  const platform: Platform = {
    ...{ settings, storage, log, node, seal },
    jobs: new JobRunner({ storage, node, log: logTo(log, 'artifactory-jobs'), isReadOnly }),
    events: new Subscriptions(node, (fields, message) => log.error(fields, message)),
    outgoing: createOutgoing({ settings, storage, seal, log }),
    metrics: new Metrics(storage),
    dependencies: new Dependencies(settings.home),
    services: createServices(),
    maintenance,
    defaultLook: new DefaultLook(),
    publicUrl: new PublicUrl(settings.publicUrl),
    bundleParts: [],
    proxies: {},
    proxyUses: [],
    capacity: {},
    compressed: createCompressedAnswers(),
    serving: createServing(),
    access: createAccessMemory({
      ...{ settings, storage, factsOf },
      auditLog: logTo(log, 'access-audit'),
    }),
    repositories: createRepositoriesMemory(),
    files: createFilesMemory(),
    packages: createPackagesMemory(() => scanState(settings)),
    plainFiles: createPlainFilesMemory(),
    formats: createFormatsMemory(),
    federation: createFederationMemory(),
    insight: createInsightMemory(),
    pathSample: createPathSample(),
    scanState: createScanState(),
  };
  storage.platform = platform;
  return platform;
}

const factsOf: FindFacts = (repo) => findRepository(repo);
