/**
 * Queues versions for scanning, as a part of the statement that writes them, so that no version is
 * left out after a crash. `versions`: a relation with the columns `package_id`, `sort_key`,
 * `version`, and `to_scan`, which is true for versions that are new or have other licenses.
 * `scanning/matching` reads the queue.
 */
export function queueScans(versions: string): string {
  return `INSERT INTO scan_queue (package_id, sort_key, version)
    SELECT package_id, sort_key, version FROM ${versions} WHERE to_scan`;
}
