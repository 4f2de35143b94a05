import type { ServiceName, SupportBundleParameters } from '@lading/contract/rest';

declare module 'fastify' {
  interface FastifyInstance {
    /** The parts of a support bundle. A layer above adds its own before the server is ready. */
    bundleParts: BundlePart[];
  }
}

declare module '../../platform/Platform.ts' {
  interface Platform {
    readonly bundleParts: BundlePart[];
  }
}

export interface BundleContext {
  service: ServiceName;
  parameters: SupportBundleParameters;
  /** Aborted when the server stops, or the bundle is deleted. */
  signal: AbortSignal;
  /** To be called for everything that is left out, with the reason; the manifest lists it. */
  leaveOut: (what: string, reason: string) => void;
}

/** One file of the archive. Its content is created when its turn comes; what it throws is written in its place. */
export interface BundleFile {
  path: string;
  /** For the manifest, as a noun phrase. */
  about: string;
  /** An object, written as JSON, or pieces of text. */
  content: () => Promise<object> | AsyncIterable<string>;
}

export interface BundlePart {
  /** Lists the files of this part; none if the request leaves it out. */
  files(context: BundleContext): Promise<BundleFile[]> | BundleFile[];
}

/** A part of single files, which belong to `configuration` or `system`. */
export function jsonPart(
  kind: 'configuration' | 'system',
  files: readonly { path: string; about: string; read: () => object | Promise<object> }[],
): BundlePart {
  return {
    files: ({ parameters }) =>
      (parameters[kind] ?? true)
        ? files.map(({ path, about, read }) => ({ path, about, content: async () => read() }))
        : [],
  };
}
