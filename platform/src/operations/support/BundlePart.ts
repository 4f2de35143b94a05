import type { ServiceName, SupportBundleParameters } from '@lading/contract/rest';

declare module 'fastify' {
  interface FastifyInstance {
    /** Parts of a support bundle. Higher layers add theirs before the server is ready. */
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
  /** Must be called for omitted content, with the reason. The manifest lists it. */
  leaveOut: (what: string, reason: string) => void;
}

/**
 * One file of the archive. Its content is created when the file is written. If that throws, the
 * error is written instead.
 */
export interface BundleFile {
  path: string;
  /** Noun phrase for the manifest. */
  about: string;
  /** Returns an object to write as JSON, or chunks of text. */
  content: () => Promise<object> | AsyncIterable<string>;
}

export interface BundlePart {
  /** Whether it describes a node, so that each node has files of its own. */
  perNode?: boolean;
  /** Lists the files of this part. Empty if the request excludes it. */
  files(context: BundleContext): Promise<BundleFile[]> | BundleFile[];
}

/** Returns the files of all parts. */
export async function filesOf(parts: readonly BundlePart[], context: BundleContext): Promise<BundleFile[]> {
  const files: BundleFile[] = [];
  for (const part of parts) files.push(...(await part.files(context)));
  return files;
}

/** A part of single files, which belong to `configuration` or `system`. */
export function jsonPart(
  kind: 'configuration' | 'system',
  files: readonly { path: string; about: string; read: () => object | Promise<object> }[],
  { perNode = false }: Pick<BundlePart, 'perNode'> = {},
): BundlePart {
  return {
    perNode,
    files: ({ parameters }) =>
      (parameters[kind] ?? true)
        ? files.map(({ path, about, read }) => ({ path, about, content: async () => read() }))
        : [],
  };
}
