/**
 * POST `/ui/api/v1/ui/v2/treebrowser?compacted=`. `root` asks for the repositories, `junction` for what lies directly in a folder, a page at
 * a time, in the order of the names' bytes. With `compacted=true` folders that hold one folder alone are one node with it.
 */
export interface TreeRequest {
  type: 'root' | 'junction';
  /** Of a junction. */
  repoKey?: string;
  /** Of a junction: the folder; empty or absent for the repository itself. */
  path?: string;
  /** Children at once: 200 unless given, 5000 at most. */
  limit?: number;
  /** What an answer before gave as `continueState`: what comes after it. */
  continueState?: string;
  /** What an answer before gave as `previousState`: what comes before it. */
  previousState?: string;
  /** A name, or its beginning: the page begins some way before what has it, and ends after it. */
  around?: string;
}

export interface TreePage {
  data: TreeNode[];
  /** There is more after this page. */
  continueState?: string;
  /** There is more before this page. */
  previousState?: string;
}

/** A node of the tree. */
export interface TreeNode {
  type: 'repository' | 'folder' | 'file';
  repoKey: string;
  /** Inside the repository, without a slash before it; empty for the repository itself. */
  path: string;
  /** What stands in the tree: its last part, several of them for folders that are one node. */
  text: string;
  /** Of a repository. */
  repoType?: 'local' | 'remote' | 'virtual';
  /** Of a repository: `npm`, `docker`, `generic`. */
  repoPkgType?: string;
  /** Of a repository: the project that it belongs to; absent: none. */
  projectKey?: string;
  /** In a virtual repository: the members that have it, in the order in which they are asked. */
  members?: string[];
}

/** GET `/ui/api/v1/ui/v2/nativeBrowser/{repo}/{path}?continueState=&limit=`: a folder as a list. */
export interface NativeListing {
  data: NativeEntry[];
  continueState?: string;
}

export interface NativeEntry {
  name: string;
  folder: boolean;
  /** Of a file, in bytes. */
  size?: number;
  /** Of a file, ISO 8601. */
  lastModified?: string;
  /** In a virtual repository: the members that have it. */
  members?: string[];
}

/** What may be done to a node; a text says why not. */
export interface TreeActions {
  /** Files put there. */
  deploy: true | string;
  /** Properties changed: of a file. */
  annotate: true | string;
  delete: true | string;
}

/** GET `/ui/api/v1/ui/v2/treebrowser/node?repoKey=&path=`: all that the console shows of a node. */
export interface TreeNodeDetails {
  type: 'repository' | 'folder' | 'file';
  repoKey: string;
  path: string;
  repoType: 'local' | 'remote' | 'virtual';
  repoPkgType: string;
  /** Of a repository. */
  description?: string;
  /** Below the origin: where a client or a browser finds it. */
  uri: string;
  /** In a virtual repository: the members that have it, in the order in which they are asked. */
  members?: string[];
  /** Nothing lies in it. */
  empty?: boolean;
  actions: TreeActions;
  file?: TreeFile;
}

/** Of a file; in a virtual repository that of the first member which has it. */
export interface TreeFile {
  /** The repository that holds it. */
  repoKey: string;
  /** In bytes. */
  size: number;
  mimeType: string;
  /** ISO 8601. */
  created: string;
  createdBy: string;
  modified: string;
  modifiedBy: string;
  downloads: number;
  lastDownloaded?: string;
  checksums: { sha1: string; md5: string; sha256: string };
  properties: Record<string, string[]>;
  /** The versions of packages that it belongs to. */
  versions: { packageId: string; packageName: string; version: string; licenses: string[] }[];
}

/** POST `/ui/api/v1/ui/artifactgeneral/artifactsCount` `{repoKey, path}`: what lies below a folder, counted. */
export interface ArtifactsCount {
  artifactsCount: number;
  /** In bytes: the sum of the files. */
  artifactSize: number;
}

/** POST `/ui/api/v1/ui/v2/treebrowser/remove`. */
export interface TreeRemoval {
  repoKey: string;
  /** A file or a folder, never empty. */
  path: string;
  /** Nothing is removed; the answer says what would be. */
  dry?: boolean;
  /** As a dry run said: when it is another number meanwhile nothing is removed, 409 `CHANGED`. */
  expect?: number;
  /** As the call before gave it. */
  continueState?: string;
}

/** What a removal, a copy or a move did, or would do. */
export interface TreeChange {
  files: number;
  /** The sum of the files' sizes. */
  bytes: number;
  /** Versions of packages that it touches, and how many packages they belong to; of a dry run. */
  versions?: number;
  packages?: number;
  /** Of a copy or a move: files with other content at the target that are replaced. */
  replaces?: number;
  /** There was no time for all of it within one call: the same call again, with this, goes on. */
  continueState?: string;
}

/** POST `/ui/api/v1/ui/v2/treebrowser/copy` and `/move`. */
export interface TreeTransfer {
  repoKey: string;
  path: string;
  targetRepoKey: string;
  /** The file's or folder's own new path. */
  targetPath: string;
  dry?: boolean;
  continueState?: string;
}

/**
 * POST `/ui/api/v1/ui/v2/treebrowser/uploads` `{repoKey, paths}`: asked before files are put there. 401 or 403 when the caller may not, 400 for
 * a path that cannot be.
 */
export interface TreeUploads {
  /** Those of the paths where a file stands already. */
  existing: string[];
}

/** A place in the tree. */
export interface TreePlace {
  repoKey: string;
  path: string;
}

/**
 * POST `/ui/api/v1/ui/v2/treebrowser/plan`: what a removal, a copy, a move or a download of several nodes would do, exactly. Nodes that lie
 * in others of them count with those. At most 500 nodes: 400 `TOO_MANY`.
 */
export interface TreeSelection {
  what: 'remove' | 'copy' | 'move' | 'download';
  /** Files and folders. */
  nodes: TreePlace[];
  /** Of a copy or a move: the folder that they come to lie in; an empty path for the repository itself. */
  target?: TreePlace;
}

export interface TreePlan {
  /** Each on its own: the calls that do it take one at a time. */
  nodes: TreePlanLine[];
  /** Of all that are not refused. */
  files: number;
  bytes: number;
  /** Of a removal: versions of packages that it touches, and how many packages they belong to. */
  versions?: number;
  packages?: number;
  /** Of a copy or a move: files with other content that are replaced. */
  replaces?: number;
}

export interface TreePlanLine extends TreePlace {
  files: number;
  bytes: number;
  /** Of a copy or a move: the node's own new path. */
  targetPath?: string;
  /** Why nothing is done with it, for people. */
  refused?: string;
}

/**
 * POST `/ui/api/v1/ui/v2/treebrowser/archive` `{nodes}`: an address, good for ten minutes and for the same user, where a browser
 * downloads them as one ZIP archive. 400 `TOO_MANY` for more than 20,000 files.
 */
export interface TreeArchive {
  uri: string;
}

/** GET `/ui/api/v1/ui/v2/treebrowser/favourites`: the user's own, by their places. PUT with `TreePlace` keeps one, DELETE `?repoKey=&path=` forgets it. */
export interface TreeFavourites {
  favourites: TreeFavourite[];
}

export interface TreeFavourite extends TreePlace {
  /** Absent: there is nothing any more. */
  type?: 'repository' | 'folder' | 'file';
}
