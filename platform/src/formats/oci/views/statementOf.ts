import { buffer } from 'node:stream/consumers';
import type { ImageReferrer } from '@lading/contract/rest';
import { blobs } from '../../../storage/storage.ts';
import { findImageBlob } from '../blobs/imageBlobs.ts';
import type { Named } from '../dockerPath.ts';
import { type Descriptor, isObject } from '../manifests/readManifest.ts';

/** Maximum number of parts read per referrer, and their maximum size in bytes. */
const maxParts = 3;
const maxPartSize = 4 * 1024 * 1024;
const maxLength = 300;

/** Derives the kind from the type of the artifact or of its parts. */
export function kindOf(type: string, parts: readonly Descriptor[]): ImageReferrer['kind'] {
  const all = [type, ...parts.map(({ mediaType }) => mediaType)].join(' ').toLowerCase();
  const predicates = parts.map(({ annotations }) => annotations['in-toto.io/predicate-type'] ?? '').join(' ');
  if (/spdx|cyclonedx|syft/.test(`${all} ${predicates}`)) return 'sbom';
  if (/simplesigning|notary\.signature|cosign\.artifact\.sig/.test(all)) return 'signature';
  if (/in-toto|dsse/.test(all)) return 'attestation';
  if (/sigstore\.bundle/.test(all)) return 'signature';
  return 'other';
}

type Facts = ImageReferrer['facts'];

/** Facts stated by the first parts, if they are JSON of a known kind. Nothing is verified. */
export async function statementOf(named: Named, parts: readonly Descriptor[]): Promise<Facts> {
  const facts: Facts = [];
  for (const part of parts.slice(0, maxParts)) {
    const predicate = part.annotations['in-toto.io/predicate-type'];
    const subject = part.annotations['dev.sigstore.cosign/certificate-identity'];
    if (subject) facts.push({ key: 'identity', value: subject });
    const document = await readPart(named, part);
    const found = document ? factsIn(document) : [];
    if (predicate && !found.some(({ key }) => key === 'predicate'))
      facts.push({ key: 'predicate', value: predicate });
    facts.push(...found);
  }
  const cut = facts.map(({ key, value }) => ({ key, value: value.slice(0, maxLength) }));
  return [...new Map(cut.map((fact) => [`${fact.key} ${fact.value}`, fact])).values()].slice(0, 20);
}

async function readPart({ repo, image }: Named, { digest, size }: Descriptor): Promise<unknown> {
  if (size > maxPartSize) return undefined;
  const blob = await findImageBlob([repo], image, digest);
  if (!blob || blob.size > maxPartSize) return undefined;
  try {
    return JSON.parse((await buffer(await blobs().open(blob.sha256))).toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Facts from an SPDX or CycloneDX document, an in-toto statement, an envelope, or cosign's signed
 * payload.
 */
function factsIn(value: unknown): Facts {
  if (!isObject(value)) return [];
  const envelope = isObject(value.dsseEnvelope) ? value.dsseEnvelope : value;
  if (typeof envelope.payload === 'string' && typeof envelope.payloadType === 'string')
    return factsIn(decoded(envelope.payload));
  if (typeof value.predicateType === 'string') return statementFacts(value.predicateType, value.predicate);
  if (typeof value.spdxVersion === 'string') return spdxFacts(value.spdxVersion, value);
  if (value.bomFormat === 'CycloneDX') return cycloneFacts(value);
  const critical = isObject(value.critical) ? value.critical : {};
  const identity = isObject(critical.identity) ? critical.identity['docker-reference'] : undefined;
  return fact('identity', identity);
}

function decoded(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString());
  } catch {
    return undefined;
  }
}

function statementFacts(type: string, predicate: unknown): Facts {
  const of = isObject(predicate) ? predicate : {};
  // Supports SLSA 0.2 and 1.0.
  const run = isObject(of.runDetails) ? of.runDetails : {};
  const builder = [of.builder, run.builder].find(isObject)?.id;
  const invocation = isObject(of.invocation) ? of.invocation : {};
  const source = isObject(invocation.configSource) ? invocation.configSource.uri : undefined;
  return [
    ...fact('predicate', type),
    ...fact('builder', builder),
    ...fact('source', source),
    ...factsIn(predicate),
  ];
}

function spdxFacts(version: string, { creationInfo, packages }: Record<string, unknown>): Facts {
  const creators =
    isObject(creationInfo) && Array.isArray(creationInfo.creators) ? creationInfo.creators : [];
  const tools = creators.filter(
    (each): each is string => typeof each === 'string' && each.startsWith('Tool:'),
  );
  return [
    ...fact('format', version),
    ...tools.slice(0, 5).flatMap((tool) => fact('tool', tool.slice('Tool:'.length).trim())),
    ...fact('packages', Array.isArray(packages) ? String(packages.length) : undefined),
  ];
}

function cycloneFacts({ specVersion, components, metadata }: Record<string, unknown>): Facts {
  const tools = isObject(metadata) ? metadata.tools : undefined;
  const listed = isObject(tools) ? tools.components : tools;
  const names = (Array.isArray(listed) ? listed : []).filter(isObject).map(({ name }) => name);
  return [
    ...fact('format', `CycloneDX ${typeof specVersion === 'string' ? specVersion : ''}`.trim()),
    ...names.slice(0, 5).flatMap((name) => fact('tool', name)),
    ...fact('packages', Array.isArray(components) ? String(countPackages(components)) : undefined),
  ];
}

function fact(key: string, value: unknown): Facts {
  return typeof value === 'string' && value !== '' ? [{ key, value }] : [];
}

/** Components that are no packages. */
const noPackages: readonly unknown[] = ['file', 'data', 'cryptographic-asset'];

/** Packages, with those within other components. */
function countPackages(components: readonly unknown[]): number {
  const left = [...components];
  let count = 0;
  while (left.length > 0) {
    const component = left.pop();
    const { type, components: within } = isObject(component) ? component : {};
    if (!noPackages.includes(type)) count += 1;
    if (Array.isArray(within)) for (const each of within) left.push(each);
  }
  return count;
}
