import { createHash, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageStatement, SIGNATURE_FILE, SIGNATURE_PAYLOAD_TYPE } from '@lading/contract/signing';
import type { BuiltPackage } from '../check/readBuilt.ts';
import { KitError } from '../KitError.ts';
import type { AuthorKey } from './authorKey.ts';

/** Package name and version that were signed. */
export interface SignedPackage {
  readonly name: string;
  readonly version: string;
  readonly files: number;
}

/**
 * Adds the signature of all files to a built package, in `lading-signature.json`. An earlier one is
 * replaced. Throws `KitError`.
 */
export async function signPackage(built: BuiltPackage, key: AuthorKey): Promise<SignedPackage> {
  const of = describedBy(built);
  const files = [...built.files].flatMap(([path, content]) =>
    path === SIGNATURE_FILE ? [] : [{ path: path.replaceAll('\\', '/'), sha256: sha256(content) }],
  );
  const payload = Buffer.from(packageStatement(of, files));
  const signature = sign(null, encoded(payload), key.privateKey).toString('base64');
  const envelope = {
    payloadType: SIGNATURE_PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: key.id, sig: signature }],
  };
  // Exactly this spelling: the server accepts no other.
  await writeFile(join(built.root, 'build/package', SIGNATURE_FILE), JSON.stringify(envelope));
  return { ...of, files: files.length };
}

/** Pre-authentication encoding of DSSE version 1. */
function encoded(payload: Buffer): Buffer {
  const type = SIGNATURE_PAYLOAD_TYPE;
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
}

function describedBy({ files }: BuiltPackage): { name: string; version: string } {
  try {
    const { name, version } = JSON.parse(String(files.get('package.json')));
    if (typeof name === 'string' && typeof version === 'string') return { name, version };
  } catch {
    // Reported below.
  }
  throw new KitError('build/package/package.json has no name and version. Run lading-kit build first.');
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
