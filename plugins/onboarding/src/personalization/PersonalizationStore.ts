import type { ShellApi } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { changeOnboarding } from '../quickSetup/onboardingApi.ts';
import { type Answers, type Missing, missingOf, STEPS, type StepName, type Steps } from './answers.ts';
import { forgetSteps, keepSteps, readSteps } from './kept.ts';

/** Storage key of the "Artifactory only" flag, which the platform's other consoles read. */
const ARTIFACTORY_ONLY = 'RTonlyRemoved';

/**
 * State of the questions about the use of the platform, stored in this browser until they are
 * submitted.
 */
export class PersonalizationStore {
  steps: Steps;
  current: StepName;
  /** Whether the questions are shown. */
  visible = true;
  /** The user left a field of this step or submitted it: missing answers are shown. */
  checked = false;
  busy = false;
  failure: string | undefined;
  readonly #shell: Pick<ShellApi, 'http' | 'storage' | 'analytics' | 'services'>;

  constructor(shell: Pick<ShellApi, 'http' | 'storage' | 'analytics' | 'services'>) {
    this.#shell = shell;
    this.steps = readSteps(shell.storage);
    this.current = STEPS.find((name) => !this.steps[name].isCompleted) ?? 'desiredFeatures';
    makeObservable(this, {
      steps: observableRef,
      current: observable,
      visible: observable,
      checked: observable,
      busy: observable,
      failure: observable,
      missing: computed,
      answer: action,
      next: action,
      back: action,
    });
  }

  get answers(): Answers {
    const of = (name: StepName) => this.steps[name].stepDataObject;
    return Object.fromEntries(STEPS.map((name) => [name, of(name)])) as unknown as Answers;
  }

  get missing(): readonly Missing[] {
    return missingOf(this.current, this.answers);
  }

  /** Stores input. It can change which answers other steps require. */
  answer<Name extends StepName>(name: Name, data: Partial<Answers[Name]>): void {
    const answers = { ...this.answers, [name]: { ...this.answers[name], ...data } };
    this.#take(answers, (step) => this.steps[step].isCompleted);
  }

  /** Goes to the next step when this one is complete; submits after the last one. */
  next(): Promise<boolean> {
    this.checked = true;
    if (this.missing.length > 0) return Promise.resolve(false);
    this.#take(this.answers, (step) => step === this.current || this.steps[step].isCompleted);
    this.checked = false;
    const following = STEPS[STEPS.indexOf(this.current) + 1];
    if (following === undefined) return this.send();
    this.current = following;
    return Promise.resolve(true);
  }

  back(): void {
    this.checked = false;
    this.current = STEPS[Math.max(0, STEPS.indexOf(this.current) - 1)] ?? 'init';
  }

  /** Submits the answers and deletes them from this browser; keeps them after a failure. */
  async send(): Promise<boolean> {
    if (this.busy) return false;
    const { purpose, details, desiredFeatures } = this.answers;
    runInAction(() => {
      this.busy = true;
      this.failure = undefined;
    });
    try {
      const data = { ...purpose, ...details, ...desiredFeatures };
      await changeOnboarding(this.#shell.http, { completed: true, data });
      this.#shell.analytics.track('personalization', {
        purpose: purpose.purpose ?? '',
        role: details.role ?? '',
        features: desiredFeatures.features.join(', '),
      });
      forgetSteps(this.#shell.storage);
      runInAction(() => {
        this.visible = false;
      });
      return true;
    } catch (error) {
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

  /**
   * Dismisses the questions and keeps the answers in this browser. After a failure, they stay
   * visible with the cause.
   */
  async hide(): Promise<boolean> {
    runInAction(() => {
      this.failure = undefined;
    });
    try {
      await changeOnboarding(this.#shell.http, { quickActionVisible: false });
      runInAction(() => {
        this.visible = false;
      });
      return true;
    } catch (error) {
      runInAction(() => {
        this.failure = error instanceof Error ? error.message : String(error);
      });
      return false;
    }
  }

  /** Sets the flag for the platform's consoles and dismisses the questions. */
  async artifactoryOnly(): Promise<boolean> {
    try {
      window.localStorage.setItem(ARTIFACTORY_ONLY, 'true');
    } catch {
      // Storage can be full or blocked: dismiss the questions anyway.
    }
    await this.#shell.services.reload();
    return this.hide();
  }

  #take(answers: Answers, isCompleted: (step: StepName) => boolean): void {
    const steps = STEPS.map((name) => {
      const isValid = missingOf(name, answers).length === 0;
      return [name, { stepDataObject: answers[name], isValid, isCompleted: isValid && isCompleted(name) }];
    });
    this.steps = Object.fromEntries(steps) as Steps;
    keepSteps(this.#shell.storage, this.steps);
  }
}
