import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { KitError } from '../KitError.ts';

/** The key with which an author signs packages. */
export interface AuthorKey {
  /** SHA-256 of the public key. */
  readonly id: string;
  /** In the form that administrators enter: DER in base64, one line. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** Instead of a file, for example in a CI job: the text of one. */
const VARIABLE = 'LADING_SIGNING_KEY';

/** Reads the key from a file, or without one from `LADING_SIGNING_KEY`. Throws `KitError`. */
export async function readKey(
  file: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<AuthorKey> {
  const pem = file === undefined ? env[VARIABLE] : await textOf(file);
  if (!pem) throw new KitError(`No key to sign with: --key FILE, or the variable ${VARIABLE} with its text.`);
  const from = file ?? VARIABLE;
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch (error) {
    throw new KitError(
      `${from} is not a private key without a password, in PEM. Create one with lading-kit key.`,
      {
        cause: error,
      },
    );
  }
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new KitError(`${from} is a key of the type ${privateKey.asymmetricKeyType}; Ed25519 is expected.`);
  return described(privateKey);
}

/**
 * Writes a new key that only the current user can read. Never replaces a file: what the old key
 * signed could not be signed again. Throws `KitError`.
 */
export async function createKey(file: string): Promise<AuthorKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  try {
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new KitError(`Failed to write ${file}: ${(error as Error).message}`, { cause: error });
  }
  return described(privateKey);
}

function described(privateKey: KeyObject): AuthorKey {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return {
    id: createHash('sha256').update(der).digest('hex'),
    publicKey: der.toString('base64'),
    privateKey,
  };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new KitError(`Failed to read ${file}: ${(error as Error).message}`, { cause: error });
  }
}
