import { createHash } from 'node:crypto';
import type { PluginHealthReport, PluginStage } from '@lading/contract/rest';

/** Loads of a version in one hour. */
export interface CountedLoads {
  hour: number;
  plugin: string;
  version: string;
  loads: number;
  loadMs: number;
  mountMs: number;
  longestMs: number;
  firstSeen: number;
  lastSeen: number;
}

/** Failures of a version with one message in one hour. */
export interface CountedFailures {
  hour: number;
  plugin: string;
  version: string;
  stage: PluginStage;
  hash: string;
  class: string;
  error: string;
  message: string;
  failures: number;
  browsers: string[];
  shells: string[];
  firstSeen: number;
  lastSeen: number;
}

interface Versioned {
  readonly plugin: string;
  readonly version: string;
}

/** Loads and failures of a version since the start of this node. */
export interface HealthTotals extends Versioned {
  loads: number;
  failures: Partial<Record<PluginStage, number>>;
}

const hourMs = 3_600_000;
/** Rows in memory. What would be a new row is dropped until the rows are stored. */
const maxRows = 2_000;
/**
 * Messages of a plugin and version per flush. Further ones are counted as one, so that a message
 * with a random part fills no table.
 */
const maxMessages = 25;
const OTHER = 'Other messages';
/** Versions of a plugin in one hour. Reports of further ones are ignored. */
const maxVersions = 20;
/** Versions of plugins in the metrics. */
const maxTotals = 500;
/** Values in a list of browsers or of versions of the console. */
const maxListed = 20;

/**
 * What browsers reported since the last flush, counted in memory, and totals since the start of
 * this node.
 */
export class HealthCounts {
  #loads = new Map<string, CountedLoads>();
  #failures = new Map<string, CountedFailures>();
  #messages = new Map<string, number>();
  #versions = { hour: 0, of: new Map<string, Set<string>>() };
  readonly #totals = new Map<string, HealthTotals>();
  /** Reports, by what became of them. */
  readonly reports = { accepted: 0, limited: 0, dropped: 0 };

  get isEmpty(): boolean {
    return this.#loads.size + this.#failures.size === 0;
  }

  /**
   * `isKnown`: whether the console has such a plugin. Others are ignored: no caller can add names.
   */
  add(report: PluginHealthReport, isKnown: (plugin: string) => boolean, now = Date.now()): void {
    this.reports.accepted += 1;
    const hour = now - (now % hourMs);
    const counts = ({ plugin, version }: Versioned) =>
      isKnown(plugin) && this.#isCounted(plugin, version, hour);
    for (const load of report.loads) if (counts(load)) this.#addLoad(load, hour, now);
    const browser = report.major > 0 ? `${report.browser} ${report.major}` : report.browser;
    for (const failure of report.failures)
      if (counts(failure)) this.#addFailure(failure, { browser, shell: report.shell, hour, now });
  }

  /** Since the start of this node, for metrics. */
  get totals(): readonly HealthTotals[] {
    return [...this.#totals.values()];
  }

  /** Returns what was counted, and starts over. */
  take(): { loads: CountedLoads[]; failures: CountedFailures[] } {
    const taken = { loads: [...this.#loads.values()], failures: [...this.#failures.values()] };
    this.#loads = new Map();
    this.#failures = new Map();
    this.#messages = new Map();
    return taken;
  }

  #isCounted(plugin: string, version: string, hour: number): boolean {
    if (this.#versions.hour !== hour) this.#versions = { hour, of: new Map() };
    const known = this.#versions.of.get(plugin) ?? new Set();
    this.#versions.of.set(plugin, known);
    if (known.size < maxVersions) known.add(version);
    return known.has(version);
  }

  #total({ plugin, version }: Versioned): HealthTotals | undefined {
    const key = `${plugin} ${version}`;
    const known = this.#totals.get(key);
    if (known || this.#totals.size >= maxTotals) return known;
    const created: HealthTotals = { plugin, version, loads: 0, failures: {} };
    this.#totals.set(key, created);
    return created;
  }

  #addLoad(
    { plugin, version, loadMs, mountMs }: PluginHealthReport['loads'][number],
    hour: number,
    now: number,
  ) {
    const row = this.#row(this.#loads, `${hour} ${plugin} ${version}`, () => ({
      ...{
        hour,
        plugin,
        version,
        loads: 0,
        loadMs: 0,
        mountMs: 0,
        longestMs: 0,
        firstSeen: now,
        lastSeen: now,
      },
    }));
    if (!row) return;
    row.loads += 1;
    const total = this.#total(row);
    if (total) total.loads += 1;
    row.loadMs += loadMs;
    row.mountMs += mountMs;
    row.longestMs = Math.max(row.longestMs, loadMs + mountMs);
    row.lastSeen = now;
  }

  #addFailure(
    {
      plugin,
      version,
      stage,
      class: found,
      error = '',
      message,
      count,
    }: PluginHealthReport['failures'][number],
    { browser, shell, hour, now }: { browser: string; shell: string; hour: number; now: number },
  ) {
    const at = `${hour} ${plugin} ${version} ${stage}`;
    const own = hashOf(found, error, message);
    const isNew = !this.#failures.has(`${at} ${own}`);
    const messages = this.#messages.get(`${plugin} ${version}`) ?? 0;
    const isOther = isNew && messages >= maxMessages;
    const [kept, hash, name] = isOther ? [OTHER, hashOf(found, '', OTHER), ''] : [message, own, error];
    const row = this.#row(this.#failures, `${at} ${hash}`, () => {
      this.#messages.set(`${plugin} ${version}`, messages + 1);
      return {
        ...{ hour, plugin, version, stage, hash, class: found, error: name, message: kept, failures: 0 },
        ...{ browsers: [], shells: [], firstSeen: now, lastSeen: now },
      };
    });
    if (!row) return;
    row.failures += count;
    const total = this.#total(row);
    if (total) total.failures[stage] = (total.failures[stage] ?? 0) + count;
    row.lastSeen = now;
    addTo(row.browsers, browser);
    addTo(row.shells, shell);
  }

  #row<Row>(rows: Map<string, Row>, key: string, create: () => Row): Row | undefined {
    const known = rows.get(key);
    if (known) return known;
    if (rows.size >= maxRows) {
      this.reports.dropped += 1;
      return undefined;
    }
    const row = create();
    rows.set(key, row);
    return row;
  }
}

function addTo(list: string[], value: string): void {
  if (list.length < maxListed && !list.includes(value)) list.push(value);
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}
