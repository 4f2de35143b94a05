import { HttpFailure, type Message, type TextValues } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';

/** What is wrong: a message of ours, or the platform's own words. */
export type Fault = string | { readonly message: Message; readonly values?: TextValues };
export type Faults<Values> = Partial<Record<keyof Values & string, Fault>>;

export interface FormRules<Values> {
  /** What is wrong with the values. */
  readonly check: (values: Values) => Faults<Values>;
  /** Throws `HttpFailure` where the platform does not take them. */
  readonly save: (values: Values, before: Values) => Promise<unknown>;
  /** The field that a refusal of the platform is about. */
  readonly fieldOf?: (failure: HttpFailure) => (keyof Values & string) | undefined;
}

/** What is typed into a form, what is wrong with it, and how far saving is. */
export class FormStore<Values extends object> {
  readonly #rules: FormRules<Values>;

  values: Values;
  /** As they were when the form was opened, or saved last. */
  saved: Values;
  faults: Faults<Values> = {};
  busy = false;
  /** Why saving failed, in the platform's words; `''`: it gave none. */
  failure: string | undefined;

  constructor(values: Values, rules: FormRules<Values>) {
    this.values = values;
    this.saved = values;
    this.#rules = rules;
    makeObservable(this, {
      values: observableRef,
      saved: observableRef,
      faults: observableRef,
      busy: observable,
      failure: observable,
      dirty: computed,
      set: action,
      leave: action,
      forget: action,
      submit: action,
    });
  }

  /** Something would be lost by leaving. */
  get dirty(): boolean {
    return JSON.stringify(this.values) !== JSON.stringify(this.saved);
  }

  set<Key extends keyof Values & string>(key: Key, value: Values[Key]): void {
    this.values = { ...this.values, [key]: value };
    const { [key]: _mended, ...faults } = this.faults;
    this.faults = faults as Faults<Values>;
  }

  /** The field was left: says what is wrong with it, unless it was never touched. */
  leave(key: keyof Values & string): void {
    if (this.values[key] === this.saved[key]) return;
    const fault = this.#rules.check(this.values)[key];
    if (fault !== undefined) this.faults = { ...this.faults, [key]: fault };
  }

  /** What was typed is of no use any more. */
  forget(): void {
    this.saved = this.values;
  }

  /** Saves; says whether that worked. */
  async submit(): Promise<boolean> {
    if (this.busy) return false;
    const { values, saved } = this;
    this.faults = this.#rules.check(values);
    this.failure = undefined;
    if (Object.keys(this.faults).length > 0) return false;
    this.busy = true;
    try {
      await this.#rules.save(values, saved);
      runInAction(() => {
        this.saved = values;
      });
      return true;
    } catch (cause) {
      runInAction(() => this.#refuse(cause));
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  #refuse(cause: unknown): void {
    const field = cause instanceof HttpFailure ? this.#rules.fieldOf?.(cause) : undefined;
    if (field !== undefined) this.faults = { [field]: (cause as HttpFailure).message } as Faults<Values>;
    else this.failure = cause instanceof Error ? cause.message : String(cause);
  }
}

/** What the form changed: the fields that differ from how they were. */
export function changedOf<Values extends object>(values: Values, before: Values): Partial<Values> {
  const entries = Object.entries(values) as [keyof Values, Values[keyof Values]][];
  return Object.fromEntries(
    entries.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  ) as Partial<Values>;
}
