import type { ShellApi } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { changeOnboarding } from '../quickSetup/onboardingApi.ts';
import { type Answers, type Missing, missingOf, STEPS, type StepName, type Steps } from './answers.ts';
import { forgetSteps, keepSteps, readSteps } from './kept.ts';

/** Says that only the artifacts are wanted, under the name that the platform's other consoles read. */
const ARTIFACTORY_ONLY = 'RTonlyRemoved';

/** What the platform is for, asked in steps; kept in this browser until it is sent. */
export class PersonalizationStore {
  steps: Steps;
  current: StepName;
  /** It asks. */
  visible = true;
  /** The fields of this step have been left or sent: what is missing is shown. */
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

  /** Takes what was typed or chosen; what another step needs may change with it. */
  answer<Name extends StepName>(name: Name, data: Partial<Answers[Name]>): void {
    const answers = { ...this.answers, [name]: { ...this.answers[name], ...data } };
    this.#take(answers, (step) => this.steps[step].isCompleted);
  }

  /** To the next step, where this one is answered; after the last one it is sent. */
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

  /** Tells the platform, and forgets what this browser kept; a failure keeps it. */
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

  /** Asks no more; what was answered stays in this browser. A failure keeps asking, and says why. */
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

  /** Only artifacts are wanted: this browser says so to the platform's consoles, and there is nothing more to ask. */
  async artifactoryOnly(): Promise<boolean> {
    try {
      window.localStorage.setItem(ARTIFACTORY_ONLY, 'true');
    } catch {
      // Storage that is full or forbidden: the questions are put off all the same.
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
