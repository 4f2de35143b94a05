import type { ProviderTest } from '@lading/contract/rest';
import { changedFields, FormStore } from '@lading/ui/edit';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { checkFields, fieldInText } from './checkFields.ts';
import { type Section, settingsOf, type Values, valuesOf } from './fields.ts';

export interface SettingsRules {
  readonly sections: readonly Section[];
  /** The stored settings, or the defaults for new ones. */
  readonly settings: object;
  /** Saves the settings and returns the stored ones. Throws `HttpFailure`. */
  readonly save: (settings: Record<string, unknown>, changed: ReadonlySet<string>) => Promise<object>;
  /** Tests a connection with the settings. Throws `HttpFailure`. */
  readonly test?: (
    settings: Record<string, unknown>,
    extra: Readonly<Record<string, string>>,
  ) => Promise<ProviderTest>;
}

/** State of a settings form whose fields are described by sections, and the result of its test. */
export class SettingsStore {
  readonly #rules: SettingsRules;
  readonly form: FormStore<Values, object>;
  /** The stored settings. */
  settings: object;
  /** Values used only by the test. */
  extra: Readonly<Record<string, string>> = {};
  testing = false;
  tested: ProviderTest | undefined;
  testFailure: string | undefined;

  constructor(rules: SettingsRules) {
    const { sections } = rules;
    this.#rules = rules;
    this.settings = rules.settings;
    this.form = new FormStore<Values, object>(valuesOf(sections, rules.settings), {
      check: (values) => checkFields(sections, values),
      save: async (values, before) => {
        const changed = new Set(Object.keys(changedFields(values, before)));
        const settings = await rules.save(settingsOf(sections, values), changed);
        runInAction(() => {
          this.settings = settings;
        });
        return settings;
      },
      valuesAfter: (settings) => valuesOf(sections, settings),
      fieldOf: (failure) => fieldInText(sections, failure),
    });
    makeObservable(this, {
      settings: observableRef,
      extra: observableRef,
      testing: observable,
      tested: observableRef,
      testFailure: observable,
      setExtra: action,
      test: action,
    });
  }

  get sections(): readonly Section[] {
    return this.#rules.sections;
  }

  get testable(): boolean {
    return this.#rules.test !== undefined;
  }

  setExtra(key: string, value: string): void {
    this.extra = { ...this.extra, [key]: value };
  }

  /** Tests the values of the form. */
  async test(): Promise<void> {
    const { test } = this.#rules;
    if (!test || this.testing || !this.form.check()) return;
    this.testing = true;
    this.tested = undefined;
    this.testFailure = undefined;
    try {
      const tested = await test(settingsOf(this.sections, this.form.values), this.extra);
      runInAction(() => {
        this.tested = tested;
      });
    } catch (cause) {
      if (!this.form.assign(cause)) {
        runInAction(() => {
          this.testFailure = cause instanceof Error ? cause.message : String(cause);
        });
      }
    } finally {
      runInAction(() => {
        this.testing = false;
      });
    }
  }
}
