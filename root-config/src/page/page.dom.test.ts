import { afterEach, describe, expect, it, vi } from 'vitest';
import { configureFluent } from './fluentStyles.ts';
import { readBoot } from './readBoot.ts';
import { limitScriptAddresses, mayRun } from './scriptAddresses.ts';
import { showStartFailure } from './startFailure.ts';
import { applyTheme } from './theme.ts';

const page = document as Document & { defaultView: Window };
const withBoot = (text: string) => {
  document.body.innerHTML = '<script type="application/json" id="lading-boot"></script>';
  const element = document.getElementById('lading-boot');
  if (element) element.textContent = text;
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the startup data of the page', () => {
  it('is read from its element', () => {
    withBoot('{"base":"/ui/","revision":"r1","plugins":[]}');
    expect(readBoot(document)).toEqual({ base: '/ui/', revision: 'r1', plugins: [] });
  });

  it.each(['null', '[]', '{"base":"/ui/"}', '{"base":1,"revision":"r","plugins":[]}'])(
    'is rejected: %s',
    (text) => {
      withBoot(text);
      expect(() => readBoot(document)).toThrow(
        'must hold an object with base, revision and a list of plugins',
      );
    },
  );

  it('is reported if missing', () => {
    document.body.innerHTML = '';
    expect(() => readBoot(document)).toThrow('The page has no element "lading-boot"');
  });
});

describe('scripts', () => {
  it.each([
    ['/ui/assets/core-abc.js', true],
    ['/ui/plugins/packages/0.1.0/plugin.js', true],
    ['/ui/api/v1/ui/download?path=evil.js', false],
    ['/artifactory/npm-local/evil.js', false],
    ['https://elsewhere.example/ui/assets/core.js', false],
    ['data:text/javascript,alert(1)', false],
  ])('%s may run: %s [mfe-10]', (address, expected) => {
    expect(mayRun(address, '/ui/')).toBe(expected);
  });

  it('may come from a configured development server', () => {
    expect(mayRun('http://localhost:5173/src/plugin.ts', '/ui/', 'http://localhost:5173')).toBe(true);
  });

  it('get their URLs through the only Trusted Types policy', () => {
    const rules: { createScriptURL?: (address: string) => string | undefined } = {};
    const createPolicy = vi.fn((_name: string, given: object) => Object.assign(rules, given));
    vi.stubGlobal('trustedTypes', { createPolicy });
    limitScriptAddresses('/ui/');
    expect(createPolicy).toHaveBeenCalledWith('default', expect.anything());
    expect(rules.createScriptURL?.('/ui/assets/a.js')).toBe('/ui/assets/a.js');
    expect(rules.createScriptURL?.('/evil.js')).toBeUndefined();
  });
});

describe('before Fluent UI loads', () => {
  it('its rules are redirected to a stylesheet of the page, without external resources', () => {
    configureFluent(page);
    const { FabricConfig: config } = globalThis as unknown as {
      FabricConfig: {
        fontBaseUrl: string;
        iconBaseUrl: string;
        mergeStyles: { injectionMode: number; onInsertRule(rule: string): void };
      };
    };
    expect(config).toMatchObject({ fontBaseUrl: '', iconBaseUrl: '', mergeStyles: { injectionMode: 0 } });
    config.mergeStyles.onInsertRule('.root-1 { color: red; }');
    config.mergeStyles.onInsertRule('not a rule {{{');
    const [sheet] = document.adoptedStyleSheets.slice(-1);
    expect(sheet?.cssRules[0]?.cssText).toContain('.root-1');
  });
});

describe('the selected theme', () => {
  it('is applied before the first screen', () => {
    localStorage.setItem('lading.shell.theme', 'dark');
    applyTheme(page);
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  it('takes precedence over the default of the platform', () => {
    const { dataset } = document.documentElement;
    dataset.defaultTheme = 'contrast';
    localStorage.removeItem('lading.shell.theme');
    applyTheme(page);
    expect(dataset.theme).toBe('contrast');
    localStorage.setItem('lading.shell.theme', 'system');
    applyTheme(page);
    expect(dataset.theme).toBeUndefined();
    delete dataset.defaultTheme;
  });
});

describe('a console that cannot start', () => {
  it('shows the reason with Reload', () => {
    document.body.innerHTML = '<div id="lading-frame"><i>bones</i></div><p id="lading-late">late</p>';
    const again = vi.fn();
    const request = `${location.origin}/ui/assets/shell-1.js`;
    showStartFailure(document, { request, reason: 'the server answered 503' }, again);
    expect(document.querySelector('#lading-frame [role=alert] h1')?.textContent).toBe(
      'The console could not be started',
    );
    expect(document.body.textContent).toContain(
      '/ui/assets/shell-1.js could not be used: the server answered 503. Your data is not affected.',
    );
    expect(document.getElementById('lading-late')).toBeNull();
    document.querySelector('button')?.click();
    expect(again).toHaveBeenCalledOnce();
  });
});
