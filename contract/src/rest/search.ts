/** A file that a search has found. */
export interface FoundArtifact {
  repo: string;
  /** Below the repository, without a slash before it. */
  path: string;
  /** The last part of its path. */
  name: string;
  /** In bytes. */
  size: number;
  sha256: string;
  /** ISO 8601. */
  created: string;
  /** ISO 8601. */
  modified: string;
  /** What its repository holds. */
  packageType: string;
  /** The version that it belongs to, where it is a package's. */
  package: { id: string; name: string; version: string } | null;
  /** Of an archive that was searched: the path inside it. */
  entry?: string;
  /** What the file is a part of, where its own name says nothing: of a layer its image. */
  partOf?: { name: string; digest: string };
}

/** What a search for artifacts answers. */
export interface ArtifactPage {
  results: FoundArtifact[];
  /** Where the next page begins; `null`: there is none. */
  next: string | null;
  /** `null`: not known. */
  total: number | null;
  /** Not everything was looked at: there may be more that match. */
  capped: boolean;
}

/** What the box suggests for what is typed so far, from what is here alone. */
export interface SearchSuggestions {
  packages: { id: string; name: string; packageType: string; latestVersion: string | null }[];
  repositories: { key: string; type: string; packageType: string }[];
  artifacts: { repo: string; path: string; name: string }[];
}

/** What can be searched on this platform. */
export interface SearchAbilities {
  /** Whether what archives hold is kept, so that it can be searched. */
  archiveIndexing: boolean;
}

/** What the public search calls answer. */
export interface SearchResults<Result = { uri: string }> {
  results: Result[];
  /** There are more than are listed. */
  truncated?: true;
}
