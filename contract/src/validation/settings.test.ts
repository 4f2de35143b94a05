import { describe, expect, it } from 'vitest';
import type { PluginSetting } from '../plugin/setting.ts';
import { settingFault, validateSettings } from './settings.ts';

const title = { id: 'tide.depth', text: 'Depth' };
const depth = { name: 'depth', scope: 'user', title, type: 'integer', default: 1 };
const causeOf = (settings: unknown) => {
  const found = validateSettings('tide', settings);
  return 'cause' in found ? found.cause : undefined;
};

describe('settings of a manifest', () => {
  it('are valid, or absent', () => {
    expect(validateSettings('tide', undefined)).toEqual({ settings: [] });
    expect(validateSettings('tide', [depth])).toEqual({ settings: [depth] });
  });

  it.each([
    [{ ...depth, name: 'Depth' }, 'settings[0].name: found "Depth", expected a name of letters and digits'],
    [{ ...depth, type: 'date' }, 'settings[0].type: found "date", expected one of the types'],
    [{ ...depth, pattern: '.*' }, 'settings[0].pattern'],
    [{ ...depth, scope: 'group' }, 'settings[0].scope: found "group"'],
    [{ ...depth, default: 1.5 }, 'the default of setting "depth" is invalid. Expected a whole number'],
    [
      { ...depth, minimum: 2 },
      'the default of setting "depth" is invalid. Expected a whole number, at least 2',
    ],
    [{ ...depth, type: 'string', default: 'c', enum: ['a', 'b'] }, 'Expected one of a, b'],
  ])('are rejected with the reason: %j', (setting, cause) => {
    expect(causeOf([setting])).toContain(`Plugin "tide": `);
    expect(causeOf([setting])).toContain(cause);
  });

  it('have each name once', () => {
    expect(causeOf([depth, depth])).toBe('Plugin "tide": two settings have the name "depth"');
    expect(causeOf({})).toContain('settings: found');
  });
});

it('accepts values by type and limits', () => {
  const number = { ...depth, type: 'number', minimum: 0, maximum: 2.5 } as PluginSetting;
  const faults = [0, 2.5, -0.1, 2.6, Number.NaN, '1', null].map((value) => settingFault(number, value));
  const expected = 'Expected a number, at least 0 and at most 2.5';
  expect(faults).toEqual([undefined, undefined, ...Array(5).fill(expected)]);
});
