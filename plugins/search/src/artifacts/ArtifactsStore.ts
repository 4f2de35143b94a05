import type { Http } from '@lading/contract';
import type { FoundArtifact, SearchAbilities } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { SwappedRows } from '@lading/ui/table';
import { makeObservable, observable, runInAction } from 'mobx';
import { type ArtifactQuery, artifactAddress } from './artifactQuery.ts';
import { fetchAbilities, fetchArtifacts } from './artifactsApi.ts';

/** The artifacts that an address asks for. */
export class ArtifactsStore {
  readonly artifacts: SwappedRows<ArtifactQuery, FoundArtifact>;
  /** Without an answer nothing is searched inside archives. */
  readonly abilities: Fetched<SearchAbilities>;
  /** Not everything was looked at. */
  capped = false;
  #lookedFor: ArtifactQuery | undefined;

  constructor(http: Http) {
    makeObservable(this, { capped: observable });
    this.abilities = new Fetched<SearchAbilities>({ archiveIndexing: false }, () => fetchAbilities(http));
    this.artifacts = new SwappedRows(
      (query) => `${query.project ?? ''} ${query.kind} ${artifactAddress(query)}`,
      async (query, cursor, signal) => {
        const { capped, ...page } = await fetchArtifacts(http, query, cursor, signal);
        runInAction(() => {
          // Pages come more than once, the first one too: what was said of one holds until something else is asked.
          this.capped = capped || (this.capped && query === this.#lookedFor);
          this.#lookedFor = query;
        });
        return page;
      },
    );
  }

  dispose(): void {
    this.artifacts.dispose();
    this.abilities.dispose();
  }
}
