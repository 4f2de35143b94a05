import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import { unknownVariables } from '../../../settings/settings.ts';
import { version } from '../../../settings/version.ts';
import { type BundlePart, jsonPart } from '../BundlePart.ts';

/**
 * Versions, the machine, and the process. Of the environment, only the names of variables are
 * included, which are sufficient to find a wrong one.
 */
export function systemPart(app: FastifyInstance): BundlePart {
  return jsonPart(
    'system',
    [
      { path: 'system/versions.json', about: 'Versions of the server and its runtime', read: versions },
      { path: 'system/machine.json', about: 'The machine and the operating system', read: machine },
      {
        path: 'system/process.json',
        about: 'The server process',
        read: () => ({ node: app.platform.node, ...serverProcess() }),
      },
      {
        path: 'system/services.json',
        about: 'Available services',
        read: () => ({ services: [...app.services] }),
      },
    ],
    { perNode: true },
  );
}

function versions() {
  return { lading: version, ...process.versions };
}

function machine() {
  const [processor] = os.cpus();
  return {
    platform: os.platform(),
    release: os.release(),
    version: os.version(),
    architecture: os.arch(),
    processors: { count: os.cpus().length, available: os.availableParallelism(), model: processor?.model },
    memory: { total: os.totalmem(), free: os.freemem(), available: process.availableMemory() },
    load: os.loadavg(),
    uptimeSeconds: os.uptime(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: new Date(),
  };
}

function serverProcess() {
  const names = Object.keys(process.env).sort();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  return {
    started: new Date(Date.now() - process.uptime() * 1000),
    uptimeSeconds: process.uptime(),
    memory: process.memoryUsage(),
    memoryLimit: process.constrainedMemory(),
    resourceUsage: process.resourceUsage(),
    eventLoop: performance.eventLoopUtilization(),
    activeResources: resources,
    options: process.execArgv,
    runsAsRoot: process.getuid?.() === 0,
    environment: names.filter((name) =>
      /^(LADING_|NODE_|UV_|PG|HTTPS?_PROXY|NO_PROXY|TZ|LANG|LC_)/i.test(name),
    ),
    unknownSettings: unknownVariables(process.env),
  };
}
