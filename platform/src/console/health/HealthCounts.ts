import { createHash } from 'node:crypto';
import type { PluginHealthReport, PluginStage } from '@lading/contract/rest';

/** Loads of a version in one hour, and in how many browsers it was turned off. */
export interface CountedLoads {
  hour: number;
  plugin: string;
  version: string;
  loads: number;
  loadMs: number;
  mountMs: number;
  longestMs: number;
  /** Less the browsers that turned it on again. */
  turnedOff: number;
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

/** A version of a plugin. */
export interface Versioned {
  readonly plugin: string;
  readonly version: string;
}

export interface Counted {
  loads: CountedLoads[];
  failures: CountedFailures[];
}

/** The messages of an hour, also when its counts are stored. */
interface Seen {
  hour: number;
  /** Plugin and version → hashes of messages. */
  messages: Map<string, Set<string>>;
}

/** Loads and failures of a version since the start of this node. */
export interface HealthTotals extends Versioned {
  loads: number;
  /** Browsers that turned it off, also those that turned it on again. */
  turnedOff: number;
  failures: Partial<Record<PluginStage, number>>;
}

const hourMs = 3_600_000;
/** Rows in memory. What would be a new row is dropped until the rows are stored. */
const maxRows = 2_000;
/**
 * Messages of a plugin and version in one hour. Further ones are counted as one, so that a message
 * with a random part fills no table.
 */
const maxMessages = 25;
const OTHER = 'Other messages';
/** Versions of plugins in the metrics. */
const maxTotals = 500;
/** Values in a list of browsers or of versions of the console. */
const maxListed = 20;

/**
 * Reports of browsers since the last flush, counted in memory, and totals since the start of this
 * node.
 */
export class HealthCounts {
  #loads = new Map<string, CountedLoads>();
  #failures = new Map<string, CountedFailures>();
  #seen: Seen = { hour: 0, messages: new Map() };
  readonly #totals = new Map<string, HealthTotals>();
  /** Reports, by what became of them. */
  readonly reports = { accepted: 0, limited: 0, dropped: 0 };

  get isEmpty(): boolean {
    return this.#loads.size + this.#failures.size === 0;
  }

  /** Reports about versions that are not known are ignored: no caller can add names. */
  add(report: PluginHealthReport, isKnown: (of: Versioned) => boolean, now = Date.now()): void {
    this.reports.accepted += 1;
    const hour = now - (now % hourMs);
    if (this.#seen.hour !== hour) this.#seen = { hour, messages: new Map() };
    for (const load of report.loads) if (isKnown(load)) this.#addLoad(load, hour, now);
    for (const each of report.switches ?? []) if (isKnown(each)) this.#addSwitch(each, hour, now);
    const browser = report.major > 0 ? `${report.browser} ${report.major}` : report.browser;
    for (const failure of report.failures)
      if (isKnown(failure)) this.#addFailure(failure, { browser, shell: report.shell, hour, now });
  }

  /** Since the start of this node, for metrics. */
  get totals(): readonly HealthTotals[] {
    return [...this.#totals.values()];
  }

  /** Returns what was counted, and starts over. */
  take(): Counted {
    const taken = { loads: [...this.#loads.values()], failures: [...this.#failures.values()] };
    this.#loads = new Map();
    this.#failures = new Map();
    return taken;
  }

  /** Adds what `take` returned and could not be stored to what was counted since. */
  giveBack({ loads, failures }: Counted): void {
    for (const load of loads) {
      const row = this.#row(this.#loads, loadKey(load), () => load);
      if (row && row !== load) mergeLoads(row, load);
    }
    for (const failure of failures) {
      const row = this.#row(this.#failures, failureKey(failure), () => failure);
      if (row && row !== failure) mergeFailures(row, failure);
    }
  }

  #total({ plugin, version }: Versioned): HealthTotals | undefined {
    const key = `${plugin} ${version}`;
    const known = this.#totals.get(key);
    if (known || this.#totals.size >= maxTotals) return known;
    const created: HealthTotals = { plugin, version, loads: 0, turnedOff: 0, failures: {} };
    this.#totals.set(key, created);
    return created;
  }

  #addLoad(
    { plugin, version, loadMs, mountMs }: PluginHealthReport['loads'][number],
    hour: number,
    now: number,
  ) {
    const added = { loads: 1, loadMs, mountMs, longestMs: loadMs + mountMs, turnedOff: 0 };
    const row = this.#addTo({ ...{ hour, plugin, version, firstSeen: now, lastSeen: now }, ...added });
    const total = row && this.#total(row);
    if (total) total.loads += 1;
  }

  #addSwitch(
    { plugin, version, off }: NonNullable<PluginHealthReport['switches']>[number],
    hour: number,
    now: number,
  ) {
    const none = { loads: 0, loadMs: 0, mountMs: 0, longestMs: 0, firstSeen: now, lastSeen: now };
    const row = this.#addTo({ ...{ hour, plugin, version, turnedOff: off ? 1 : -1 }, ...none });
    const total = row && this.#total(row);
    if (total && off) total.turnedOff += 1;
  }

  #addTo(load: CountedLoads): CountedLoads | undefined {
    const row = this.#row(this.#loads, loadKey(load), () => load);
    if (row && row !== load) mergeLoads(row, load);
    return row;
  }

  #addFailure(
    failure: PluginHealthReport['failures'][number],
    { browser, shell, hour, now }: { browser: string; shell: string; hour: number; now: number },
  ) {
    const { plugin, version, stage, class: found, count } = failure;
    const { error, message, hash } = this.#described(failure);
    const one: CountedFailures = {
      ...{ hour, plugin, version, stage, hash, class: found, error, message, failures: count },
      ...{ browsers: [browser], shells: [shell], firstSeen: now, lastSeen: now },
    };
    const row = this.#row(this.#failures, failureKey(one), () => one);
    if (row && row !== one) mergeFailures(row, one);
    const total = row && this.#total(row);
    if (total) total.failures[stage] = (total.failures[stage] ?? 0) + count;
  }

