import { screen, waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import { modalDialogs } from '../../testing/modalDialogs.ts';
import { ADA, endConsole, FOOTER, testConsole, testServer, tinyPlugin } from '../../testing/testConsole.ts';

const UI = '/ui/api/v1';
const title = (text: string) => ({ id: text, text });
const PLUGINS = [
  { definition: tinyPlugin('packages') },
  {
    definition: tinyPlugin('help', {
      routes: [
        {
          path: '/help/learning',
          name: 'learning',
          title: title('Learning Center'),
          requires: { features: ['COMMON.EDUCATION_CENTER'] },
        },
        {
          path: '/xray',
          name: 'xray',
          title: title('Scans'),
          requires: { services: ['xray'], license: ['ENTERPRISE_PLUS'] },
        },
        { path: '/bundles', name: 'b', title: title('Bundles'), requires: { services: ['distribution'] } },
        { path: '/pipes', name: 'p', title: title('Pipes'), requires: { services: ['pipelines'] } },
        { path: '/rooms', name: 'rooms', title: title('Rooms'), requires: { role: 'admin' } },
      ],
      menuItems: [],
    }),
  },
];

function server(path: string, xray: boolean) {
  const made = testServer(path, ADA);
  for (const call of [
    'system/cloud',
    'auth/saml/logoutRequest',
    'system/onboarding',
    'system/securityPermissions',
  ])
    made.answers.set(`GET ${UI}/${call}`, () => Response.json({}));
  const services = [{ name: 'xray', available: xray }];
  made.answers.set(`GET ${UI}/system/microservices`, () => Response.json({ services }));
  return made;
}
const start = () => testConsole(PLUGINS, [], { mountFrame });

beforeEach(() => {
  modalDialogs();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(endConsole);

describe('a page whose feature, service or license is off', () => {
  it.each([
    [
      '/help/learning',
      'Learning Center',
      'It requires the feature COMMON.EDUCATION_CENTER.',
      'It is turned off. Server administrators can turn it on with the setting LADING_FEATURES.',
    ],
    [
      '/xray',
      'Scans',
      'It requires the service xray.',
      'It is turned off. Server administrators can turn it on with the setting LADING_SCANNING.',
    ],
    [
      '/bundles',
      'Bundles',
      'It requires the service distribution.',
      'It is turned off. Server administrators can turn it on with the setting LADING_DISTRIBUTION.',
    ],
    ['/pipes', 'Pipes', 'It requires the service pipelines.', 'This server does not include it.'],
  ])('%s names it and who can turn it on [guard-06]', async (path, heading, because, remedy) => {
    server(path, false);
    await start();
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(await screen.findByText('This page is not available')).toBeTruthy();
    expect(screen.getByText(`${because} ${remedy}`)).toBeTruthy();
    expect(document.querySelector('.lading-notification')).toBeNull();
  });

  it('shows the license', async () => {
    server('/xray', true).footer = { ...FOOTER, licenseInfo: { type: 'OSS' } };
    await start();
    const words =
      'It requires the license ENTERPRISE_PLUS; the platform has OSS. Administrators can install another license.';
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('opens automatically once it is on', async () => {
    server('/unavailable?path=%2Fxray%3Fname%3Da', true);
    await start();
    await waitFor(() => expect(location.pathname + location.search).toBe('/ui/xray?name=a'));
  });

  it('differs from one that requires a permission [guard-06]', async () => {
    server('/rooms', true);
    await start();
    expect(location.pathname).toBe('/ui/packages');
    expect(document.body.textContent).toContain('You are not authorized to view this page');
  });
});
