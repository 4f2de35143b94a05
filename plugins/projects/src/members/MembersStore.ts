import type { Http } from '@lading/contract';
import type { ProjectRole } from '@lading/contract/rest';
import type { PagedRows } from '@lading/ui/table';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type MemberRow, memberRows } from './memberRows.ts';

type Kind = MemberRow['kind'];

/** Who belongs to a project, and who is to. */
export class MembersStore {
  rows: PagedRows<MemberRow>;
  kind: Kind = 'user';
  name = '';
  role: ProjectRole = 'Developer';
  /** The name was left empty. */
  nameMissing = false;
  busy = false;
  /** Why the member could not be added. */
  refusal: string | undefined = undefined;
  readonly #http: Http;
  readonly #project: string;

  constructor(http: Http, project: string) {
    this.#http = http;
    this.#project = project;
    this.rows = memberRows(http, project);
    makeObservable(this, {
      rows: observableRef,
      kind: observable,
      name: observable,
      role: observable,
      nameMissing: observable,
      busy: observable,
      refusal: observable,
      fetch: action,
      begin: action,
      fill: action,
      check: action,
    });
  }

  fetch(): void {
    this.rows.dispose();
    this.rows = memberRows(this.#http, this.#project);
    this.rows.want(0, 0);
  }

  /** An empty form. */
  begin(): void {
    this.name = '';
    this.nameMissing = false;
    this.refusal = undefined;
  }

  fill(values: Partial<Pick<MembersStore, 'kind' | 'name' | 'role'>>): void {
    Object.assign(this, values);
    if (values.name !== undefined) this.nameMissing = false;
  }

  /** On leaving the field and on adding; says whether it holds. */
  check(): boolean {
    this.nameMissing = this.name.trim() === '';
    return !this.nameMissing;
  }

  /** Says whether the member is there; the role takes the place of those of before. */
  async add(): Promise<boolean> {
    if (this.busy || !this.check()) return false;
    runInAction(() => {
      this.busy = true;
      this.refusal = undefined;
    });
    try {
      const body = { roles: [this.role] };
      await this.#http.json(this.#pathOf(this.kind, this.name.trim()), { method: 'PUT', body });
      this.fetch();
      return true;
    } catch (error) {
      runInAction(() => {
        this.refusal = error instanceof Error ? error.message : String(error);
      });
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  /** Throws `HttpFailure`. */
  async remove({ kind, name }: MemberRow): Promise<void> {
    await this.#http.json(this.#pathOf(kind, name), { method: 'DELETE' });
    this.fetch();
  }

  #pathOf(kind: Kind, name: string): string {
    return `/access/api/v1/projects/${this.#project}/${kind}s/${encodeURIComponent(name)}`;
  }
}
