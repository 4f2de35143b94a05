import type { PluginHealthReport } from '@lading/contract/rest';
import type { Versioned } from './HealthCounts.ts';

/** Sources of known plugin versions. */
export interface VersionSources {
  /** Whether the console has this plugin, and has had this version since the start. */
  served(of: Versioned): Promise<'version' | 'plugin' | 'neither'>;
  /** Whether this version is published, such as that of a page from before the start. */
  published(of: Versioned): Promise<boolean>;
}

const hourMs = 3_600_000;
/** Queries per hour. Versions beyond that are not known: anyone can make up a version. */
const maxQueries = 100;

/** Decides which versions of a report exist. Made-up ones would fill the list and the metrics. */
export class KnownVersions {
  #hour = 0;
  /** By plugin and version, of this hour. */
  #published = new Map<string, Promise<boolean>>();

  constructor(private readonly sources: VersionSources) {}

  /** Returns whether a version of the report is known. */
  async of(report: PluginHealthReport, now = Date.now()): Promise<(of: Versioned) => boolean> {
    const hour = now - (now % hourMs);
    if (this.#hour !== hour) {
      this.#hour = hour;
      this.#published = new Map();
    }
    const known = new Map<string, boolean>();
    for (const each of [...report.loads, ...report.failures, ...(report.switches ?? [])]) {
      const key = keyOf(each);
      if (!known.has(key)) known.set(key, await this.#isKnown(each));
    }
    return (of) => known.get(keyOf(of)) ?? false;
  }

  async #isKnown(of: Versioned): Promise<boolean> {
    const served = await this.sources.served(of);
    return served === 'version' || (served === 'plugin' && (await this.#isPublished(of)));
  }

  #isPublished(of: Versioned): Promise<boolean> {
    const key = keyOf(of);
    const asked = this.#published.get(key);
    if (asked) return asked;
    if (this.#published.size >= maxQueries) return Promise.resolve(false);
    // While the database is not available, the version stays unknown for the rest of the hour.
    const published = this.sources.published(of).catch(() => false);
    this.#published.set(key, published);
    return published;
  }
}

const keyOf = ({ plugin, version }: Versioned) => `${plugin} ${version}`;
