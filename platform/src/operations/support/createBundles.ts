import type { FastifyInstance } from 'fastify';
import { version } from '../../settings/version.ts';
import { blobs, currentStorage } from '../../storage/storage.ts';
import type { BundleContext, BundleFile } from './BundlePart.ts';
import {
  type BundleRow,
  beginBundle,
  failBundle,
  finishBundle,
  returnBundle,
  saveProgress,
} from './bundles.ts';
import { textCleaner } from './cleanText.ts';
import { reasonOf } from './reasonOf.ts';
import { type WrittenFile, writeArchive } from './writeArchive.ts';

/** Creates the requested bundles, oldest first. */
export async function createBundles(app: FastifyInstance, signal: AbortSignal): Promise<void> {
  const node = app.platform.node;
  for (;;) {
    if (signal.aborted) return;
    const bundle = await beginBundle(node);
    if (!bundle) return;
    try {
      await finishBundle(bundle.id, await archive(app, bundle, signal));
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

async function archive(app: FastifyInstance, bundle: BundleRow, stopped: AbortSignal) {
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
  const files: BundleFile[] = [];
  for (const part of app.bundleParts) files.push(...(await part.files(context)));
  const output = writeArchive({
    files,
    clean: textCleaner(app.settings),
    manifest: (written) => manifestOf(bundle, written, leftOut),
    async onFile(done) {
      if (!(await saveProgress(bundle.id, done, files.length)))
        unwanted.abort(new Error('The bundle was deleted'));
      signal.throwIfAborted();
    },
  });
  // Also aborts within a file, such as between two profiles.
  signal.addEventListener('abort', () => output.destroy(signal.reason as Error), { once: true });
  return blobs().put(output);
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
