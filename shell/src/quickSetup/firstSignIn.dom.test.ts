import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { QUICK_DEPLOY_FEATURE } from '../guards/landing.ts';
import { ADA, endConsole, FOOTER, testConsole, testServer, tinyPlugin } from '../testing/testConsole.ts';

const ONBOARDING = '/ui/api/v1/system/onboarding';
const title = { id: 't', text: 'T' };
const PLUGINS = [
  { definition: tinyPlugin('packages') },
  {
    definition: tinyPlugin('onboarding', {
      routes: [{ path: '/quick-setup', name: 'quickSetup', title, requires: { license: true } }],
      menuItems: [],
    }),
  },
];
const notifications = () => [...document.querySelectorAll('.lading-notification')].map((e) => e.textContent);

afterEach(endConsole);

describe('an ordinary user who signs in for the first time', () => {
  it('is redirected to the quick setup if quick deploy is on [onb-06]', async () => {
    const server = testServer('/packages', { ...ADA, admin: false });
    server.footer = { ...FOOTER, features: [{ name: QUICK_DEPLOY_FEATURE, supported: true }] };
    server.answers.set(`GET ${ONBOARDING}`, () => Response.json({ firstTime: true, needed: false }));
    server.answers.set(`PUT ${ONBOARDING}`, () => Response.json({ firstTime: false, needed: false }));
    await testConsole(PLUGINS);
    await waitFor(() => expect(server.calls).toContain(`PUT ${ONBOARDING}`));
    expect(location.pathname).toBe('/ui/quick-setup');
    expect(notifications()).toEqual([]);
  });
});
