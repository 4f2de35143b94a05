import { describe, expect, it } from 'vitest';
import page from '../../../../docs/reference/sign-in-states.md?raw';
import { after, type Happening, type Step, TRANSITIONS } from './steps.ts';

const WAYS: readonly (readonly [string, Step, readonly (readonly [Happening, Step])[]])[] = [
  [
    'a password alone',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['accepted', 'finishing'],
      ['finished', 'signedIn'],
    ],
  ],
  [
    'a refused password',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['refused', 'signedOut'],
    ],
  ],
  [
    'a second factor that is set up',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['mustVerify', 'asked'],
      ['accepted', 'finishing'],
      ['finished', 'signedIn'],
    ],
  ],
  [
    'a second factor that is still to be set up',
    'signedOut',
    [
      ['submitted', 'checking'],
      ['mustEnroll', 'enrolling'],
      ['enrolled', 'keepingCodes'],
      ['codesKept', 'finishing'],
    ],
  ],
  ['a wait for the second factor that is over', 'asked', [['notPending', 'signedOut']]],
  ['an enrolment whose wait is over', 'enrolling', [['notPending', 'signedOut']]],
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
    'a session that is there already',
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

describe('the way in', () => {
  it.each(WAYS)('leads by %s from %s [login-03]', (_what, start, way) => {
    let step = start;
    for (const [happening, next] of way) {
      expect([happening, after(step, happening)]).toEqual([happening, next]);
      step = next;
    }
  });

  it('goes nowhere by what cannot happen: a form that is sent twice is sent once', () => {
    expect(after('checking', 'submitted')).toBeUndefined();
    expect(after('finishing', 'submitted')).toBeUndefined();
    expect(after('signedOut', 'accepted')).toBeUndefined();
    expect(after('asked', 'enrolled')).toBeUndefined();
  });

  it('can be begun anew from everywhere that is not on its way by itself', () => {
    const stuck = (Object.keys(TRANSITIONS) as Step[]).filter((step) => {
      const { began, ...ways } = TRANSITIONS[step];
      return step !== 'signedOut' && began === undefined && Object.keys(ways).length === 0;
    });
    expect(stuck).toEqual([]);
  });

  it('is drawn as it is', () => {
    const drawn = [...page.matchAll(/^ {2}(\w+) --> (\w+): (.+)$/gm)].flatMap(([, from, to, by]) =>
      (by ?? '').split(', ').map((happening) => `${from} ${happening} ${to}`),
    );
    const there = Object.entries(TRANSITIONS).flatMap(([from, ways]) =>
      Object.entries(ways).map(([happening, to]) => `${from} ${happening} ${to}`),
    );
    expect(drawn.sort()).toEqual(there.sort());
  });
});
