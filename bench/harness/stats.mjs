/** The value below which the share `p` (0 to 1) of the values lies; the nearest that was measured. */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * p) - 1))];
}

export const median = (values) => percentile(values, 0.5);

/** Milliseconds for a table. */
export const ms = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toString());
export const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2);
export const kib = (bytes) => (bytes / 1024).toFixed(1);
export const mib = (bytes) => (bytes / 1024 / 1024).toFixed(1);
export const times = (value) => `${value.toFixed(2)}×`;
/** A rate: three figures are all that a run can be trusted with. */
export const rate = (value) =>
  (value >= 1000 ? Math.round(value / 10) * 10 : value.toPrecision(3)).toString();
/** A measured value with the goal it is held against. */
export const verdict = (good) => (good ? 'yes' : '**no**');
