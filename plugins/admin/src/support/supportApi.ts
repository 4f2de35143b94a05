import { type Http, HttpFailure } from '@lading/contract';
import type {
  MicroserviceEnabled,
  ServiceName,
  SupportBundle,
  SupportBundleParameters,
  SupportBundles,
} from '@lading/contract/rest';

const UI = '/ui/api/v1';
const CALL = `${UI}/ui/userSupport`;

/** The services that can have support bundles, with the call that requests one. */
const GENERATE = {
  artifactory: `${CALL}/generateBundle`,
  distribution: '/distribution/api/v1/system/support/bundle',
  xray: '/xray/api/v1/system/support/bundle',
  mc: '/mc/api/v1/system/support/bundle',
  insight: '/insight/api/v1/system/support/bundle',
  tracker: '/tracker/api/v3/pdn/system/support/bundle',
} as const satisfies Partial<Record<ServiceName, string>>;

export type BundleService = keyof typeof GENERATE;
export const BUNDLE_SERVICES = Object.keys(GENERATE) as BundleService[];

export interface NewBundle {
  readonly name: string;
  readonly description: string;
  readonly parameters: SupportBundleParameters;
}

/** Newest first. */
export async function fetchBundles(http: Http, signal: AbortSignal): Promise<SupportBundle[]> {
  return (await http.json<SupportBundles>(`${CALL}/listBundles`, { signal })).bundles;
}

/** Mission Control does not expect the field `service`. */
export function generateBundle(http: Http, service: BundleService, bundle: NewBundle): Promise<unknown> {
  const body = service === 'mc' ? bundle : { ...bundle, service };
  return http.json(GENERATE[service], { method: 'POST', body });
}

export function deleteBundle(http: Http, id: string): Promise<unknown> {
  return http.json(`${CALL}/deleteBundle/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Opened by the browser. */
export function downloadUrl(id: string): string {
  return `${CALL}/downloadBundle/${encodeURIComponent(id)}`;
}

/**
 * Whether Mission Control is enabled and responds. Throws `HttpFailure` if that is unknown: if the
 * check fails, or the server does not respond.
 */
export async function isMcAvailable(http: Http, signal: AbortSignal): Promise<boolean> {
  const url = `${UI}/system/ismicroserviceenabled/mc`;
  const { enabled } = await http.json<MicroserviceEnabled>(url, { signal });
  if (!enabled) return false;
  try {
    await http.text('/mc/api/v4/system/ping', { signal });
    return true;
  } catch (error) {
    if (error instanceof HttpFailure && error.status !== 0) return false;
    throw error;
  }
}
