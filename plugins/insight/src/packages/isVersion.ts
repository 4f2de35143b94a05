/** A generic file without a version has the day of its upload in its place. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function isVersion(id: string, version: string | null | undefined): boolean {
  return Boolean(version) && !(id.startsWith('generic://') && DAY.test(version ?? ''));
}
