import type { Http } from '@lading/contract';
import type { ManagedPlugin, PluginRelease, PluginReleases, PluginsOverview } from '@lading/contract/rest';
import { WholeList } from '@lading/ui/list';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { fetchOverview, fetchReleases } from './pluginsApi.ts';

/** The plugins and the release sets of the page. Both change together. */
export class PluginsStore {
  overview: PluginsOverview | undefined;
  /** Whether the last request for the overview failed. The list of plugins says why. */
  failed = false;
  history: PluginReleases | undefined;
  readonly plugins: WholeList<ManagedPlugin>;
  readonly releases: WholeList<PluginRelease>;

  constructor(readonly http: Http) {
    makeObservable(this, { overview: observableRef, failed: observableRef, history: observableRef });
    this.plugins = new WholeList((signal) => this.#plugins(signal), {
      sorts: {
        plugin: ({ name }) => name,
        state: ({ state }) => state,
        source: ({ source }) => source,
        size: ({ facts }) => facts?.bytes,
      },
      texts: ({ specifier, version, facts }) => [specifier, version, facts?.description ?? ''],
      filters: {
        state: ({ state }, value) => state === value,
        source: ({ source }, value) => source === value,
      },
    });
    this.releases = new WholeList((signal) => this.#releases(signal), {
      sorts: { number: ({ number }) => number, state: ({ state }) => state },
      descending: true,
      texts: ({ number, note, createdBy }) => [String(number), note, createdBy],
    });
  }

  /** Loads both lists: the status needs the plugins, and rolling back the history. */
  need(): void {
    this.plugins.need();
    this.releases.need();
  }

  reload(): void {
    this.plugins.reload();
    this.releases.reload();
  }

  dispose(): void {
    this.plugins.dispose();
    this.releases.dispose();
  }

  async #plugins(signal: AbortSignal): Promise<readonly ManagedPlugin[]> {
    try {
      const overview = await fetchOverview(this.http, signal);
      runInAction(() => Object.assign(this, { overview, failed: false }));
      return overview.plugins;
    } catch (error) {
      // Only a request that no later one replaced tells the state of the server.
      if (!signal.aborted)
        runInAction(() => {
          this.failed = true;
        });
      throw error;
    }
  }

  async #releases(signal: AbortSignal): Promise<readonly PluginRelease[]> {
    const history = await fetchReleases(this.http, signal);
    runInAction(() => {
      this.history = history;
    });
    return history.releases;
  }
}
