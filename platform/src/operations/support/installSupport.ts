import type { FastifyInstance } from 'fastify';
import { dropOldBundles, hasRequested } from './bundles.ts';
import { createBundles } from './createBundles.ts';
import { configurationPart, settingsPart } from './parts/configuration.ts';
import { databasePart } from './parts/database.ts';
import { jobsPart } from './parts/jobs.ts';
import { logsPart } from './parts/logs.ts';
import { profilesPart } from './parts/profiles.ts';
import { recentErrorsPart } from './parts/recentErrors.ts';
import { scanningPart } from './parts/scanning.ts';
import { storagePart } from './parts/storage.ts';
import { systemPart } from './parts/system.ts';

/**
 * Adds the jobs and parts of support bundles. Higher layers add their parts to `app.bundleParts`.
 */
export function installSupport(app: FastifyInstance): void {
  app.bundleParts.push(
    systemPart(app),
    settingsPart(app),
    configurationPart(),
    databasePart(),
    storagePart(app),
    scanningPart(app),
    jobsPart(app),
    recentErrorsPart(app),
    logsPart(app),
    profilesPart(),
  );
  app.jobs.define({
    name: 'create-support-bundles',
    description: 'Creates requested support bundles',
    cluster: 'one',
    // Periodically, to continue bundles of a node that was stopped.
    every: 600,
    pending: hasRequested,
    run: (signal) => createBundles(app, signal),
  });
  app.jobs.define({
    name: 'delete-support-bundles',
    description: 'Deletes support bundles that are older than 30 days',
    deletes: true,
    cluster: 'one',
    every: 86_400,
    sequential: true,
    run: dropOldBundles,
  });
}
