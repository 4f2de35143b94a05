import type { FastifyInstance } from 'fastify';
import { reasonOf } from '../../errors/reasonOf.ts';
import { version } from '../../settings/version.ts';
import { blobs, currentStorage } from '../../storage/storage.ts';
import type { BundleContext } from './BundlePart.ts';
import {
  type BundleRow,
  beginBundle,
  failBundle,
  finishBundle,
  returnBundle,
  saveProgress,
} from './bundles.ts';
import { textCleaner } from './cleanText.ts';
import { collectFiles } from './nodes/collectFiles.ts';
import { type WrittenFile, writeArchive } from './writeArchive.ts';

/** Creates the requested bundles, oldest first. */
export async function createBundles(app: FastifyInstance, signal: AbortSignal): Promise<void> {
  const node = app.platform.node;
  for (;;) {
    if (signal.aborted) return;
    const bundle = await beginBundle(node);
    if (!bundle) return;
    try {
      const { blob, missing } = await archive(app, bundle, signal);
      await finishBundle(bundle.id, blob, missing);
    } catch (error) {
      if (signal.aborted) return returnBundle(bundle.id);
      app.log.error({ err: error, bundle: bundle.id }, 'Failed to create a support bundle');
      await failBundle(bundle.id, textCleaner(app.settings)(reasonOf(error)));
    }
  }
}

interface LeftOut {
  what: string;
  reason: string;
}

/** Stores the archive. `missing` names the nodes that did not contribute to it. */
async function archive(
  app: FastifyInstance,
  bundle: BundleRow,
  stopped: AbortSignal,
): Promise<{ blob: { sha256: string; size: number }; missing: string | null }> {
  currentStorage().space.require();
  const unwanted = new AbortController();
  const signal = AbortSignal.any([stopped, unwanted.signal]);
  const leftOut: LeftOut[] = [];
  const context: BundleContext = {
    service: bundle.service,
    parameters: bundle.parameters,
    signal,
    leaveOut: (what, reason) => leftOut.push({ what, reason }),
  };
  const { files, nodes } = await collectFiles(app, context);
  const output = writeArchive({
    files,
    clean: textCleaner(app.settings),
    manifest: (written) => ({ ...manifestOf(bundle, written, leftOut), nodes }),
    async onFile(done) {
      if (!(await saveProgress(bundle.id, done, files.length)))
        unwanted.abort(new Error('The bundle was deleted'));
      signal.throwIfAborted();
    },
  });
  // Also aborts within a file, such as between two profiles.
  signal.addEventListener('abort', () => output.destroy(signal.reason as Error), { once: true });
  const blob = await blobs().put(output);
  const silent = nodes.filter(({ error }) => error !== undefined).map(({ id }) => id);
  return { blob, missing: silent.length === 0 ? null : `Nodes that did not respond: ${silent.join(', ')}` };
}

function manifestOf(bundle: BundleRow, files: readonly WrittenFile[], leftOut: readonly LeftOut[]): object {
  const { id, name, description, service, parameters, created, createdBy, node } = bundle;
  return {
    format: 1,
    bundle: { id, name, description, service, parameters, created, createdBy },
    server: { version, node },
    written: new Date(),
    files,
    leftOut,
  };
}
