import type { Http } from '@lading/contract';
import type { JobReport, JobsReport } from '@lading/contract/rest';

const CALL = '/artifactory/api/system/jobs';

/** Returns the jobs by name. */
export async function fetchJobs(http: Http, signal: AbortSignal): Promise<readonly JobReport[]> {
  return (await http.json<JobsReport>(CALL, { signal })).jobs;
}

/** Starts a job. If it is running, it runs again afterwards. */
export function runJob(http: Http, name: string): Promise<unknown> {
  return http.json(`${CALL}/${encodeURIComponent(name)}/run`, { method: 'POST' });
}
