import type { BundleAttestation, BundleDetails, ConditionState } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CONDITIONS, VERSION } from './addresses.ts';
import { ConditionList } from './conditions/ConditionList.tsx';
import { EvidenceSection } from './evidence/EvidenceSection.tsx';
import { KeySection } from './evidence/KeySection.tsx';
import { openAt } from './testing/openAt.ts';

const time = '2026-04-01T00:00:00.000Z';
const CALL = '/lifecycle/api/v2/release_bundle/records/app/1.0/attestations';
const provenance = 'https://slsa.dev/provenance/v1';
const details: BundleDetails = {
  ...{ name: 'app', version: '1.0', created: time, createdBy: 'ada', artifacts: 2, bytes: 10 },
  ...{ environments: [], sources: [], repositories: [], promotions: [], mayPromote: true, mayDelete: true },
  signature: { valid: true, problem: '', keyName: 'default', keyId: 'abc', openPgpKey: 'f00d' },
};
const attested: BundleAttestation = {
  ...{ id: '1', predicateType: provenance, artifacts: 2, keyName: 'CI', builder: 'https://ci.example.org' },
  ...{ sha256: 'x', attached: time, attachedBy: 'ada' },
};

it('shows attestations with their verification, and attaches files', async () => {
  const shell = openAt(
    '/release-bundles/source/app/1.0',
    VERSION,
    () => <EvidenceSection details={details} onChanged={() => undefined} />,
    ({ http }) => {
      const other = { ...attested, id: '2', keyName: null, builder: null };
      http.on(`GET ${CALL}`, { attestations: [attested, other] }).on(`POST ${CALL}`, { id: '3' });
    },
  );
  expect(await screen.findByText(/Verified with the key CI/)).toBeTruthy();
  expect(screen.getByText(/Built by https:\/\/ci.example.org/)).toBeTruthy();
  expect(screen.getByText(/Not verified: no trusted key has signed it/)).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('/lifecycle/api/v2/release_bundle/records/app/1.0/statement.asc');
  expect(links).toContain(`${CALL}/1`);
  const envelope = { payloadType: 'application/vnd.in-toto+json', payload: 'e30=', signatures: [] };
  const input = screen.getByLabelText('Attach attestation', { selector: 'input' });
  await userEvent.upload(input, new File([JSON.stringify(envelope)], 'a.json', { type: 'application/json' }));
  await expect
    .poll(() => shell.http.calls.find(({ method }) => method === 'POST')?.options.body)
    .toEqual(envelope);
});

it('shows a failure to load attestations, not none', async () => {
  openAt('/release-bundles/source/app/1.0', VERSION, () => (
    <EvidenceSection details={details} onChanged={() => undefined} />
  ));
  expect(await screen.findByText('Failed to load the attestations')).toBeTruthy();
  expect(screen.queryByText('No attestations are attached.')).toBeNull();
});

it('shows which artifacts lack a required attestation', () => {
  const state: ConditionState = {
    ...{ environment: 'PROD', scan: null, approval: null },
    attestation: {
      met: false,
      required: [{ predicateType: provenance, missing: 1, artifacts: ['libs/app.bin'] }],
    },
  };
  openAt('/release-bundles/source/app/1.0', VERSION, () => <ConditionList state={state} />);
  expect(screen.getByText(`1 artifact has no verified attestation ${provenance}`)).toBeTruthy();
  expect(screen.getByText('libs/app.bin')).toBeTruthy();
});

it('adds keys of attestations', async () => {
  const shell = openAt(CONDITIONS, CONDITIONS, KeySection, ({ http }) => {
    http.on('GET /ui/api/v1/ui/attestationKeys', { keys: [] });
    http.on('POST /ui/api/v1/ui/attestationKeys', {
      id: 'k',
      name: 'CI',
      publicKey: 'PEM',
      createdBy: 'ada',
    });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add key' }));
  await userEvent.type(screen.getByLabelText(/Name of the system/), 'CI');
  await userEvent.type(screen.getByLabelText(/Public key/), 'PEM');
  await userEvent.click(screen.getAllByRole('button', { name: 'Add key' }).at(-1) as HTMLElement);
  await expect
    .poll(() => shell.http.calls.find(({ method }) => method === 'POST')?.options.body)
    .toEqual({ name: 'CI', publicKey: 'PEM' });
});
