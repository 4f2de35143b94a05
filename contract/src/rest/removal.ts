/**
 * Deleting versions, in two steps. POST `/ui/api/v1/ui/v1/native/removal/plan` with `RemovalSelection` says exactly what would go and
 * changes nothing. POST `/ui/api/v1/ui/v1/native/removal` with `RemovalRequest` does it, unless by then something else would go: 409
 * `PLAN_CHANGED`. Only what the caller may read is found. At most 1000 versions at once: 400 `TOO_MANY`.
 */
export interface RemovalSelection {
  packages: {
    /** `{type}://{name}`. */
    id: string;
    /** All when absent. */
    versions?: string[];
  }[];
  /** Only out of these repositories; out of all when absent. */
  repos?: string[];
}

export interface RemovalRequest extends RemovalSelection {
  /** Of the plan that was looked at. */
  digest: string;
}

export interface RemovalPlan {
  /** A line for each version in each repository that holds it. */
  lines: RemovalLine[];
  /** What goes out of each repository, without what is refused. */
  repositories: { repo: string; versions: number; files: number; bytes: number }[];
  /** Packages that need one of those that lose a version; at most five are named for each. */
  usedBy: { id: string; name: string; total: number | null; first: { id: string; name: string }[] }[];
  /** Tells this plan from every other. */
  digest: string;
}

export interface RemovalLine {
  packageId: string;
  name: string;
  packageType: string;
  version: string;
  repo: string;
  files: { path: string; size: number }[];
  /** Of the files that go. Files that other versions need are not among them; bytes that other files share stay. */
  bytes: number;
  /** Why it stays, for people; absent: it goes. */
  refused?: string;
}

export interface RemovalOutcome {
  removed: { versions: number; files: number; bytes: number };
  failed: { packageId: string; version: string; repo: string; message: string }[];
}

/** GET `/artifactory/api/unpublished/{repo}[?name=]`, for administrators; DELETE with `name` and `version` releases one. */
export interface UnpublishedVersions {
  /** Newest first, up to 1000. */
  unpublished: UnpublishedVersion[];
}

/** A version of an npm package that can be published again only with the same content. */
export interface UnpublishedVersion {
  name: string;
  version: string;
  /** Of its tarball. */
  sha256: string;
  /** ISO 8601. */
  unpublished: string;
}
