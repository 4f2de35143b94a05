import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { type FileName, isFileName, isNamedAfter, parseFileName } from '../fileNames.ts';
import { checkProjectName, normalName } from '../names.ts';
import { normalVersion } from '../version.ts';
import type { ReceivedFile } from './receiveFile.ts';
import type { FormFields } from './uploadForm.ts';

/** What an upload's form says of the file. */
export interface UploadRequest {
  file: string;
  parsed: FileName;
  /** Normalised, both of them. */
  project: string;
  version: string;
}

const bad = (what: string) => new HttpError(400, 'BAD_UPLOAD', `Invalid upload: ${what}`);

/** Of a field that is given once; empty where it is not. */
export function fieldOf(fields: FormFields, name: string): string {
  return fields.get(name)?.[0]?.trim() ?? '';
}

/** Throws `HttpError` 400 for a file that is none of a Python distribution. */
export function readFileName(file: string): FileName {
  const parsed = isFileName(file) ? parseFileName(file) : undefined;
  if (parsed) return parsed;
  throw bad(
    `Invalid file name ${shown(file)} of a distribution. Expected NAME-VERSION-PYTHON-ABI-PLATFORM.whl, NAME-VERSION.tar.gz, NAME-VERSION.zip, or NAME-VERSION.egg.`,
  );
}

/** Refuses forms that are no upload: of other actions, and of other versions of the protocol. */
export function checkAction(fields: FormFields): void {
  const action = fieldOf(fields, ':action');
  if (action === 'submit' || action === 'verify') {
    throw new HttpError(
      410,
      'NOT_NEEDED',
      'Projects need no registration. Upload a file of the project instead.',
    );
  }
  if (action !== 'file_upload') throw bad(`the field ':action' is ${shown(action)}; expected 'file_upload'`);
  const protocol = fieldOf(fields, 'protocol_version');
  if (protocol !== '' && protocol !== '1')
    throw bad(`the field 'protocol_version' is ${shown(protocol)}; expected 1`);
}

/** Throws `HttpError` 400 where the form contradicts the file's name; the message says both. */
export function checkRequest(fields: FormFields, file: string): UploadRequest {
  checkAction(fields);
  const [name, version, kind] = ['name', 'version', 'filetype'].map((field) => {
    const value = fieldOf(fields, field);
    if (value === '') throw bad(`the field '${field}' is missing`);
    return value;
  }) as [string, string, string];
  checkProjectName(name);
  const normal = normalVersion(version);
  if (normal === undefined)
    throw bad(`invalid version ${shown(version)}; expected a PEP 440 version such as 1.2.3 or 1.2.3rc1`);
  const named = readFileName(file);
  // Who knows the name can part it from the version.
  const parsed = parseFileName(file, normalName(name)) ?? named;
  if (kind !== parsed.kind)
    throw bad(`the field 'filetype' is ${shown(kind)}, but ${shown(file)} has type ${shown(parsed.kind)}`);
  if (!isNamedAfter(parsed, name, version)) {
    throw bad(
      `the form describes ${name} ${version}, but the file name of ${shown(file)} contains ${parsed.name} ${parsed.version}`,
    );
  }
  return { file, parsed, project: normalName(name), version: normal };
}

/** Throws `HttpError` 400 unless the bytes have the digests that the form says. */
export function checkDigests(fields: FormFields, { blob, blake2 }: ReceivedFile): void {
  const actual = { sha256_digest: blob.sha256, blake2_256_digest: blake2, md5_digest: blob.md5 };
  for (const [field, found] of Object.entries(actual)) {
    const claimed = fieldOf(fields, field).toLowerCase();
    if (claimed !== '' && claimed !== found)
      throw bad(
        `the field '${field}' is ${shown(claimed)}, but the ${field} of the uploaded file is ${found}`,
      );
  }
}
