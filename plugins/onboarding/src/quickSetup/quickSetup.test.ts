import type { OnboardingData } from '@lading/contract/rest';
import { type FakeShell, fakeShell, fakeUser } from '@lading/contract/testing';
import { describe, expect, it } from 'vitest';
import { leadToQuickSetup } from './leadToQuickSetup.ts';
import { QuickSetup } from './QuickSetup.ts';

const CALL = '/ui/api/v1/system/onboarding';
const QUICK_DEPLOY = 'COMMON.QUICK_DEPLOY_LANDING';
const data = (more: Partial<OnboardingData> = {}): OnboardingData => ({
  needed: false,
  firstTime: false,
  completed: false,
  quickActionVisible: true,
  data: {},
  ...more,
});
function shellAt(place: string, answer: OnboardingData, ...features: string[]): FakeShell {
  const shell = fakeShell({ plugin: 'onboarding', place });
  shell.http.on(`GET ${CALL}`, answer).on(`PUT ${CALL}`, answer);
  for (const feature of features) shell.features.on.add(feature);
  return shell;
}

describe('the quick setup', () => {
  it('is seen from when it opens until it closes [onb-06]', async () => {
    const setup = new QuickSetup(shellAt('/packages', data()));
    expect(setup.visible).toBe(false);
    await setup.open();
    expect(setup.visible).toBe(true);
    setup.close();
    expect(setup.visible).toBe(false);
  });

  it('resets what is known of the onboarding when it is told to [onb-06]', async () => {
    const shell = shellAt('/packages', data());
    await new QuickSetup(shell).open();
    expect(shell.http.calls).toEqual([]);
    await new QuickSetup(shell).open({ resetTracking: true });
    expect(shell.http.calls[0]?.options.body).toEqual({ completed: false, quickActionVisible: true });
  });

  it.each([
    ['/packages', [QUICK_DEPLOY], '/quick-setup'],
    ['/packages', [], '/packages'],
    ['/quick-setup/more', [QUICK_DEPLOY], '/quick-setup/more'],
  ])('opened at %s with %j leads to %s [onb-06]', async (place, features, expected) => {
    const shell = shellAt(place, data(), ...features);
    await new QuickSetup(shell).open();
    expect(shell.navigation.place.pathname).toBe(expected);
  });
});

describe('after a sign-in', () => {
  it.each([
    ['a first sign-in with quick deploy', data({ firstTime: true }), [QUICK_DEPLOY], '/quick-setup'],
    ['a first sign-in without it', data({ firstTime: true }), [], '/packages'],
    ['a later one with it', data(), [QUICK_DEPLOY], '/packages'],
    ['an administrator who has to be asked', data({ needed: true }), [], '/quick-setup'],
  ])('%s leads to where it should [onb-06]', async (_what, answer, features, expected) => {
    const shell = shellAt('/packages', answer, ...features);
    await leadToQuickSetup(shell);
    expect(shell.navigation.place.pathname).toBe(expected);
  });

  it('is remembered to have been here, once', async () => {
    const shell = shellAt('/packages', data({ firstTime: true }));
    await leadToQuickSetup(shell);
    expect(shell.http.calls.map(({ method, options }) => [method, options.body])).toEqual([
      ['GET', undefined],
      ['PUT', {}],
    ]);
  });

  it('leaves whoever came by a link where the link led, and visitors alone', async () => {
    const shell = shellAt('/packages/npm%3A%2F%2Fa', data({ needed: true }));
    await leadToQuickSetup(shell);
    expect(shell.navigation.place.pathname).toBe('/packages/npm%3A%2F%2Fa');
    const visitor = shellAt('/packages', data());
    visitor.user.current = fakeUser({ anonymous: true });
    await leadToQuickSetup(visitor);
    expect(visitor.http.calls).toEqual([]);
  });
});
