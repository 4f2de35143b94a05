import { createCrateIndexes } from './cargo/upstream/upstreamCrate.ts';
import { createHelmMemory, type HelmMemory } from './helm/HelmMemory.ts';
import { createPomCache } from './maven/pom/storedPoms.ts';
import { createNpmMemory, type NpmMemory } from './npm/NpmMemory.ts';
import { createOciMemory, type OciMemory } from './oci/OciMemory.ts';
import { createProjectPages } from './pypi/upstream/upstreamProject.ts';

/** In-memory state of each format on one platform. */
export interface FormatsMemory {
  readonly npm: NpmMemory;
  readonly oci: OciMemory;
  readonly helm: HelmMemory;
  readonly poms: ReturnType<typeof createPomCache>;
  /** Pages of projects at the upstreams of PyPI repositories. */
  readonly projectPages: ReturnType<typeof createProjectPages>;
  /** Index files at the upstreams of Cargo repositories. */
  readonly crateIndexes: ReturnType<typeof createCrateIndexes>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly formats: FormatsMemory;
  }
}

export function createFormatsMemory(): FormatsMemory {
  return {
    npm: createNpmMemory(),
    oci: createOciMemory(),
    helm: createHelmMemory(),
    poms: createPomCache(),
    projectPages: createProjectPages(),
    crateIndexes: createCrateIndexes(),
  };
}
