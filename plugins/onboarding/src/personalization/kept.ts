import type { ScopedStorage } from '@lading/contract';
import {
  type Answers,
  FEATURES,
  missingOf,
  PURPOSES,
  ROLES,
  STEPS,
  type Step,
  type Steps,
} from './answers.ts';

const KEY = 'personalization';

const NOTHING: Answers = {
  init: {},
  purpose: {},
  details: { companyName: '', ossProjectName: '', otherRole: '' },
  desiredFeatures: { features: [] },
};

/** Reads the answers stored in this browser; empty answers if there are none. */
export function readSteps(storage: ScopedStorage): Steps {
  return stepsOf(decode(storage.get(KEY)));
}

export function keepSteps(storage: ScopedStorage, steps: Steps): void {
  storage.set(KEY, encode(steps));
}

export function forgetSteps(storage: ScopedStorage): void {
  storage.remove(KEY);
}

/** Hides the answers from a casual look at the browser's storage. This is no encryption. */
function encode(value: unknown): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
}

function decode(text: string | undefined): Record<string, unknown> {
  try {
    const bytes = Uint8Array.from(atob(text ?? ''), (character) => character.charCodeAt(0));
    return asRecord(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // Nothing is stored, or the value has another format.
    return {};
  }
}

/** Validates the stored value part by part; invalid parts are ignored. */
function stepsOf(kept: Record<string, unknown>): Steps {
  const data = (name: string) => asRecord(asRecord(kept[name]).stepDataObject);
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 256) : '');
  const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
    values.find((each) => each === value);
  const { purpose: wantedPurpose } = data('purpose');
  const { companyName, ossProjectName, role: wantedRole, otherRole } = data('details');
  const { features } = data('desiredFeatures');
  const purpose = oneOf(PURPOSES, wantedPurpose);
  const role = oneOf(ROLES, wantedRole);
  const answers: Answers = {
    init: NOTHING.init,
    purpose: purpose ? { purpose } : {},
    details: {
      companyName: text(companyName),
      ossProjectName: text(ossProjectName),
      otherRole: text(otherRole),
      ...(role ? { role } : {}),
    },
    desiredFeatures: {
      features: FEATURES.filter((feature) => Array.isArray(features) && features.includes(feature)),
    },
  };
  const steps = STEPS.map((name) => {
    const isValid = missingOf(name, answers).length === 0;
    const isCompleted = isValid && asRecord(kept[name]).isCompleted === true;
    const step: Step<typeof name> = { stepDataObject: answers[name], isCompleted, isValid };
    return [name, step];
  });
  return Object.fromEntries(steps) as unknown as Steps;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
