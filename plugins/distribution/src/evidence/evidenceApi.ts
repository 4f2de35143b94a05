import type { Http } from '@lading/contract';
import type {
  AttestationKey,
  AttestationKeys,
  BundleAttestation,
  BundleAttestations,
  NewAttestationKey,
} from '@lading/contract/rest';

const KEYS = '/ui/api/v1/ui/attestationKeys';

interface Version {
  readonly name: string;
  readonly version: string;
}

/** Path of the record of a version, and of the files that prove it. */
export function recordPath({ name, version }: Version): string {
  return `/lifecycle/api/v2/release_bundle/records/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;
}

/** Throws `HttpFailure`, as do all functions below. */
export async function fetchAttestations(
  http: Http,
  version: Version,
  signal: AbortSignal,
): Promise<BundleAttestation[]> {
  return (await http.json<BundleAttestations>(`${recordPath(version)}/attestations`, { signal }))
    .attestations;
}

export async function attach(http: Http, version: Version, envelope: object): Promise<void> {
  await http.json(`${recordPath(version)}/attestations`, { method: 'POST', body: envelope });
}

export async function fetchKeys(http: Http, signal: AbortSignal): Promise<AttestationKey[]> {
  return (await http.json<AttestationKeys>(KEYS, { signal })).keys;
}

export function addKey(http: Http, body: NewAttestationKey): Promise<AttestationKey> {
  return http.json(KEYS, { method: 'POST', body });
}

export async function removeKey(http: Http, id: string): Promise<void> {
  await http.json(`${KEYS}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
