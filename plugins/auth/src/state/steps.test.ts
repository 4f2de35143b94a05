import { describe, expect, it } from 'vitest';
import page from '../../../../docs/reference/sign-in-states.md?raw';
import { after, type Happening, type Step, TRANSITIONS } from './steps.ts';

const WAYS: readonly (readonly [string, Step, readonly (readonly [Happening, Step])[]])[] = [
  [
    'only a password',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['accepted', 'finishing'],
      ['finished', 'signedIn'],
    ],
  ],
  [
    'a rejected password',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['refused', 'signedOut'],
    ],
  ],
  [
    'MFA that is set up',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['mustVerify', 'asked'],
      ['accepted', 'finishing'],
      ['finished', 'signedIn'],
    ],
  ],
  [
    'MFA that must be set up',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['mustEnroll', 'enrolling'],
      ['enrolled', 'keepingCodes'],
      ['codesKept', 'finishing'],
    ],
  ],
  ['an MFA prompt that has expired', 'asked', [['notPending', 'signedOut']]],
  ['an MFA enrollment that has expired', 'enrolling', [['notPending', 'signedOut']]],
  [
    'an expired password',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['expired', 'changing'],
      ['submitted', 'checking'],
      ['accepted', 'finishing'],
    ],
  ],
  [
    'an invitation',
    'signedOut',
    [
      ['invitationHeld', 'invited'],
      ['submitted', 'checking'],
      ['accepted', 'finishing'],
    ],
  ],
  [
    'an existing session',
    'signedOut',
    [
      ['known', 'finishing'],
      ['finished', 'signedIn'],
    ],
  ],
  [
    'a provider',
    'signedOut',
    [
      ['sentToProvider', 'atProvider'],
      ['began', 'signedOut'],
    ],
  ],
  ['a sign-out', 'signedIn', [['began', 'signedOut']]],
];

describe('the sign-in steps', () => {
  it.each(WAYS)('follow %s from %s [login-03]', (_what, start, way) => {
    let step = start;
    for (const [happening, next] of way) {
      expect([happening, after(step, happening)]).toEqual([happening, next]);
      step = next;
    }
  });

  it('ignore impossible events: a form that is submitted twice is sent once', () => {
    expect(after('checking', 'submitted')).toBeUndefined();
    expect(after('finishing', 'submitted')).toBeUndefined();
    expect(after('signedOut', 'accepted')).toBeUndefined();
    expect(after('asked', 'enrolled')).toBeUndefined();
  });

  it('can be restarted from every step that does not continue automatically', () => {
    const stuck = (Object.keys(TRANSITIONS) as Step[]).filter((step) => {
      const { began, ...ways } = TRANSITIONS[step];
      return step !== 'signedOut' && began === undefined && Object.keys(ways).length === 0;
    });
    expect(stuck).toEqual([]);
  });

  it('match the diagram in the documentation', () => {
    const drawn = [...page.matchAll(/^ {2}(\w+) --> (\w+): (.+)$/gm)].flatMap(([, from, to, by]) =>
      (by ?? '').split(', ').map((happening) => `${from} ${happening} ${to}`),
    );
    const there = Object.entries(TRANSITIONS).flatMap(([from, ways]) =>
      Object.entries(ways).map(([happening, to]) => `${from} ${happening} ${to}`),
    );
    expect(drawn.sort()).toEqual(there.sort());
  });
});
