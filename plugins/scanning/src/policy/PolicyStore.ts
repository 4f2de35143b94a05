import type { Http } from '@lading/contract';
import type { ScanPolicy, ScanSeverity } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { savePolicy } from '../scanningApi.ts';

/** The policy as an administrator has typed it: lists are texts, an entry on each line. */
export interface Draft {
  readonly enabled: boolean;
  readonly allowed: string;
  readonly banned: string;
  readonly unknownViolates: boolean;
  readonly missingViolatesEverywhere: boolean;
  readonly minSeverity: ScanSeverity | '';
}

export class PolicyStore {
  readonly #http: Http;
  #saved: Draft;
  draft: Draft;
  busy = false;
  /** Why saving failed, in the platform's words. */
  failure: string | undefined;

  constructor(http: Http, policy: ScanPolicy) {
    this.#http = http;
    this.#saved = draftOf(policy);
    this.draft = this.#saved;
    makeObservable(this, {
      draft: observableRef,
      busy: observable,
      failure: observable,
      dirty: computed,
      fill: action,
      save: action,
    });
  }

  /** Something would be lost by leaving. */
  get dirty(): boolean {
    return JSON.stringify(this.draft) !== JSON.stringify(this.#saved);
  }

  fill(part: Partial<Draft>): void {
    this.draft = { ...this.draft, ...part };
  }

  /** Whether it was saved. Never rejects. */
  async save(): Promise<boolean> {
    this.busy = true;
    this.failure = undefined;
    try {
      const saved = draftOf(await savePolicy(this.#http, policyOf(this.draft)));
      runInAction(() => {
        this.#saved = saved;
        this.draft = { ...saved };
      });
      return true;
    } catch (cause) {
      runInAction(() => {
        this.failure = cause instanceof Error ? cause.message : String(cause);
      });
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }
}

function draftOf({ licenses, security }: ScanPolicy): Draft {
  return {
    enabled: licenses.enabled,
    allowed: licenses.allowed.join('\n'),
    banned: licenses.banned.join('\n'),
    unknownViolates: licenses.unknownViolates,
    missingViolatesEverywhere: licenses.missingViolatesEverywhere ?? false,
    minSeverity: security.minSeverity ?? '',
  };
}

function policyOf({ allowed, banned, minSeverity, ...licenses }: Draft): ScanPolicy {
  return {
    licenses: { ...licenses, allowed: linesOf(allowed), banned: linesOf(banned) },
    security: { minSeverity: minSeverity === '' ? null : minSeverity },
  };
}

function linesOf(text: string): string[] {
  return [...new Set(text.split(/[\n,]/).map((line) => line.trim()))].filter((line) => line !== '');
}
