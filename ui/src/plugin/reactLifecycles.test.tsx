import { definePlugin, message, type PluginDefinition } from '@lading/contract';
import { type FakeShell, fakeShell, moduleFailure } from '@lading/contract/testing';
import { configure, screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { observer } from 'mobx-react-lite';
import { Link, useParams } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { reactLifecycles } from './reactLifecycles.tsx';
import { useShell } from './ShellContext.ts';

configure({ asyncUtilTimeout: 10_000 });

const title = message('test.title', 'Test');
const List = () => (
  <>
    <h1>Boxes</h1>
    <Link to="/boxes/npm%3A%2F%2Fone">One</Link>
  </>
);
const Box = observer(function Box() {
  return <h1>{`${useParams().id} for ${useShell().user.current?.name}`}</h1>;
});

const bad = { broken: true };
function Bad() {
  if (bad.broken) throw new Error('no such box');
  return <h1>Mended</h1>;
}

function boxes(routes: PluginDefinition['routes'] = []) {
  return definePlugin({
    name: 'boxes',
    version: '1.0.0',
    contract: '1.x',
    routes: [
      { path: '/boxes', name: 'boxes.list', title, screen: async () => List },
      { path: '/boxes/:id', name: 'boxes.box', title, screen: async () => ({ default: Box }) },
      ...routes,
    ],
  });
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of [...ends]) await end();
  document.body.replaceChildren();
});

async function mounted(definition: PluginDefinition, shell: FakeShell, more = {}) {
  const domElement = document.body.appendChild(document.createElement('div'));
  const props = { name: definition.name, domElement, shell, ...more };
  const { bootstrap, mount, unmount } = reactLifecycles(definition);
  await bootstrap(props);
  await mount(props);
  const end = async () => {
    ends.splice(ends.indexOf(end), 1);
    await unmount(props);
  };
  ends.push(end);
  return { domElement, end };
}

it('shows the screen of the URL, and follows links through the shell', async () => {
  const shell = fakeShell({ place: '/boxes' });
  await mounted(boxes(), shell);
  const link = await screen.findByRole('link', { name: 'One' });
  expect(link).toHaveProperty('pathname', '/ui/boxes/npm%3A%2F%2Fone');
  await userEvent.click(link);
  expect(await screen.findByRole('heading', { name: 'npm://one for ada' })).toBeTruthy();
  expect(shell.navigation.place.pathname).toBe('/boxes/npm%3A%2F%2Fone');
});

it('leaves its element empty when it is unmounted', async () => {
  const { domElement, end } = await mounted(boxes(), fakeShell({ place: '/boxes' }));
  await screen.findByRole('heading', { name: 'Boxes' });
  await end();
  expect(domElement.innerHTML).toBe('');
});

it('reports a screen that fails to load, and shows it after Retry [mfe-09]', async () => {
  let broken = true;
  const lost = {
    path: '/lost',
    name: 'lost',
    title,
    screen: async () => {
      if (broken) throw moduleFailure('http', 'the server answered 404', '/ui/LostPage.js');
      return List;
    },
  };
  await mounted(boxes([lost]), fakeShell({ place: '/lost' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load this screen');
  // The error's own text is in the log for administrators.
  expect(alert.textContent).not.toContain('LostPage');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Boxes' })).toBeTruthy();
});

it('limits an error to its screen, and reports it to the shell', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  bad.broken = true;
  const onRenderError = vi.fn();
  const onRenderRetry = vi.fn();
  const route = { path: '/bad', name: 'bad', title, screen: async () => Bad };
  await mounted(boxes([route]), fakeShell({ place: '/bad' }), { onRenderError, onRenderRetry });
  expect((await screen.findByRole('alert')).textContent).toContain('no such box');
  await waitFor(() => expect(onRenderError).toHaveBeenCalledWith(new Error('no such box')));
  bad.broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Mended' })).toBeTruthy();
  expect(onRenderRetry).toHaveBeenCalledOnce();
});

it('shows a loading screen as busy, and as a skeleton after a delay', async () => {
  const slow = { path: '/slow', name: 'slow', title, screen: () => new Promise<never>(() => {}) };
  const { domElement } = await mounted(boxes([slow]), fakeShell({ place: '/slow' }));
  expect(domElement.querySelector('[aria-busy=true]')?.childElementCount).toBe(0);
  expect((await screen.findByRole('status')).textContent).toBe('Loading…');
});
