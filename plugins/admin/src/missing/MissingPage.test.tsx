import type { FakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { MissingPage } from './MissingPage.tsx';
import { MISSING_PLACES } from './places.ts';
import { SERVICES } from './services.ts';
import { SCANNING_LICENSES, SECURITY_POLICIES } from './useScanningScreen.ts';

const open = (path: string, prepare?: (shell: FakeShell) => void) => openAt(path, path, MissingPage, prepare);
const scanned = (shell: FakeShell) => {
  shell.services.there.add('xray');
  shell.add('routes', { path: SECURITY_POLICIES, name: 'policies', title: { id: 'p', text: 'Policies' } });
};

describe('a screen that does not exist', () => {
  it.each(MISSING_PLACES)(
    'is said not to be there at $path, with what to do meanwhile',
    ({ path, name, title }) => {
      open(path);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title.text);
      const { missing, steps } = SERVICES[name as keyof typeof SERVICES];
      expect(screen.getByText(missing.text)).toBeTruthy();
      expect(screen.getAllByRole('listitem')).toHaveLength(steps.length);
      expect(steps.length).toBeGreaterThan(0);
    },
  );

  it('gives the exact call where the platform takes one', () => {
    open('/admin/pipelines-teaser');
    expect(screen.getByRole('group', { name: 'Command' }).textContent).toBe(
      `curl -u USER:TOKEN -X POST -H 'Content-Type: application/json' -d '{"username":"build-server","scope":"applied-permissions/user","expires_in":2592000}' 'http://localhost:3000/access/api/v1/tokens'`,
    );
  });
});

describe('the teasers', () => {
  it.each([['/admin/pipelines-teaser', 'pipelines']])(
    'say at %s which service is missing [route-11]',
    (path, service) => {
      open(path);
      expect(
        screen.getByText(new RegExp(`the service “${service}”, which is not part of this platform`)),
      ).toBeTruthy();
    },
  );

  it('wait until the platform has reported its services', () => {
    open('/admin/pipelines-teaser', ({ services }) => {
      services.known = false;
    });
    expect(screen.queryByText(/which is not part of this platform/)).toBeNull();
  });

  it('are also topology [route-11]', () => {
    open('/admin/topology-teaser');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Topology');
  });

  it('say that a service is here where it is, and no plugin shows it', () => {
    open('/admin/pipelines-teaser', ({ services }) => void services.there.add('pipelines'));
    expect(
      screen.getByText('The service “pipelines” is available, but no console plugin has a screen for it.'),
    ).toBeTruthy();
  });
});

describe('security and compliance', () => {
  const path = '/admin/security-and-compliance';

  it('is a teaser without the scanning service [route-12]', () => {
    const { navigation } = open(path);
    expect(screen.getByRole('heading', { name: 'Security and compliance' })).toBeTruthy();
    expect(navigation.place.pathname).toBe(path);
  });

  it('comes with every license that is sold', () => {
    expect(SCANNING_LICENSES).toContain('COMMERCIAL');
    expect(SCANNING_LICENSES).not.toContain('OSS');
  });

  it.each(SCANNING_LICENSES)(
    'leads to the policies with the service and the license %s [route-12]',
    (type) => {
      const { navigation } = open(path, (shell) => {
        scanned(shell);
        shell.license.type = type;
      });
      expect(navigation.place.pathname).toBe('/admin/security_policies');
    },
  );

  it.each(['OSS', 'CONAN', 'JCR', undefined] as const)(
    'stays a teaser with the license %s [route-12]',
    (type) => {
      const { navigation } = open(path, (shell) => {
        scanned(shell);
        shell.license.type = type;
      });
      expect(navigation.place.pathname).toBe(path);
    },
  );
});
