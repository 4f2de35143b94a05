import { createPublicKey } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { HttpError } from '../../../errors/HttpError.ts';
import { checkPath, foldersOf } from '../../../files/paths.ts';
import { checkProperties } from '../../../files/properties.ts';
import { checkRepositoryKey } from '../../../repositories/repositoryKey.ts';
import { openEnvelope } from '../../signing/dsse.ts';
import type { Source } from '../pairing.ts';

/** Maximum artifacts of a version. */
const maxArtifacts = 20_000;
/** Text that the database can store. */
const Text = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,255}$' });

const Signed = Type.Object({
  _type: Type.Literal('https://in-toto.io/Statement/v1'),
  subject: Type.Array(
    Type.Object({
      name: Type.String(),
      digest: Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    }),
    { minItems: 1, maxItems: maxArtifacts },
  ),
  predicateType: Type.Literal('urn:lading:release-bundle:v1'),
  predicate: Type.Object({
    name: Type.String(),
    version: Type.String(),
    created: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    createdBy: Text,
    artifacts: Type.Array(
      Type.Object({
        repo: Type.String(),
        path: Type.String(),
        size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        packageType: Text,
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
  const statement: unknown = reading(() => JSON.parse(payload.toString('utf8')));
  if (!Value.Check(Signed, statement)) throw bad('Its statement has another form than this version reads');
  const { subject, predicate } = statement as Static<typeof Signed>;
  if (predicate.name !== name || predicate.version !== version)
    throw bad(`It is signed as ${predicate.name} ${predicate.version}`);
  if (subject.length !== predicate.artifacts.length) throw bad('Its subjects are not its artifacts');
  const created = new Date(predicate.created);
  if (Number.isNaN(created.getTime())) throw bad(`It was created at an invalid date, ${predicate.created}`);
  const artifacts = predicate.artifacts.map((artifact, at) => {
    const { repo, path, size, packageType, properties, state } = artifact;
    if (subject[at]?.name !== `${repo}/${path}`) throw bad('Its subjects are not its artifacts');
    checkPlace(artifact);
    checkProperties(properties);
    const signed = { repo, path, sha256: subject[at].digest.sha256, size, packageType, properties };
    return { ...signed, ...(state === undefined ? {} : { state }) };
  });
  checkTogether(artifacts);
  return { created, createdBy: predicate.createdBy, artifacts };
}

function checkPlace({ repo, path }: { repo: string; path: string }): void {
  checkRepositoryKey(repo);
  checkPath(path);
  if (repo === pluginsOnly)
    throw bad(
      `It contains plugins of the console (${pluginsOnly}), which only administrators of this server deploy`,
    );
}

/** Rejects artifacts that contradict each other. */
function checkTogether(artifacts: readonly ConsignedArtifact[]): void {
  const places = new Set(artifacts.map(({ repo, path }) => `${repo}/${path}`));
  if (places.size < artifacts.length) throw bad('It contains two artifacts at the same path');
  const sizes = new Map(artifacts.map(({ sha256, size }) => [sha256, size]));
  for (const { repo, path, sha256, size } of artifacts) {
    if (sizes.get(sha256) !== size) throw bad(`It contains the sha256 ${sha256} with two sizes`);
    const folder = foldersOf(path).find((each) => places.has(`${repo}/${each}`));
    if (folder !== undefined)
      throw bad(`${repo}/${folder} is an artifact, which cannot contain other artifacts`);
  }
}

function open({ name, publicKey, keyId }: Source, text: string): Buffer {
  const payload = reading(() => openEnvelope(text, createPublicKey(publicKey)));
  if (payload) return payload;
  throw new HttpError(
    403,
    'BAD_SIGNATURE',
    `The signature of the release bundle is not valid: it was not signed with the key ${keyId} that server ${name} had at the pairing. If its key has changed, pair the servers again`,
  );
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) throw bad('It is not JSON');
    throw error;
  }
}

function bad(why: string): HttpError {
  return new HttpError(400, 'BAD_CONSIGNMENT', `Invalid release bundle. ${why}`);
}
