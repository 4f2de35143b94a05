import type { ScopedStorage } from '@lading/contract';
import type { TreeNode } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { parentOf } from '../address/treeAddress.ts';
import type { TreeApi } from '../treeApi.ts';
import { Branch } from './Branch.ts';
import { canOpen, type NodeRow, nodeKey, type Row } from './rows.ts';
import { Ticks } from './Ticks.ts';

const COMPACT = 'compactFolders';

/** Filter of the displayed repositories. */
export interface RepositoryFilter {
  readonly name: string;
  /** `local`, `remote`, `virtual`, or a package type; empty for all. */
  readonly type: string;
}

/** State of the tree: expanded nodes, loaded children, and the active line. */
export class TreeStore {
  readonly repositories: Fetched<readonly TreeNode[]>;
  filter: RepositoryFilter = { name: '', type: '' };
  compact: boolean;
  /** Keys of expanded nodes. */
  open: ReadonlySet<string> = new Set();
  active: string | undefined;
  /** Changes when the active line must be scrolled into view. */
  shown = 0;
  readonly #api: TreeApi;
  readonly #storage: ScopedStorage;
  readonly #project: () => string | undefined;
  readonly #branches = new Map<string, Branch>();
  #revealing = 0;
  #coming: Promise<void> | undefined;

  readonly ticks = new Ticks();
  /** Repository in the URL, shown regardless of the selected project. */
  visited = '';

  /** `project` returns the selected project. */
  constructor(api: TreeApi, storage: ScopedStorage, project: () => string | undefined = () => undefined) {
    this.#api = api;
    this.#storage = storage;
    this.#project = project;
    this.compact = storage.get(COMPACT) !== 'no';
    this.repositories = new Fetched<readonly TreeNode[]>([], async (signal) => {
      const { data } = await api.page({ type: 'root' }, this.compact, signal);
      return data;
    });
    makeObservable(this, {
      filter: observableRef,
      compact: observableRef,
      open: observableRef,
      active: observableRef,
      shown: observableRef,
      visited: observableRef,
      own: computed,
      roots: computed,
      rows: computed,
      types: computed,
      setFilter: action,
      setActive: action,
      setCompact: action,
      refresh: action,
    });
  }

  /** Filter options: the package types of the repositories. */
  get types(): string[] {
    return [...new Set(this.repositories.value.flatMap(({ repoPkgType }) => repoPkgType ?? []))].sort();
  }

  /** Loads the repositories unless they are loaded. Concurrent callers share one request. */
  need(): Promise<void> {
    this.#coming ??= this.repositories.fetch();
    return this.#coming;
  }

