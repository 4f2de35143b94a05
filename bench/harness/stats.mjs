/** Returns the measured value nearest to the percentile `p` (0 to 1). */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * p) - 1))];
}

export const median = (values) => percentile(values, 0.5);

/** Formats milliseconds for a table. */
export const ms = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toString());
export const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2);
export const kib = (bytes) => (bytes / 1024).toFixed(1);
export const mib = (bytes) => (bytes / 1024 / 1024).toFixed(1);
export const times = (value) => `${value.toFixed(2)}×`;
/** Formats a rate with three digits, the precision of a run. */
export const rate = (value) =>
  (value >= 1000 ? Math.round(value / 10) * 10 : value.toPrecision(3)).toString();
/** Formats whether a measured value meets its goal. */
export const verdict = (good) => (good ? 'yes' : '**no**');
