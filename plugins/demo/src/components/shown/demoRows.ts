export interface DemoRow {
  readonly name: string;
  readonly format: string;
  readonly size: number;
  readonly published: string;
}

const DAY_MS = 24 * 3_600_000;
const NAMES = [
  'left-pad',
  'org.example.harbor:cargo-manifest-generator-with-a-long-name',
  'library/alpine',
  '@example/tide-table',
  'ropes',
  'org.example:anchor',
  'team/lighthouse',
  'buoy',
];
const FORMATS = ['npm', 'Maven', 'OCI', 'npm', 'npm', 'Maven', 'OCI', 'npm'];

/** Packages that exist only on this page. */
export function demoRows(now: number = Date.now()): DemoRow[] {
  return NAMES.map((name, at) => ({
    name,
    format: FORMATS[at] ?? 'npm',
    size: 1_200 * 7 ** (at % 7),
    published: new Date(now - (at * 19 + 1) * DAY_MS).toISOString(),
  }));
}
