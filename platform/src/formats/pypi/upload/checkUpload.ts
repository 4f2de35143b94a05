import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { type FileName, isFileName, isNamedAfter, parseFileName } from '../fileNames.ts';
import { checkProjectName, normalName } from '../names.ts';
import { normalVersion } from '../version.ts';
import type { ReceivedFile } from './receiveFile.ts';
import type { FormFields } from './uploadForm.ts';

/** The file as described by the form of an upload. */
export interface UploadRequest {
  file: string;
  parsed: FileName;
  /** Project and version are normalized. */
  project: string;
  version: string;
}

const invalidUpload = (what: string) => new HttpError(400, 'BAD_UPLOAD', `Invalid upload: ${what}`);

/** The first value of a field; empty if missing. */
export function fieldOf(fields: FormFields, name: string): string {
  return fields.get(name)?.[0]?.trim() ?? '';
}

/** Throws `HttpError` 400 for a file name that is not of a Python distribution. */
export function readFileName(file: string): FileName {
  const parsed = isFileName(file) ? parseFileName(file) : undefined;
  if (parsed) return parsed;
  throw invalidUpload(
    `Invalid file name ${shown(file)} of a distribution. Expected NAME-VERSION-PYTHON-ABI-PLATFORM.whl, NAME-VERSION.tar.gz, NAME-VERSION.zip, or NAME-VERSION.egg.`,
  );
}

/** Rejects other actions and other protocol versions. */
export function checkAction(fields: FormFields): void {
  const action = fieldOf(fields, ':action');
  if (action === 'submit' || action === 'verify') {
    throw new HttpError(
      410,
      'NOT_NEEDED',
      'Projects need no registration. Upload a file of the project instead.',
    );
  }
  if (action !== 'file_upload')
    throw invalidUpload(`the field ':action' is ${shown(action)}; expected 'file_upload'`);
  const protocol = fieldOf(fields, 'protocol_version');
  if (protocol !== '' && protocol !== '1')
    throw invalidUpload(`the field 'protocol_version' is ${shown(protocol)}; expected 1`);
}

/**
 * Throws `HttpError` 400 if the form and the file name contradict each other; the message quotes
 * both.
 */
export function checkRequest(fields: FormFields, file: string): UploadRequest {
  checkAction(fields);
  const [name, version, kind] = ['name', 'version', 'filetype'].map((field) => {
    const value = fieldOf(fields, field);
    if (value === '') throw invalidUpload(`the field '${field}' is missing`);
    return value;
  }) as [string, string, string];
  checkProjectName(name);
  const normal = normalVersion(version);
  if (normal === undefined)
    throw invalidUpload(
      `invalid version ${shown(version)}; expected a PEP 440 version such as 1.2.3 or 1.2.3rc1`,
    );
  const named = readFileName(file);
  // The project name from the form determines where the version starts.
  const parsed = parseFileName(file, normalName(name)) ?? named;
  if (kind !== parsed.kind)
    throw invalidUpload(
      `the field 'filetype' is ${shown(kind)}, but ${shown(file)} has type ${shown(parsed.kind)}`,
    );
  if (!isNamedAfter(parsed, name, version)) {
    throw invalidUpload(
      `the form describes ${name} ${version}, but the file name of ${shown(file)} contains ${parsed.name} ${parsed.version}`,
    );
  }
  return { file, parsed, project: normalName(name), version: normal };
}

/** Throws `HttpError` 400 unless the bytes match the digests in the form. */
export function checkDigests(fields: FormFields, { blob, blake2 }: ReceivedFile): void {
  const actual = { sha256_digest: blob.sha256, blake2_256_digest: blake2, md5_digest: blob.md5 };
  for (const [field, found] of Object.entries(actual)) {
    const claimed = fieldOf(fields, field).toLowerCase();
    if (claimed !== '' && claimed !== found)
      throw invalidUpload(
        `the field '${field}' is ${shown(claimed)}, but the ${field} of the uploaded file is ${found}`,
      );
  }
}
