import { HttpFailure } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type FieldErrors, rejectedField } from './fieldErrors.ts';

export interface FormRules<Values extends object, Saved = unknown> {
  /** Finds invalid values before the server is called. */
  readonly check?: (values: Values) => FieldErrors<Values>;
  /** Asks whether to save valid values, if that can have unexpected consequences. */
  readonly confirm?: (values: Values) => Promise<boolean>;
  /** Saves the values; `before` are the last saved values. Throws `HttpFailure`. */
  readonly save: (values: Values, before: Values) => Promise<Saved>;
  /** Returns the values to continue with after saving; without it, the submitted ones. */
  readonly valuesAfter?: (saved: Saved) => Values;
  /** Returns the field that an error code is about. Validator errors are assigned without it. */
  readonly fieldOf?: (failure: HttpFailure) => (keyof Values & string) | undefined;
  /** Tells whether the values cannot be changed now. Reactive. */
  readonly readOnly?: () => boolean;
}

/** The values of a form, their errors, and the state of saving. */
export class FormStore<Values extends object, Saved = unknown> {
  readonly #rules: FormRules<Values, Saved>;
  /** Set by `useFields` for the error summary. */
  readonly labels = new Map<string, string>();

  values: Values;
  /** The values when the form was opened or last saved. */
  saved: Values;
  errors: FieldErrors<Values> = {};
  busy = false;
  /** Why saving failed, as reported by the server; `''` without a reason. */
  failure: string | undefined;
  /** The object was changed since it was loaded: saving again would fail, too. */
  conflict = false;

  constructor(values: Values, rules: FormRules<Values, Saved>) {
    this.values = values;
    this.saved = values;
    this.#rules = rules;
    makeObservable(this, {
      values: observableRef,
      saved: observableRef,
      errors: observableRef,
      busy: observable,
      failure: observable,
      conflict: observable,
      dirty: computed,
      readOnly: computed,
      set: action,
      validate: action,
      check: action,
      fail: action,
      assign: action,
      reset: action,
      markSaved: action,
      submit: action,
    });
  }

  /** Tells whether leaving the form would lose changes. */
  get dirty(): boolean {
    return JSON.stringify(this.values) !== JSON.stringify(this.saved);
  }

  get readOnly(): boolean {
    return this.#rules.readOnly?.() ?? false;
  }

  set<Key extends keyof Values & string>(key: Key, value: Values[Key]): void {
    this.values = { ...this.values, [key]: value };
    const { [key]: _fixed, ...errors } = this.errors;
    this.errors = errors as FieldErrors<Values>;
  }

  /** Checks one field when it loses the focus, unless it is unchanged. */
  validate(key: keyof Values & string): void {
    if (this.values[key] === this.saved[key]) return;
    const error = this.#rules.check?.(this.values)[key];
    // An unchanged error is not set again, so that the field is not rendered again.
    if (error === undefined || JSON.stringify(error) === JSON.stringify(this.errors[key])) return;
    this.errors = { ...this.errors, [key]: error };
  }

  /** Checks all fields; returns whether they are valid. */
  check(): boolean {
    this.errors = this.#rules.check?.(this.values) ?? {};
    return Object.keys(this.errors).length === 0;
  }

  /** Discards the changes. */
  reset(): void {
    this.values = this.saved;
    this.errors = {};
    this.failure = undefined;
    this.conflict = false;
  }

  /** Marks the values as saved, for example after the object was deleted. */
  markSaved(): void {
    this.saved = this.values;
  }

  /**
   * Saves, once at a time; returns whether that succeeded, or `undefined` if the user decided
   * against it. Never rejects.
   */
  async submit(): Promise<boolean | undefined> {
    if (this.busy || this.readOnly) return false;
    this.failure = undefined;
    this.conflict = false;
    if (!this.check()) return false;
    const { values, saved } = this;
    this.busy = true;
    try {
      if (this.#rules.confirm && !(await this.#rules.confirm(values))) return undefined;
      const answer = await this.#rules.save(values, saved);
      runInAction(() => this.#take(values, this.#rules.valuesAfter?.(answer) ?? values));
      return true;
    } catch (cause) {
      this.fail(cause);
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  /** Shows an error of the server at the field it is about, or above the form. */
  fail(cause: unknown): void {
    this.conflict = cause instanceof HttpFailure && cause.status === 412;
    if (!this.assign(cause)) this.failure = cause instanceof Error ? cause.message : String(cause);
  }

  /** Shows an error of the server at the field it is about; returns whether there is one. */
  assign(cause: unknown): boolean {
    if (!(cause instanceof HttpFailure)) return false;
    const field = this.#rules.fieldOf?.(cause);
    const [key, text] =
      (field === undefined ? rejectedField(cause, Object.keys(this.values)) : [field, cause.message]) ?? [];
    if (key === undefined) return false;
    this.errors = { [key]: text } as FieldErrors<Values>;
    return true;
  }

  /** Changes made while saving stay, and stay unsaved. */
  #take(submitted: Values, after: Values): void {
    if (this.values === submitted) this.values = after;
    this.saved = after;
  }
}

/** Returns the fields whose values differ. */
export function changedFields<Values extends object>(values: Values, before: Values): Partial<Values> {
  const entries = Object.entries(values) as [keyof Values, Values[keyof Values]][];
  return Object.fromEntries(
    entries.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  ) as Partial<Values>;
}
