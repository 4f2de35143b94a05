import { existsSync } from 'node:fs';
import { KitError } from '../KitError.ts';
import { type AuthorKey, createKey, readKey } from '../sign/authorKey.ts';

/** Prints the public part of the author's key. Creates the file if it does not exist. */
export async function keyCommand(args: readonly string[]): Promise<void> {
  const [file] = args;
  if (file === undefined) throw new KitError('The file is missing: lading-kit key FILE.');
  const isNew = !existsSync(file);
  tell(isNew ? await createKey(file) : await readKey(file));
  if (isNew)
    console.log(
      `\nThe private key is in ${file}. Keep it outside of the repository, and keep a copy: it cannot be restored.`,
    );
}

function tell({ id, publicKey }: AuthorKey): void {
  console.log('Public key, for the administrator:');
  console.log(`  ${publicKey}`);
  console.log(`Key ID: ${id}`);
}
