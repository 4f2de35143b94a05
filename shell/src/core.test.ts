import { afterEach, describe, expect, it, vi } from 'vitest';
import { slotOf, stateOf, testConsole, testServer, tinyPlugin } from './testing/testConsole.ts';

afterEach(() => vi.unstubAllGlobals());

const click = (path: string) => {
  const link = document.createElement('a');
  link.href = `/ui${path}`;
  document.body.append(link);
  link.click();
};

describe('the shell with two plug-ins', () => {
  it('shows each at its address, fetched when it is asked for [mfe-01]', async () => {
    testServer('/one');
    const { loader } = await testConsole([
      { definition: tinyPlugin('one') },
      { definition: tinyPlugin('two') },
    ]);
    await vi.waitFor(() => expect(stateOf('one')).toBe('mounted'));
    expect(slotOf('one')?.textContent).toBe('one');
    expect(loader.imported).not.toContain('@lading/plugin-two');

    click('/two');
    await vi.waitFor(() => expect(stateOf('two')).toBe('mounted'));
    expect(location.pathname).toBe('/ui/two');
    await vi.waitFor(() => expect(slotOf('one')).toBeNull());
    expect(document.title).toBe('TWO - Harbour');
  });
});
