import type { PluginSizes } from './measure.ts';

/** Growth by less than this is never too much, in bytes: small files vary by names of variables. */
const LEAST_BYTES = 1024;

/** One measured size, before and after. */
export interface SizeChange {
  /** `all files`, or `page` and the name of its route. */
  readonly what: string;
  /** Absent for a new page. */
  readonly before?: number;
  readonly after: number;
  readonly isTooMuch: boolean;
}

/** Compares all sizes. A new page has nothing to grow from: it counts in the size of all files. */
export function compareSizes(
  before: PluginSizes,
  after: PluginSizes,
  maxGrowthPercent: number,
): SizeChange[] {
  const change = (what: string, old: number | undefined, now: number): SizeChange => {
    if (old === undefined) return { what, after: now, isTooMuch: false };
    const isTooMuch = now - old >= LEAST_BYTES && (now - old) * 100 > old * maxGrowthPercent;
    return { what, before: old, after: now, isTooMuch };
  };
  return [
    change('all files', before.bytes, after.bytes),
    ...Object.entries(after.pages).map(([route, bytes]) =>
      change(`page ${route}`, Object.hasOwn(before.pages, route) ? before.pages[route] : undefined, bytes),
    ),
  ];
}

/** `all files: 12.0 KiB → 14.5 KiB, +21 %` */
export function describeChange({ what, before, after }: SizeChange): string {
  if (before === undefined) return `${what}: ${kib(after)}, new`;
  if (before === after) return `${what}: ${kib(after)}`;
  const percent = before === 0 ? '' : `, ${signed(Math.round(((after - before) / before) * 100))} %`;
  return `${what}: ${kib(before)} → ${kib(after)}${percent}`;
}

function signed(percent: number): string {
  return percent < 0 ? String(percent) : `+${percent}`;
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
