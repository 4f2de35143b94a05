import type { Message } from '@lading/contract';
import type { NewToken } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { causeOf } from '../../page/failures.ts';
import { type ScopeAction, type ScopeKind, writeScope } from '../scope.ts';
import type { TokensStore } from '../TokensStore.ts';
import { readRepositoryKeys } from '../tokensApi.ts';
import { messages } from './messages.ts';

const DAY = 86_400;

/** Token lifetimes in seconds; 0 means until revoked. */
const LIVES = { hour: 3_600, day: DAY, month: 30 * DAY, quarter: 90 * DAY, year: 365 * DAY, never: 0 };
export type Life = keyof typeof LIVES;

/** Form of a new access token. */
export class NewTokenStore {
  readonly #tokens: TokensStore;
  readonly #admin: boolean;
  readonly repositoryKeys: Fetched<readonly string[]>;

  description = '';
  kind: ScopeKind = 'user';
  actions: readonly ScopeAction[] = ['read'];
  repositories: readonly string[] = [];
  chosenLife: Life = 'month';
  errors: Readonly<Partial<Record<'description' | 'actions', Message>>> = {};
  busy = false;
  failure: string | undefined;

  constructor(tokens: TokensStore, admin: boolean) {
    this.#tokens = tokens;
    this.#admin = admin;
    this.repositoryKeys = new Fetched([], (signal) => readRepositoryKeys(tokens.http, signal));
    makeObservable(this, {
      description: observable,
      kind: observable,
      actions: observableRef,
      repositories: observableRef,
      chosenLife: observable,
      maxDays: computed,
      lives: computed,
      life: computed,
      errors: observableRef,
      busy: observable,
      failure: observable,
      token: computed,
      set: action,
      toggleAction: action,
      toggleRepository: action,
      check: action,
    });
  }

  /** Maximum lifetime in days; `undefined`: none. */
  get maxDays(): number | undefined {
    const max = this.#tokens.maxSeconds;
    return max === undefined ? undefined : Math.floor(max / DAY);
  }

  /**
   * The lifetimes that the platform accepts, shortest first. Only administrators can create tokens
   * that never expire.
   */
  get lives(): readonly Life[] {
    const max = this.#tokens.maxSeconds;
    return (Object.keys(LIVES) as Life[]).filter((life) =>
      max === undefined ? life !== 'never' || this.#admin : life !== 'never' && LIVES[life] <= max,
    );
  }

  /** The selected lifetime, or the longest one that is accepted. */
  get life(): Life {
    return this.lives.includes(this.chosenLife) ? this.chosenLife : (this.lives.at(-1) ?? 'hour');
  }

  get token(): NewToken {
    const { kind, repositories, actions } = this;
    return {
      description: this.description.trim(),
      scope: writeScope({ kind, repositories, actions }),
      expires_in: LIVES[this.life],
    };
  }

  set({
    life = this.chosenLife,
    ...values
  }: Partial<Pick<NewTokenStore, 'description' | 'kind' | 'life'>>): void {
    this.chosenLife = life;
    Object.assign(this, values);
    if (values.description !== undefined) this.#mended('description');
  }

  toggleAction(one: ScopeAction): void {
    this.actions = toggled(this.actions, one);
    this.#mended('actions');
  }

  toggleRepository(key: string): void {
    this.repositories = toggled(this.repositories, key);
  }

  /** Returns whether all values are valid. */
  check(): boolean {
    this.errors = {
      ...(this.description.trim() === '' ? { description: messages.descriptionMissing } : {}),
      ...(this.kind === 'repositories' && this.actions.length === 0
        ? { actions: messages.actionMissing }
        : {}),
    };
    return Object.keys(this.errors).length === 0;
  }

  /** Returns whether the token was created. */
  async submit(): Promise<boolean> {
    if (this.busy || !this.check()) return false;
    runInAction(() => {
      this.busy = true;
      this.failure = undefined;
    });
    try {
      await this.#tokens.create(this.token);
      return true;
    } catch (error) {
      runInAction(() => {
        this.failure = causeOf(error);
      });
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  #mended(field: 'description' | 'actions'): void {
    const { [field]: _mended, ...errors } = this.errors;
    this.errors = errors;
  }
}

function toggled<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}
