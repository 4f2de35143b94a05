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

/** Which repositories are shown. */
export interface RepositoryFilter {
  readonly name: string;
  /** `local`, `remote`, `virtual`, or a package type; empty: all. */
  readonly type: string;
}

/** The tree: what of it is open, what of that was fetched, and which line is the active one. */
export class TreeStore {
  readonly repositories: Fetched<readonly TreeNode[]>;
  filter: RepositoryFilter = { name: '', type: '' };
  compact: boolean;
  /** Keys of open nodes. */
  open: ReadonlySet<string> = new Set();
  active: string | undefined;
  /** Says which line is to be scrolled to; another number each time. */
  shown = 0;
  readonly #api: TreeApi;
  readonly #storage: ScopedStorage;
  readonly #project: () => string | undefined;
  readonly #branches = new Map<string, Branch>();
  #revealing = 0;
  #coming: Promise<void> | undefined;

  readonly ticks = new Ticks();
  /** The repository that the address leads to: it is shown whatever project is selected. */
  visited = '';

  /** `project` is the selected one. */
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

  /** What the filter offers: the package types that there are. */
  get types(): string[] {
    return [...new Set(this.repositories.value.flatMap(({ repoPkgType }) => repoPkgType ?? []))].sort();
  }

  /** Fetches the repositories unless they are there; whoever comes while they are on their way waits for them too. */
  need(): Promise<void> {
    this.#coming ??= this.repositories.fetch();
    return this.#coming;
  }

  /** For who comes back: fetches anew what was left standing, which stays in sight until then. */
  renew(): void {
    if (!this.#coming) return;
    this.#coming = this.repositories.fetch();
    for (const [key, branch] of [...this.#branches]) {
      if (this.open.has(key)) void branch.again();
      else this.#drop(key, branch);
    }
  }

  /** The repositories of the selected project. */
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

  /** What is in sight, from top to bottom. */
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
    const made = new Branch(
      (request, signal) => this.#api.page(request, this.compact, signal),
      node,
      level + 1,
    );
    this.#branches.set(key, made);
    return made;
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

  /** Folders that hold one folder alone are one line with it, or not. */
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

  /** Opens what leads to the node and itself, and makes it the active line unless told otherwise. What is not there is left: the node's own pane says so. */
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
      // The folder is one line with those that it holds.
      if (row.node.path.startsWith(`${path}/`)) break;
    }
    if (activate) this.setActive(row.key);
    await this.expand(row);
  }

  /** The same by the key of a line that was there. */
  revealKey(key: string): Promise<void> {
    const [repoKey = ''] = key.split('/', 1);
    return this.reveal(repoKey, key.slice(repoKey.length + 1).replace(/\/$/, ''));
  }

  /** To the first name at or after what was typed, in the folder of the active line, where that was not fetched as a whole. */
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

  /** Fetches anew what of the node's folder is shown, and the node's own children. */
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

  /** What lay there has gone, or some of it: it is closed, and what leads there is fetched anew. */
  async forget(repoKey: string, path: string): Promise<void> {
    for (const [key, branch] of [...this.#branches]) {
      if (!key.startsWith(`${repoKey}/${path}/`)) continue;
      this.#drop(key, branch);
      this.collapse(key);
    }
    await this.refresh(repoKey, parentOf(path));
  }

  /** It is fetched when it is opened. */
  #drop(key: string, branch: Branch): void {
    branch.dispose();
    this.#branches.delete(key);
  }

  dispose(): void {
    this.repositories.dispose();
    for (const branch of this.#branches.values()) branch.dispose();
  }
}
