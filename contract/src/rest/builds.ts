/** GET `/artifactory/api/build`: those that the caller may read, by name. */
export interface BuildList {
  uri: string;
  builds: { uri: string; lastStarted: string }[];
}

/** GET `/artifactory/api/build/{name}`: its numbers, newest first. */
export interface BuildNumbers {
  uri: string;
  buildsNumbers: { uri: string; started: string }[];
}

/** GET `/artifactory/api/build/{name}/{number}[?started=]`: the newest run of the number; PUT `/artifactory/api/build` takes the inner one. */
export interface BuildAnswer {
  uri: string;
  buildInfo: BuildInfo;
}

/** As clients send it; what else they say of a build is kept too. */
export interface BuildInfo {
  name: string;
  number: string;
  /** `2026-01-31T12:00:00.000+0000`. */
  started: string;
  modules?: BuildModule[];
  [other: string]: unknown;
}

export interface BuildModule {
  id?: string;
  type?: string;
  artifacts?: BuildFile[];
  dependencies?: BuildFile[];
}

/** An artefact has a name and a path, a dependency an id and scopes. */
export interface BuildFile {
  name?: string;
  id?: string;
  type?: string;
  scopes?: string[];
  sha1?: string;
  sha256?: string;
  md5?: string;
}

/** GET `/ui/api/v1/ui/builds[?search=]`: those that the caller may read, the last started first. */
export interface BuildOverview {
  builds: { name: string; runs: number; lastNumber: string; lastStarted: string }[];
  /** There are more than were listed: a search finds them. */
  truncated: boolean;
}

export interface BuildRun {
  number: string;
  started: string;
  createdBy: string;
  modules: number;
  made: number;
  used: number;
  /** Of its last promotion that gave one; empty: there was none. */
  status: string;
}

/** GET `/ui/api/v1/ui/builds/{name}[?after=]`: the last started first. */
export interface BuildRuns {
  name: string;
  runs: BuildRun[];
  /** What to send as `after` for those that follow; `null`: these are the last. */
  next: string | null;
}

/** GET `/ui/api/v1/ui/builds/{name}/{number}[?started=]`. */
export interface BuildDetails {
  name: string;
  number: string;
  started: string;
  createdBy: string;
  /** Names and versions, where the build gave them. */
  agent: string;
  buildAgent: string;
  /** Where the build itself is shown; http or https. */
  url?: string;
  /** Of how long it ran, in milliseconds. */
  duration?: number;
  vcs: { url: string; revision: string; branch: string; message: string }[];
  modules: { id: string; type: string; artifacts: BuildDetailFile[]; dependencies: BuildDetailFile[] }[];
  /** Its other runs under the same number. */
  otherRuns: string[];
  /** The newest first; its status is what the first one says. */
  promotions: BuildPromotion[];
  mayPromote: boolean;
}

/** What was said of a run after it was built. */
export interface BuildPromotion {
  status: string;
  comment: string;
  /** Where its files were put; absent: only the status changed. */
  repository?: string;
  /** They stayed where they were, too. */
  copied?: boolean;
  /** How many were put there. */
  files: number;
  user: string;
  /** Who asked the build server for it; empty where it did not say. */
  ciUser: string;
  /** ISO 8601. */
  timestamp: string;
}

/**
 * POST `/artifactory/api/build/promote/{name}/{number}[?started=]`, as clients know it: a status for the run, and its files moved or copied
 * into a repository, at the paths that they have. Answers `BuildPromoted`; with `failFast`, the default, nothing is done unless all of it
 * can be: 409 `NOT_PROMOTABLE`.
 */
export interface BuildPromotionRequest {
  status?: string;
  comment?: string;
  ciUser?: string;
  /** ISO 8601; now when absent. */
  timestamp?: string;
  dryRun?: boolean;
  /** Where the files go; absent: they stay. */
  targetRepo?: string;
  /** Where they are taken from; absent: from wherever they are. */
  sourceRepo?: string;
  /** They stay where they were, too. */
  copy?: boolean;
  /** The files that it made: yes when absent. */
  artifacts?: boolean;
  /** The files that it used: no when absent. */
  dependencies?: boolean;
  /** Of the files that it used those with one of these scopes; all when absent or empty. */
  scopes?: string[];
  /** Noted on its files. */
  properties?: Record<string, string[]>;
  failFast?: boolean;
}

export interface BuildPromoted {
  messages: { level: 'INFO' | 'WARNING' | 'ERROR'; message: string }[];
}

/**
 * The console's way, in two steps: POST `/ui/api/v1/ui/builds/{name}/{number}/promotion/plan[?started=]` with `BuildPromotionRequest` says
 * what would be done with each file and changes nothing. POST `…/promotion` with the same and `digest` does that and nothing else: 409
 * `PLAN_CHANGED` when by then it would be something else. What is refused stays where it is.
 */
export interface BuildPromotionPlan {
  lines: BuildPromotionLine[];
  /** That are moved or copied, and the sum of their sizes. */
  files: number;
  bytes: number;
  /** Tells this plan from every other. */
  digest: string;
}

export interface BuildPromotionLine {
  /** As the build calls it. */
  name: string;
  /** Absent: it is nowhere that the caller may read. */
  from?: { repo: string; path: string };
  size: number;
  /** It stands in the target already. */
  there?: boolean;
  /** Another file stands in its place, and is replaced. */
  replaces?: boolean;
  /** Why it stays where it is, for people. */
  refused?: string;
}

/** GET `/artifactory/api/build/{name}/{number}?diff={older number}`, and GET `/ui/api/v1/ui/builds/{name}/{number}/diff?to=` for the console. */
export interface BuildDiff {
  artifacts: BuildFileDiff;
  dependencies: BuildFileDiff;
  properties: {
    updated: BuildPropertyDiff[];
    unchanged: BuildPropertyDiff[];
    removed: BuildPropertyDiff[];
    new: BuildPropertyDiff[];
  };
}

export interface BuildFileDiff {
  updated: BuildDiffLine[];
  unchanged: BuildDiffLine[];
  removed: BuildDiffLine[];
  new: BuildDiffLine[];
}

export interface BuildDiffLine {
  name: string;
  /** Of the module that it belongs to. */
  module: string;
  type: string;
  /** sha256, or sha1 where the build gave no other. */
  checksum: string;
  /** Of an updated one: what it was. */
  previousChecksum?: string;
  /** Of a dependency that came in another version: its name before. */
  previousName?: string;
}

export interface BuildPropertyDiff {
  key: string;
  value: string;
  previousValue?: string;
}

export interface BuildDetailFile {
  name: string;
  type: string;
  sha1: string;
  sha256: string;
  scopes: string[];
  /** Where the caller finds these bytes; a few of them. */
  found: { repo: string; path: string; package?: { type: string; name: string; version: string } }[];
}

/** GET `/ui/api/v1/ui/fileBuilds?repoKey=&path=`: the builds that the caller may read, the last started first. */
export interface FileBuilds {
  made: FileBuild[];
  used: FileBuild[];
}

export interface FileBuild {
  name: string;
  number: string;
  started: string;
}
