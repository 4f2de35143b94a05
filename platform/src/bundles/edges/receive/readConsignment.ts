import { createPublicKey } from 'node:crypto';
import type { DsseEnvelope } from '@lading/contract/rest';
import type { Static } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { HttpError } from '../../../errors/HttpError.ts';
import { checkPath } from '../../../files/paths.ts';
import { checkRepositoryKey } from '../../../repositories/repositoryKey.ts';
import { openEnvelope } from '../../signing/dsse.ts';
import type { Source } from '../pairing.ts';

const Signed = Type.Object({
  subject: Type.Array(
    Type.Object({ digest: Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }) }),
    {
      maxItems: 20_000,
    },
  ),
  predicateType: Type.Literal('urn:lading:release-bundle:v1'),
  predicate: Type.Object({
    name: Type.String(),
    version: Type.String(),
    created: Type.String(),
    createdBy: Type.String(),
    artifacts: Type.Array(
      Type.Object({
        repo: Type.String(),
        path: Type.String(),
        size: Type.Integer({ minimum: 0 }),
        packageType: Type.String(),
        properties: Type.Record(Type.String(), Type.Array(Type.String())),
        state: Type.Optional(Type.Unknown()),
      }),
    ),
  }),
});

interface ConsignedArtifact {
  repo: string;
  path: string;
  sha256: string;
  size: number;
  packageType: string;
  properties: Record<string, string[]>;
  state?: unknown;
}

export interface Consigned {
  created: Date;
  createdBy: string;
  artifacts: ConsignedArtifact[];
}

/**
 * Console plugins run in every user's browser, so only this server's own administrators can deploy
 * them.
 */
const pluginsOnly = 'plugins-local';

/**
 * Reads a source's signed statement and verifies it with the key from the pairing. Throws
 * `HttpError` 400 or 403.
 */
export function readConsignment(source: Source, name: string, version: string, text: string): Consigned {
  const payload = open(source, text);
  const statement = parse(payload.toString('utf8'));
  if (!Value.Check(Signed, statement)) throw bad('Its statement has another form than this version reads');
  const { subject, predicate } = statement as Static<typeof Signed>;
  if (predicate.name !== name || predicate.version !== version)
    throw bad(`It is signed as ${predicate.name} ${predicate.version}`);
  if (subject.length !== predicate.artifacts.length) throw bad('Its subjects are not its artifacts');
  const artifacts = predicate.artifacts.map((artifact, at) => {
    const sha256 = subject[at]?.digest.sha256 ?? '';
    const { repo, path, size, packageType, properties, state } = artifact;
    checkRepositoryKey(repo);
    checkPath(path);
    if (repo === pluginsOnly)
      throw bad(
        `It contains plugins of the console (${pluginsOnly}), which only administrators of this server deploy`,
      );
    return { repo, path, sha256, size, packageType, properties, ...(state === undefined ? {} : { state }) };
  });
  return { created: new Date(predicate.created), createdBy: predicate.createdBy, artifacts };
}

function open({ name, publicKey, keyId }: Source, text: string): Buffer {
  const envelope = parse(text) as Partial<DsseEnvelope>;
  const isEnvelope = typeof envelope?.payload === 'string' && Array.isArray(envelope.signatures);
  const payload = isEnvelope && openEnvelope(envelope as DsseEnvelope, createPublicKey(publicKey));
  if (payload) return payload;
  throw new HttpError(
    403,
    'BAD_SIGNATURE',
    `The signature of the release bundle is not valid: it was not signed with the key ${keyId} that server ${name} had at the pairing. If its key has changed, pair the servers again`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad('It is not JSON');
  }
}

function bad(why: string): HttpError {
  return new HttpError(400, 'BAD_CONSIGNMENT', `Invalid release bundle. ${why}`);
}
