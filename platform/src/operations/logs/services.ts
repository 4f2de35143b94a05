import type { LogService, ServiceName } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import type { LogName } from '../../http/logSink.ts';

interface LoggedService {
  name: ServiceName;
  /** The first log is selected by default. */
  logs: readonly LogName[];
}

/** Services in the log viewer, by key. Those without logs exist only on other platforms. */
const loggedServices: Readonly<Record<LogService, LoggedService>> = {
  jfrt: {
    name: 'artifactory',
    logs: [
      'artifactory-service',
      'artifactory-request',
      'access-audit',
      'artifactory-jobs',
      'artifactory-database',
    ],
  },
  jfmc: { name: 'mc', logs: ['mc-request'] },
  jfxr: { name: 'xray', logs: ['xray-request'] },
  jfds: { name: 'distribution', logs: ['distribution-request'] },
  jfpip: { name: 'pipelines', logs: [] },
  jfisv: { name: 'insight', logs: [] },
};

/** Throws `HttpError` 404 for an unknown key. */
export function serviceOf(key: string): LoggedService {
  if (Object.hasOwn(loggedServices, key)) return loggedServices[key as LogService];
  const expected = `Expected one of ${Object.keys(loggedServices).join(', ')}`;
  throw new HttpError(404, 'NO_SUCH_SERVICE', `No service with the key "${key.slice(0, 100)}". ${expected}`);
}
