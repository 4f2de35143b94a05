/** Path below `/ui`. */
export const SYSTEM_LOGS = '/admin/monitoring/system_logs';
