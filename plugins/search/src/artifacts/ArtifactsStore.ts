import type { Http } from '@lading/contract';
import type { FoundArtifact, SearchAbilities } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { SwappedRows } from '@lading/ui/table';
import { makeObservable, observable, runInAction } from 'mobx';
import { type ArtifactQuery, artifactAddress } from './artifactQuery.ts';
import { fetchAbilities, fetchArtifacts } from './artifactsApi.ts';

/** Artifacts that match the query in the URL. */
export class ArtifactsStore {
  readonly artifacts: SwappedRows<ArtifactQuery, FoundArtifact>;
  /** Until these are loaded, archives are not searched. */
  readonly abilities: Fetched<SearchAbilities>;
  /** The search stopped before all artifacts were examined. */
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
          // Pages are loaded more than once, including the first. The mark stays until the query
          // changes.
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
