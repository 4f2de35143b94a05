/** Number of ended backups to keep in the list. */
export const maxListed = 500;

/**
 * Deletes old backups from the list. Keeps the last successful one, for the metrics, and the last
 * of the schedule, so that its time is not due again.
 */
export const deleteOldRuns = `
  DELETE FROM backup_runs WHERE state IN ('succeeded', 'failed')
    AND id < (SELECT id FROM backup_runs ORDER BY id DESC OFFSET ${maxListed} LIMIT 1)
    AND id NOT IN (SELECT coalesce(max(id), 0) FROM backup_runs WHERE state = 'succeeded'
      UNION ALL SELECT coalesce(max(id), 0) FROM backup_runs WHERE requested_by IS NULL)`;
