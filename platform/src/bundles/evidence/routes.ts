import {
  AttestationKey,
  AttestationKeys,
  BundleAttestations,
  DsseEnvelope,
  NewAttestationKey,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { administrators, byBundlePermission } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { authorizeBundle, authorizeSomeBundle } from '../../access/bundles.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { untrustedContentHeaders } from '../../files/sendFile.ts';
import { file, noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { artifactsOf, requireVersion } from '../content/bundleRows.ts';
import { verifiedContent } from '../content/verified.ts';
import { refuseProject } from '../gate.ts';
import { oneVersion } from '../lifecycleRoutes.ts';
import { statementOf } from '../signing/statement.ts';
import { addAttestationKey, listAttestationKeys, removeAttestationKey } from './attestationKeys.ts';
import { attach, attestationsOf, attestationText, shownAttestation } from './attestations.ts';

const of = '/lifecycle/api/v2/release_bundle/records/:name/:version';
const keys = '/ui/api/v1/ui/attestationKeys';
const unknown = { 404: ['RELEASE_BUNDLE_NOT_FOUND'], 409: ['RELEASE_BUNDLE_INVALID'] };
/** Maximum bytes of an attestation: a statement with many subjects. */
const largest = 8 * 1024 * 1024;

/** Signatures and attestations of release bundles, and the keys of attestations. */
export async function evidenceRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request) => refuseProject(request));
  await app.register(async (each) => {
    const api = ownApi(each, { tag: 'Release bundles', access: byBundlePermission });
    signatures(api);
    attestations(api);
  });
  await app.register(async (each) =>
    keyRoutes(ownApi(each, { tag: 'Release bundles', access: administrators })),
  );
}

function signatures(api: OwnApi): void {
  api.get(
    `${of}/statement`,
    {
      schema: {
        summary: 'Returns the signed statement of a release bundle version: the bytes that are signed.',
        params: oneVersion,
        response: { 200: file('application/vnd.in-toto+json', 'An in-toto statement.') },
      },
      config: { errors: unknown },
    },
    async (request, reply) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const { content } = await verifiedContent(api.seal, await requireVersion(name, version));
      const path = `${name}-${version}.json`;
      return download(reply, path, 'application/vnd.in-toto+json', statementOf(content));
    },
  );

  api.get(
    `${of}/statement.asc`,
    {
      schema: {
        summary: 'Returns the OpenPGP signature of the statement: armored and detached.',
        params: oneVersion,
        response: { 200: file('application/pgp-signature', 'An armored signature.') },
      },
      config: { errors: { ...unknown, 404: ['RELEASE_BUNDLE_NOT_FOUND', 'SIGNATURE_NOT_FOUND'] } },
    },
    async (request, reply) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const { signature } = await verifiedContent(api.seal, await requireVersion(name, version));
      if (signature.openPgp !== null)
        return download(reply, `${name}-${version}.json.asc`, 'application/pgp-signature', signature.openPgp);
      throw new HttpError(
        404,
        'SIGNATURE_NOT_FOUND',
        `${name} ${version} was created before OpenPGP signatures. Its attestation has a DSSE signature`,
      );
    },
  );
}

function attestations(api: OwnApi): void {
  api.get(
    `${of}/attestations`,
    {
      schema: {
        summary: 'Lists the attestations of a release bundle version.',
        params: oneVersion,
        response: { 200: BundleAttestations },
      },
      config: { errors: { 404: unknown[404] } },
    },
    async (request) => {
      const { name, version } = request.params;
      const caller = callerOf(request);
      await authorizeBundle(caller, 'read', name);
      const bundle = await requireVersion(name, version);
      const digests = new Set((await artifactsOf(bundle.id)).map(({ sha256 }) => sha256));
      return {
        attestations: (await attestationsOf(bundle)).map((each) => shownAttestation(each, digests)),
      };
    },
  );

  api.post(
    `${of}/attestations`,
    {
      bodyLimit: largest,
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'deploy'),
      schema: {
        summary: 'Attaches an attestation, such as the provenance of a build, to a release bundle version.',
        params: oneVersion,
        body: DsseEnvelope,
        response: { 201: Type.Object({ id: Type.String() }) },
      },
      config: {
        errors: { 400: ['BAD_ATTESTATION'], 404: unknown[404], 409: ['TOO_MANY'] },
      },
    },
    async (request) => {
      const { name, version } = request.params;
      const caller = callerOf(request);
      await authorizeBundle(caller, 'deploy', name);
      const bundle = await requireVersion(name, version);
      const id = await attach(bundle, request.body, caller.userName);
      const what = `Attestation attached to release bundle ${name} ${version}`;
      await record(request, 'release-bundle-changed', what);
      return { id };
    },
  );

  api.get(
    `${of}/attestations/:id`,
    {
      schema: {
        summary: 'Returns an attestation as it was attached.',
        params: Type.Object({ ...oneVersion.properties, id: Type.String() }),
        response: { 200: file('application/vnd.dsse.envelope+json', 'A DSSE envelope.') },
      },
      config: { errors: { 404: [...unknown[404], 'ATTESTATION_NOT_FOUND'] } },
    },
    async (request, reply) => {
      const { name, version, id } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const text = await attestationText(await requireVersion(name, version), id);
      const path = `${name}-${version}-${id}.intoto.json`;
      return download(reply, path, 'application/vnd.dsse.envelope+json', text);
    },
  );
}

function keyRoutes(api: OwnApi): void {
  api.get(
    keys,
    {
      schema: {
        summary: 'Lists the keys whose attestations are trusted.',
        response: { 200: AttestationKeys },
      },
    },
    async () => ({ keys: await listAttestationKeys() }),
  );

  api.post(
    keys,
    {
      preParsing: (request) => administrators.check?.(request),
      schema: {
        summary: 'Adds a key whose attestations are trusted.',
        body: NewAttestationKey,
        response: { 201: AttestationKey },
      },
      config: { errors: { 400: ['BAD_PUBLIC_KEY'], 409: ['KEY_EXISTS'] } },
    },
    async (request) => {
      const key = await addAttestationKey(request.body, callerOf(request).userName);
      await record(request, 'settings-changed', `Attestation key ${key.name} (${key.id}) added`);
      return key;
    },
  );

  api.delete(
    `${keys}/:id`,
    {
      schema: {
        summary: 'Removes a key. Its attestations no longer count.',
        params: Type.Object({ id: Type.String() }),
        response: { 204: noContent },
      },
      config: { errors: { 404: ['SIGNING_KEY_NOT_FOUND'] } },
    },
    async (request) => {
      const name = await removeAttestationKey(request.params.id);
      await record(request, 'settings-changed', `Attestation key ${name} removed`);
    },
  );
}

function download(reply: FastifyReply, path: string, mimeType: string, content: string | Buffer) {
  return reply
    .headers({ ...untrustedContentHeaders({ path, mimeType }), 'cache-control': 'no-store' })
    .send(Buffer.from(content));
}
