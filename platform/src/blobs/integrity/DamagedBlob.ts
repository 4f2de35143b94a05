import { HttpError } from '../../errors/HttpError.ts';

/** The stored content is corrupted or missing: 500 with code `BLOB_DAMAGED`. */
export class DamagedBlob extends HttpError {
  constructor(readonly sha256: string) {
    super(
      500,
      'BLOB_DAMAGED',
      `The stored content of this file is damaged or missing. Ask an administrator to restore it (SHA-256 ${sha256}).`,
    );
  }
}
