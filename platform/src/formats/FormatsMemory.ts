import { createCrateIndexes } from './cargo/upstream/upstreamCrate.ts';
import { createHelmMemory, type HelmMemory } from './helm/HelmMemory.ts';
import { createPomCache } from './maven/pom/heldPoms.ts';
import { createNpmMemory, type NpmMemory } from './npm/NpmMemory.ts';
import { createOciMemory, type OciMemory } from './oci/OciMemory.ts';
import { createProjectPages } from './pypi/upstream/upstreamProject.ts';

/** State of each format that one platform has in memory. */
export interface FormatsMemory {
  readonly npm: NpmMemory;
  readonly oci: OciMemory;
  readonly helm: HelmMemory;
  readonly poms: ReturnType<typeof createPomCache>;
  /** Of upstreams of PyPI repositories. */
  readonly projectPages: ReturnType<typeof createProjectPages>;
  /** Of upstreams of Cargo repositories. */
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
