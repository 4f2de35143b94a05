import { formatOf } from './packageTypes.ts';

/** Version of a file whose path contains none: the day of its upload. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the package is a single file without a version. */
export function isPlainFile(type: string, version: string): boolean {
  return formatOf(type)?.plainFiles === true && DAY.test(version);
}