  /**
   * Reloads after the page was closed. The old content stays visible until the response arrives.
   */
  renew(): void {
    if (!this.#coming) return;
    this.#coming = this.repositories.fetch();
    for (const [key, branch] of [...this.#branches]) {
      if (this.open.has(key)) void branch.again();
      else this.#drop(key, branch);
    }
  }

  /** Repositories of the selected project. */
  get own(): readonly TreeNode[] {
    const project = this.#project();
    return this.repositories.value.filter(
      ({ projectKey, repoKey }) =>
        project === undefined || projectKey === project || repoKey === this.visited,
    );
  }

  get roots(): NodeRow[] {
    const { name, type } = this.filter;
    const wanted = name.trim().toLowerCase();
    return this.own
      .filter(
        ({ text, repoType, repoPkgType }) =>
          text.toLowerCase().includes(wanted) && (type === '' || repoType === type || repoPkgType === type),
      )
      .map((node) => ({ kind: 'node', key: nodeKey(node), node, level: 1, parent: undefined }));
  }

  /** Visible lines from top to bottom. */
  get rows(): Row[] {
    const rows: Row[] = [];
    for (const root of this.roots) this.#add(rows, root);
    return rows;
  }

  #add(rows: Row[], row: NodeRow): void {
    rows.push(row);
    if (!canOpen(row.node) || !this.open.has(row.key)) return;
    const branch = this.branch(row);
    const state = (kind: 'loading' | 'failed' | 'previous' | 'next' | 'empty', cause?: string) => {
      const of = { kind, key: `${row.key}|${kind}`, level: row.level + 1, parent: row.key };
      rows.push(cause === undefined ? of : { ...of, cause });
    };
    if (branch.previous !== undefined) state('previous');
    for (const child of branch.rows) {
      if (child.node.type === 'file') rows.push(child);
      else this.#add(rows, child);
    }
    if (branch.error) state('failed', branch.error.message);
    else if (branch.next !== undefined) state('next');
    else if (branch.rows.length === 0) state(branch.status === 'there' ? 'empty' : 'loading');
  }

  branch({ key, node, level }: NodeRow): Branch {
    const known = this.#branches.get(key);
    if (known) return known;
    const branch = new Branch(
      (request, signal) => this.#api.page(request, this.compact, signal),
      node,
      level + 1,
    );
    this.#branches.set(key, branch);
    return branch;
  }

  branchOf(key: string): Branch | undefined {
    return this.#branches.get(key);
  }

  setFilter(filter: Partial<RepositoryFilter>): void {
    this.filter = { ...this.filter, ...filter };
  }

  setActive(key: string, scroll = true): void {
    this.active = key;
    if (scroll) this.shown += 1;
  }

  /** Turns compact lines on or off: folders whose only child is a folder share its line. */
  setCompact(compact: boolean): void {
    this.compact = compact;
    this.#storage.set(COMPACT, compact ? 'yes' : 'no');
    for (const branch of this.#branches.values()) branch.dispose();
    this.#branches.clear();
    this.open = new Set();
  }

  async expand(row: NodeRow): Promise<void> {
    if (!canOpen(row.node)) return;
    const branch = this.branch(row);
    if (!this.open.has(row.key)) runInAction(() => (this.open = new Set([...this.open, row.key])));
    await branch.need();
  }

  collapse(key: string): void {
    runInAction(() => (this.open = new Set([...this.open].filter((each) => each !== key))));
  }

  /**
   * Expands the ancestors of the node and the node itself, and by default makes it the active line.
   * Nodes that do not exist are ignored: the details pane reports them.
   */
  async reveal(repoKey: string, path: string, activate = true): Promise<void> {
    const turn = ++this.#revealing;
    await this.need();
    const { value } = this.repositories;
    const root = value.find((node) => node.repoKey === repoKey);
    if (!root || turn !== this.#revealing) return;
    runInAction(() => (this.visited = repoKey));
    if (!this.roots.some(({ key }) => key === repoKey))
      runInAction(() => this.setFilter({ name: '', type: '' }));
    let row: NodeRow = { kind: 'node', key: nodeKey(root), node: root, level: 1, parent: undefined };
    while (row.node.path !== path && canOpen(row.node)) {
      await this.expand(row);
      const found: NodeRow | undefined = await this.#childTowards(row, path);
      if (turn !== this.#revealing) return;
      if (!found) break;
      row = found;
      // A compact line includes the folder and its descendants.
      if (row.node.path.startsWith(`${path}/`)) break;
    }
    if (activate) this.setActive(row.key);
    await this.expand(row);
  }

  /** Like `reveal`, by the key of a previous line. */
  revealKey(key: string): Promise<void> {
    const [repoKey = ''] = key.split('/', 1);
    return this.reveal(repoKey, key.slice(repoKey.length + 1).replace(/\/$/, ''));
  }

  /**
   * Jumps to the first name at or after the typed text in the active line's folder when that folder
   * is only partly loaded.
   */
  async seek(typed: string): Promise<void> {
    const row = this.rows.find(({ key }) => key === this.active);
    const branch = row?.parent === undefined ? undefined : this.#branches.get(row.parent);
    if (!branch || (branch.previous === undefined && branch.next === undefined)) return;
    await branch.around(typed);
    const found = branch.rows.find(({ node }) => node.text.startsWith(typed));
    if (found) this.setActive(found.key);
  }

  async #childTowards(row: NodeRow, path: string): Promise<NodeRow | undefined> {
    const branch = this.branch(row);
    const leads = ({ node }: NodeRow) =>
      node.path === path ||
      (node.type === 'folder' && (path.startsWith(`${node.path}/`) || node.path.startsWith(`${path}/`)));
    const find = () => branch.rows.find((child) => child.node.path === path) ?? branch.rows.find(leads);
    const known = find();
    if (known || (branch.previous === undefined && branch.next === undefined)) return known;
    const start = row.node.path === '' ? 0 : row.node.path.length + 1;
    const [name = ''] = path.slice(start).split('/', 1);
    await branch.around(name);
    return find();
  }

  /** Reloads the displayed part of the node's folder, and the node's own children. */
  async refresh(repoKey: string, path: string): Promise<void> {
    for (const [key, branch] of [...this.#branches]) {
      if (key !== repoKey && !key.startsWith(`${repoKey}/`)) continue;
      const folder = key.slice(repoKey.length + 1).replace(/\/$/, '');
      const isBelow = folder !== '' && folder.startsWith(`${path}/`);
      const leadsThere = folder === '' || path === folder || path.startsWith(`${folder}/`);
      if (!isBelow && !leadsThere) continue;
      if (this.open.has(key) && !isBelow) await branch.load();
      else {
        this.#drop(key, branch);
        this.collapse(key);
      }
    }
  }

  /** Collapses a node after all or part of it was deleted, and reloads its ancestors. */
  async forget(repoKey: string, path: string): Promise<void> {
    for (const [key, branch] of [...this.#branches]) {
      if (!key.startsWith(`${repoKey}/${path}/`)) continue;
      this.#drop(key, branch);
      this.collapse(key);
    }
    await this.refresh(repoKey, parentOf(path));
  }

  /** The children are loaded again on the next expand. */
  #drop(key: string, branch: Branch): void {
    branch.dispose();
    this.#branches.delete(key);
  }

  dispose(): void {
    this.repositories.dispose();
    for (const branch of this.#branches.values()) branch.dispose();
  }
}
