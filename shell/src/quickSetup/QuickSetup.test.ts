import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { describe, expect, it } from 'vitest';
import { QuickSetup } from './QuickSetup.ts';

const CALL = 'PUT /ui/api/v1/system/onboarding';
const QUICK_DEPLOY = 'COMMON.QUICK_DEPLOY_LANDING';

function at(place: string, ...features: string[]) {
  const shell: FakeShell = fakeShell({ place });
  shell.http.on(CALL, {});
  for (const feature of features) shell.features.on.add(feature);
  return { shell, setup: new QuickSetup(pick(shell)) };
}
const pick = ({ http, features, navigation }: FakeShell) => ({ http, features, navigation });

describe('the quick setup', () => {
  it('resets the onboarding state on request [onb-06]', async () => {
    const { setup, shell } = at('/packages');
    await setup.open();
    expect(shell.http.calls).toEqual([]);
    await setup.open({ resetTracking: true });
    expect(shell.http.calls[0]?.options.body).toEqual({ completed: false, quickActionVisible: true });
  });

  it.each([
    ['/packages', [QUICK_DEPLOY], '/quick-setup'],
    ['/packages', [], '/packages'],
    ['/quick-setup/more', [QUICK_DEPLOY], '/quick-setup/more'],
  ])('opened at %s with %j leads to %s [onb-06]', async (place, features, expected) => {
    const { setup, shell } = at(place, ...features);
    await setup.open();
    expect(shell.navigation.place.pathname).toBe(expected);
  });
});

describe('after a sign-in', () => {
  it.each([
    ['a first one with quick deploy', { firstTime: true, needed: false }, [QUICK_DEPLOY], '/quick-setup'],
    ['a first one without it', { firstTime: true, needed: false }, [], '/packages'],
    ['a later one with it', { firstTime: false, needed: false }, [QUICK_DEPLOY], '/packages'],
    ['an administrator’s who has to be asked', { firstTime: false, needed: true }, [], '/quick-setup'],
  ])('%s leads to where it should [onb-06]', async (_what, answer, features, expected) => {
    const { setup, shell } = at('/packages', ...features);
    await setup.lead(answer);
    expect(shell.navigation.place.pathname).toBe(expected);
  });

  it('records the first visit once', async () => {
    const { setup, shell } = at('/packages');
    await setup.lead({ firstTime: true, needed: false });
    await setup.lead({ firstTime: false, needed: false });
    expect(shell.http.calls.map(({ options }) => options.body)).toEqual([{}]);
  });

  it('keeps a user who followed a link on that page', async () => {
    const { setup, shell } = at('/packages/npm%3A%2F%2Fa');
    await setup.lead({ firstTime: false, needed: true });
    expect(shell.navigation.place.pathname).toBe('/packages/npm%3A%2F%2Fa');
  });
});
