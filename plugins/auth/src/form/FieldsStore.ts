import { HttpFailure, type Message } from '@lading/contract';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { failureWords } from '../calls/failureWords.ts';

type Values<Key extends string> = Readonly<Record<Key, string>>;
/** Errors by field: a message of the console, or the platform's text. */
export type Faults<Key extends string> = Readonly<Partial<Record<Key, Message | string>>>;

export interface FieldRules<Key extends string> {
  readonly initial: Values<Key>;
  readonly check: (values: Values<Key>) => Faults<Key>;
  /** Throws `HttpFailure` when the platform rejects the values. */
  readonly send: (values: Values<Key>) => Promise<void>;
  /** Returns the field that a rejection is about; `undefined` for the whole form. */
  readonly fieldOf?: (failure: HttpFailure) => Key | undefined;
}

/** Values, errors, and submission state of a form. */
export class FieldsStore<Key extends string> {
  readonly #rules: FieldRules<Key>;

  values: Values<Key>;
  faults = {} as Faults<Key>;
  busy = false;
  /** Why the form was rejected, as reported by the platform; `''` when it gave no reason. */
  failure: string | undefined;

  constructor(rules: FieldRules<Key>) {
    this.#rules = rules;
    this.values = rules.initial;
    makeObservable(this, {
      values: observableRef,
      faults: observableRef,
      busy: observable,
      failure: observable,
      type: action,
      submit: action,
    });
  }

  type(key: Key, text: string): void {
    this.values = { ...this.values, [key]: text };
    const { [key]: _mended, ...faults } = this.faults;
    this.faults = faults as Faults<Key>;
  }

  /** Submits the form; returns whether it was accepted. */
  async submit(): Promise<boolean> {
    if (this.busy) return false;
    this.failure = undefined;
    this.faults = this.#rules.check(this.values);
    if (Object.keys(this.faults).length > 0) return false;
    this.busy = true;
    try {
      await this.#rules.send(this.values);
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
    if (field !== undefined) this.faults = { [field]: failureWords(cause) } as Faults<Key>;
    else this.failure = failureWords(cause);
  }
}
