import { type Http, HttpFailure } from '@lading/contract';
import type { ConnectionTest, Integration, IntegrationForm } from '@lading/contract/rest';
import { type FieldErrors, FormStore } from '@lading/ui/edit';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { changeIntegration, createIntegration, testIntegration } from '../integrationsApi.ts';
import { messages } from './messages.ts';
import { exampleOf, type GitVendor, vendorOf } from './vendors.ts';

export interface GitValues {
  readonly userName: string;
  readonly integrationName: string;
  readonly token: string;
  readonly url: string;
  readonly allowPrivate: boolean;
}

export type GitForm = FormStore<GitValues, string>;

/** Steps of the dialog: the form, then the service that uses the new connection. */
export class GitModal {
  readonly #http: Http;
  vendor: GitVendor | undefined;
  /** The connection being edited. */
  editing: Integration | undefined;
  form: GitForm | undefined;
  step: 'form' | 'service' = 'form';
  /** Key of the new connection, or of the connection to select a service for. */
  key: string | undefined;
  testing = false;
  /** Test result for the current form values. */
  tested: ConnectionTest | undefined;
  testFailure: string | undefined;
  popover = false;
  busy = false;
  failure: string | undefined;

  constructor(http: Http) {
    this.#http = http;
    makeObservable(this, {
      ...{ vendor: observableRef, editing: observableRef, form: observableRef, step: observable },
      ...{ key: observable, testing: observable, tested: observableRef, testFailure: observable },
      ...{ popover: observable, busy: observable, failure: observable },
      ...{ open: computed, showsTest: computed, valid: computed, canSubmit: computed },
      ...{ create: action, edit: action, selectService: action, touched: action, close: action },
      ...{ dismissPopover: action, test: action, useService: action },
    });
  }

  get open(): boolean {
    return this.vendor !== undefined;
  }

  /**
   * Whether a test is required. A stored connection needs one only for a new URL, user, or token.
   */
  get showsTest(): boolean {
    const { form, editing } = this;
    if (!form || !editing) return form !== undefined;
    const { url, userName, token } = form.values;
    return token !== '' || url.trim() !== editing.url || userName.trim() !== editing.userName;
  }

  get valid(): boolean {
    return this.form !== undefined && Object.keys(this.#errorsOf(this.form.values)).length === 0;
  }

  get canSubmit(): boolean {
    return this.valid && (!this.showsTest || this.tested !== undefined);
  }

  create(vendor: GitVendor): void {
    this.close();
    this.vendor = vendor;
    const values = { userName: '', integrationName: '', token: '', url: vendor.url, allowPrivate: false };
    this.form = this.#formOf(
      values,
      (form) => createIntegration(this.#http, form),
      (key) => {
        this.key = key;
        this.step = 'service';
      },
    );
  }

  edit(integration: Integration): void {
    this.close();
    this.vendor = vendorOf(integration.vendorName);
    this.editing = integration;
    const { userName, integrationName, url, allowPrivate, integrationKey } = integration;
    this.form = this.#formOf(
      { userName, integrationName, url, allowPrivate, token: '' },
      async (form) => {
        await changeIntegration(this.#http, integrationKey, form);
        return integrationKey;
      },
      () => undefined,
    );
  }

  /** Opens the second step for a connection that no service uses. */
  selectService(integration: Integration): void {
    this.edit(integration);
    this.key = integration.integrationKey;
    this.step = 'service';
  }

  /** Invalidates the test result: it applies only to the tested values. */
  touched(): void {
    this.tested = undefined;
    this.testFailure = undefined;
    this.popover = false;
  }

  dismissPopover(): void {
    this.popover = false;
  }

  /** Tests the connection and returns whether the server accepted the token. Never rejects. */
  async test(): Promise<boolean> {
    const { form } = this;
    if (!form || this.testing || !form.check()) return true;
    this.touched();
    this.testing = true;
    const { values } = form;
    try {
      const tested = await testIntegration(this.#http, this.#payload(values));
      runInAction(() => {
        // Ignores the result if the values changed during the test.
        if (this.form === form && form.values === values) Object.assign(this, { tested, popover: true });
      });
      return true;
    } catch (cause) {
      runInAction(() => {
        if (this.form === form) this.testFailure = reasonOf(cause);
      });
      return this.form !== form;
    } finally {
      runInAction(() => {
        this.testing = false;
      });
    }
  }

  /** Lets a service use the connection, and returns whether that succeeded. Never rejects. */
  async useService(): Promise<boolean> {
    const { form, key } = this;
    if (!form || key === undefined || this.busy) return false;
    this.busy = true;
    this.failure = undefined;
    try {
      const payload = this.#payload({ ...form.values, token: '' });
      await changeIntegration(this.#http, key, { ...payload, integrationKey: key, products: ['xray'] });
      return true;
    } catch (cause) {
      runInAction(() => {
        this.failure = reasonOf(cause);
      });
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  /** Resets everything. */
  close(): void {
    this.vendor = undefined;
    this.editing = undefined;
    this.form = undefined;
    this.step = 'form';
    this.key = undefined;
    this.testing = false;
    this.busy = false;
    this.failure = undefined;
    this.touched();
  }

  #formOf(
    values: GitValues,
    save: (form: IntegrationForm) => Promise<string>,
    saved: (key: string) => void,
  ): GitForm {
    const form: GitForm = new FormStore<GitValues, string>(values, {
      check: (checked) => this.#errorsOf(checked),
      save: async (saving) => {
        const key = await save(this.#payload(saving));
        runInAction(() => {
          if (this.form === form) saved(key);
        });
        return key;
      },
    });
    return form;
  }

  #payload(values: GitValues): IntegrationForm {
    const { userName, integrationName, url, token, allowPrivate } = values;
    return {
      ...{
        userName: userName.trim(),
        integrationName: integrationName.trim(),
        url: url.trim(),
        allowPrivate,
      },
      ...{ vendorName: this.vendor?.id ?? 0, integrationType: 1 },
      ...(token.trim() === '' ? {} : { token: token.trim() }),
      ...(this.editing ? { integrationKey: this.editing.integrationKey } : {}),
    };
  }

  #errorsOf({ userName, integrationName, token, url, allowPrivate }: GitValues): FieldErrors<GitValues> {
    const { editing, vendor } = this;
    const isKept = editing !== undefined && originOf(editing.url) === originOf(url.trim());
    const values = { example: vendor ? exampleOf(vendor) : '' };
    return {
      ...(userName.trim() === '' ? { userName: { message: messages.userNameRequired } } : {}),
      ...(integrationName.trim() === '' ? { integrationName: { message: messages.nameRequired } } : {}),
      ...(isServer(url.trim(), allowPrivate) ? {} : { url: { message: messages.badUrl, values } }),
      ...(token.trim() === '' && !isKept ? { token: { message: messages.tokenRequired } } : {}),
    };
  }
}

function isServer(text: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  const isPlain = protocol === 'http:' && allowPrivate;
  return (protocol === 'https:' || isPlain) && username + password + search + hash === '';
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/** Returns the detail of the server's error, or its message if there is none. */
function reasonOf(cause: unknown): string {
  if (cause instanceof HttpFailure) {
    const { errors } = (cause.body ?? {}) as { errors?: { detail?: string }[] };
    return errors?.[0]?.detail ?? cause.message;
  }
  return cause instanceof Error ? cause.message : String(cause);
}
