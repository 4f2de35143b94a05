import type { Http, Notifications } from '@lading/contract';
import type { NewProject, Project } from '@lading/contract/rest';
import { computed, makeObservable, observable, runInAction } from 'mobx';

const DEFAULT_NAME = 'Default Project';
const DEFAULT_KEY = 'dflt';
export const LONGEST_KEY = 128;

type Wrong = 'start' | 'length' | 'characters' | 'name';

/** Form of the first project, with suggested values. */
export class DefaultProjectStore {
  name = DEFAULT_NAME;
  key = DEFAULT_KEY;
  checked = false;
  busy = false;
  /** Why the platform did not create it. */
  failure: string | undefined;
  created: Project | undefined;

  constructor() {
    makeObservable(this, {
      name: observable,
      key: observable,
      checked: observable,
      busy: observable,
      failure: observable,
      created: observable,
      wrong: computed,
    });
  }

  get wrong(): Wrong | undefined {
    if (this.name.trim() === '') return 'name';
    if (!/^[a-z]/.test(this.key)) return 'start';
    if (this.key.length > LONGEST_KEY) return 'length';
    return /^[a-z][a-z0-9-]*$/.test(this.key) ? undefined : 'characters';
  }

  type(field: 'name' | 'key', value: string): void {
    runInAction(() => {
      this[field] = value;
      this.failure = undefined;
    });
  }

  /** `failed` is the title of the notification about a failure. */
  async create(http: Http, notifications: Notifications, failed: string): Promise<boolean> {
    runInAction(() => {
      this.checked = true;
    });
    if (this.wrong || this.busy) return false;
    runInAction(() => {
      this.busy = true;
      this.failure = undefined;
    });
    try {
      const body: NewProject = { project_key: this.key, display_name: this.name.trim() };
      const created = await http.json<Project>('/access/api/v1/projects', { method: 'POST', body });
      runInAction(() => {
        this.created = created;
      });
      return true;
    } catch (error) {
      notifications.error(failed);
      runInAction(() => {
        this.failure = error instanceof Error ? error.message : String(error);
      });
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }
}
