import { message, type PluginLifecycles } from '@lading/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { greeting } from '../greeting/greeting.ts';
import { openAt } from '../testing/openAt.ts';
import { treePart } from '../tree/part.ts';
import { DemoPage } from './DemoPage.tsx';

const part = (id: string, lifecycles: PluginLifecycles | (() => Promise<PluginLifecycles>), order = 999) => ({
  id,
  label: message(id, `Part ${id}`),
  order,
  lifecycles: async () => (typeof lifecycles === 'function' ? lifecycles() : lifecycles),
});
const slot = (name: string) => screen.findByRole('region', { name: new RegExp(`^Part ${name}`) });

it('mounts parts of several plugins on one page; a failing part does not affect the others [route-05]', async () => {
  let broken = true;
  openAt('/demo', DemoPage, (shell) => {
    shell.add('routes', { path: '/tea', name: 'tea', title: message('tea', 'Tea') });
    shell.add('pageParts', part('greeting', greeting, 2));
    shell.add('pageParts', part('tree', treePart, 1));
    shell.add(
      'pageParts',
      part('broken', async () => {
        if (broken) throw new Error('no powder on deck');
        return greeting;
      }),
    );
    shell.add('pageParts', { ...part('hidden', greeting), requires: { features: ['NOT.HERE'] } });
  });
  expect(await within(await slot('greeting')).findByText('Hello, ada.')).toBeTruthy();
  expect(await within(await slot('tree')).findByRole('treeitem', { name: 'Tea (/tea)' })).toBeTruthy();
  const failed = await slot('broken');
  expect(await within(failed).findByText('no powder on deck')).toBeTruthy();
  expect(screen.queryByRole('region', { name: /^Part hidden/ })).toBeNull();
  expect(screen.getAllByRole('region').map((each) => each.dataset.part)).toEqual([
    'tree',
    'greeting',
    'broken',
  ]);

  broken = false;
  await userEvent.click(within(failed).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(failed.dataset.partState).toBe('there'));
});

it('shows what to do when no plugin contributes a part', async () => {
  openAt('/demo', DemoPage, () => {});
  expect(await screen.findByText('No plugin contributes a page part')).toBeTruthy();
});
