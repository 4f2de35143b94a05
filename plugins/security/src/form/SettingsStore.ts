import { HttpFailure } from '@lading/contract';
import type { ProviderTest } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { checkFields, type Faults, refusedField } from './checkFields.ts';
import { type Section, settingsOf, type Values, valuesOf } from './fields.ts';

export interface SettingsRules {
  readonly sections: readonly Section[];
  /** As the platform has them, or as they are to begin with. */
  readonly settings: object;
  /** Saves; gives them as the platform has them then. Throws `HttpFailure`. */
  readonly save: (settings: Record<string, unknown>, changed: ReadonlySet<string>) => Promise<object>;
  /** What the other side answers. Throws `HttpFailure` where it could not be asked. */
  readonly test?: (
    settings: Record<string, unknown>,
    extra: Readonly<Record<string, string>>,
  ) => Promise<ProviderTest>;
}

/** What an administrator has typed of some settings, what is wrong with it, and what a test of it gave. */
export class SettingsStore {
  readonly #rules: SettingsRules;
  /** As the platform has them. */
  settings: object;
  values: Values;
  faults: Faults = {};
  busy = false;
  /** Why saving failed, in the platform's words; `''`: it gave none. */
  failure: string | undefined;
  /** What is typed for the test alone. */
  extra: Readonly<Record<string, string>> = {};
  testing = false;
  tested: ProviderTest | undefined;
  testFailure: string | undefined;

  constructor(rules: SettingsRules) {
    this.#rules = rules;
    this.settings = rules.settings;
    this.values = valuesOf(rules.sections, rules.settings);
    makeObservable(this, {
      settings: observableRef,
      values: observableRef,
      faults: observableRef,
      busy: observable,
      failure: observable,
      extra: observableRef,
      testing: observable,
      tested: observableRef,
      testFailure: observable,
      dirty: computed,
      set: action,
      setExtra: action,
      forget: action,
      save: action,
      test: action,
    });
  }

  get sections(): readonly Section[] {
    return this.#rules.sections;
  }

  get testable(): boolean {
    return this.#rules.test !== undefined;
  }

  /** Something would be lost by leaving. */
  get dirty(): boolean {
    return this.#changed().size > 0;
  }

  set(key: string, value: Values[string]): void {
    this.values = { ...this.values, [key]: value };
    const { [key]: _mended, ...faults } = this.faults;
    this.faults = faults;
  }

  setExtra(key: string, value: string): void {
    this.extra = { ...this.extra, [key]: value };
  }

  /** What was typed is of no use any more. */
  forget(): void {
    this.values = valuesOf(this.sections, this.settings);
  }

  /** Saves; says whether that worked. */
  async save(): Promise<boolean> {
    if (this.busy || !this.#check()) return false;
    this.busy = true;
    this.failure = undefined;
    try {
      const settings = await this.#rules.save(settingsOf(this.sections, this.values), this.#changed());
      runInAction(() => {
        this.settings = settings;
        this.values = valuesOf(this.sections, settings);
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

  /** Asks the other side with what is typed. */
  async test(): Promise<void> {
    const { test } = this.#rules;
    if (!test || this.testing || !this.#check()) return;
    this.testing = true;
    this.tested = undefined;
    this.testFailure = undefined;
    try {
      const tested = await test(settingsOf(this.sections, this.values), this.extra);
      runInAction(() => {
        this.tested = tested;
      });
    } catch (cause) {
      runInAction(() => {
        if (!this.#atField(cause)) this.testFailure = wordsOf(cause);
      });
    } finally {
      runInAction(() => {
        this.testing = false;
      });
    }
  }

  #check(): boolean {
    this.faults = checkFields(this.sections, this.values);
    return Object.keys(this.faults).length === 0;
  }

  #changed(): ReadonlySet<string> {
    const before = valuesOf(this.sections, this.settings);
    const keys = Object.keys(this.values);
    return new Set(keys.filter((key) => JSON.stringify(this.values[key]) !== JSON.stringify(before[key])));
  }

  #refuse(cause: unknown): void {
    if (!this.#atField(cause)) this.failure = wordsOf(cause);
  }

  /** Says it at the field that it is about, where there is one. */
  #atField(cause: unknown): boolean {
    const refused = cause instanceof HttpFailure ? refusedField(this.sections, cause) : undefined;
    if (!refused) return false;
    this.faults = { [refused[0]]: refused[1] };
    return true;
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
