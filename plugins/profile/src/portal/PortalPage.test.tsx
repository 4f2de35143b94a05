import { HttpFailure } from '@lading/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { PortalPage } from './PortalPage.tsx';

const CLOUD = 'GET /ui/api/v1/system/cloud';

function open(answer: unknown) {
  const leave = vi.fn();
  openAt(
    '/user/my-jfrog-redirect',
    () => <PortalPage leave={leave} />,
    ({ http }) => http.on(CLOUD, answer),
  );
  return leave;
}
const context = (subscriptionUrl: string) => ({ cloud: true, subscriptionUrl });

it('redirects to the provider’s account portal, and shows a link to it [route-03] [shell-05]', async () => {
  const leave = open(context('https://accounts.example.com/me'));
  await waitFor(() => expect(leave.mock.calls).toEqual([['https://accounts.example.com/me']]));
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Go to accounts.example.com' });
  expect(link.href).toBe('https://accounts.example.com/me');
});

it.each(['http://accounts.example.com', 'javascript:alert(1)', 'https://10.0.0.1/', 'nonsense'])(
  'does not redirect when the URL is %s',
  async (address) => {
    const leave = open(context(address));
    expect(await screen.findByText('Invalid URL of the account portal')).toBeTruthy();
    expect(screen.getByText(new RegExp(address.replace(/[.()]/g, '\\$&')))).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Go to [^y]/ })).toBeNull();
    expect(leave).not.toHaveBeenCalled();
  },
);

it('reports that no portal is configured', async () => {
  const leave = open(context(''));
  expect(await screen.findByText('This platform has no account portal')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeTruthy();
  expect(leave).not.toHaveBeenCalled();
});

it('reports that the platform is not responding', async () => {
  open(() => {
    throw new HttpFailure(503, 'The platform rests');
  });
  expect(await screen.findByText('The platform rests')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
