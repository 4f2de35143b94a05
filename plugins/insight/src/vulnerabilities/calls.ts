/** Rows of newly found vulnerabilities. */
export const ROWS = 6;
export const NEW = '/xray/ui/vulnerabilities/new';
export const SEVERITIES = '/ui/api/v1/ui/v1/native/facets/more';
