import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';

const maxNameLength = 200;

/** The normalized project name, the same for all spellings: PEP 503. */
export function normalName(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}

export function isProjectName(name: string): boolean {
  return name.length <= maxNameLength && /^(?:[a-z0-9]|[a-z0-9][a-z0-9._-]*[a-z0-9])$/i.test(name);
}

/** Throws `HttpError` 400 for an invalid project name. */
export function checkProjectName(name: string): string {
  if (isProjectName(name)) return name;
  throw new HttpError(
    400,
    'BAD_NAME',
    `Invalid name of a Python project ${shown(name)}. Expected letters, digits, '.', '_', and '-', starting and ending with a letter or digit, up to ${maxNameLength} characters.`,
  );
}