  /** The message as it is stored, or the one for all messages beyond the limit. */
  #described(failure: PluginHealthReport['failures'][number]): {
    error: string;
    message: string;
    hash: string;
  } {
    const { plugin, version, stage, class: found, error = '' } = failure;
    const message = storable(failure.message);
    const hash = hashOf(found, error, message);
    if (addWithin(this.#seen.messages, `${plugin} ${version}`, `${stage} ${hash}`, maxMessages))
      return { error, message, hash };
    return { error: '', message: OTHER, hash: hashOf(OTHER) };
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

const loadKey = ({ hour, plugin, version }: CountedLoads) => `${hour} ${plugin} ${version}`;
const failureKey = ({ hour, plugin, version, stage, hash }: CountedFailures) =>
  `${hour} ${plugin} ${version} ${stage} ${hash}`;

function mergeLoads(row: CountedLoads, more: CountedLoads): void {
  row.loads += more.loads;
  row.loadMs += more.loadMs;
  row.mountMs += more.mountMs;
  row.longestMs = Math.max(row.longestMs, more.longestMs);
  row.turnedOff += more.turnedOff;
  mergeTimes(row, more);
}

function mergeFailures(row: CountedFailures, more: CountedFailures): void {
  row.failures += more.failures;
  for (const browser of more.browsers) addTo(row.browsers, browser);
  for (const shell of more.shells) addTo(row.shells, shell);
  mergeTimes(row, more);
}

function mergeTimes(row: { firstSeen: number; lastSeen: number }, more: typeof row): void {
  row.firstSeen = Math.min(row.firstSeen, more.firstSeen);
  row.lastSeen = Math.max(row.lastSeen, more.lastSeen);
}

function addTo(list: string[], value: string): void {
  if (list.length < maxListed && !list.includes(value)) list.push(value);
}

/** Whether the set has the value, which is added if the set has less than `max` values. */
function addWithin(sets: Map<string, Set<string>>, key: string, value: string, max: number): boolean {
  const known = sets.get(key) ?? new Set();
  sets.set(key, known);
  if (known.size < max) known.add(value);
  return known.has(value);
}

/** The database rejects NUL and halves of surrogate pairs, with all rows of the statement. */
const storable = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '\uFFFD');

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}
