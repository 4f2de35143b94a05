import { describe, expect, it, vi } from 'vitest';
import { fakeShell } from '../testing/index.ts';
import { pluginSettings, settingsChanged } from './pluginSettings.ts';

const CALL = 'GET /ui/api/v1/lading/plugins/tide/settings';

interface Values {
  unit: string;
}

describe('the settings of a plugin', () => {
  it('are loaded, and passed on when they have changed', async () => {
    const shell = fakeShell();
    let unit = 'm';
    shell.http.on(CALL, () => ({ values: { unit } }));
    const settings = pluginSettings<Values>(shell, 'tide');
    expect(await settings.load()).toEqual({ unit: 'm' });
    const seen: string[] = [];
    const end = settings.watch((values) => seen.push(values.unit));
    await vi.waitFor(() => expect(seen).toEqual(['m']));
    settingsChanged('moon');
    unit = 'ft';
    settingsChanged('tide');
    await vi.waitFor(() => expect(seen).toEqual(['m', 'ft']));
    end();
    unit = 'mile';
    settingsChanged('tide');
    const other: string[] = [];
    const endOther = settings.watch((values) => other.push(values.unit));
    await vi.waitFor(() => expect(other).toEqual(['mile']));
    expect(seen).toEqual(['m', 'ft']);
    endOther();
  });

  it('report a failure, and go on', async () => {
    const shell = fakeShell();
    let fails = true;
    shell.http.on(CALL, () => {
      if (fails) throw new Error('HTTP 503');
      return { values: { unit: 'm' } };
    });
    const seen: unknown[] = [];
    const note = (value: unknown) => void seen.push(value);
    const end = pluginSettings<Values>(shell, 'tide').watch(note, note);
    await vi.waitFor(() => expect(seen).toEqual([new Error('HTTP 503')]));
    fails = false;
    settingsChanged('tide');
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(seen[1]).toEqual({ unit: 'm' });
    fails = true;
    settingsChanged('tide');
    await vi.waitFor(() => expect(seen).toHaveLength(3));
    fails = false;
    settingsChanged('tide');
    await vi.waitFor(() => expect(seen).toHaveLength(4));
    expect(seen[3]).toEqual({ unit: 'm' });
    end();
  });

  it('are not watched after the plugin is unmounted', () => {
    const channel = vi.spyOn(globalThis, 'BroadcastChannel');
    const shell = { ...fakeShell(), signal: AbortSignal.abort() };
    pluginSettings<Values>(shell, 'tide').watch(() => {})();
    expect(channel).not.toHaveBeenCalled();
    channel.mockRestore();
  });
});
