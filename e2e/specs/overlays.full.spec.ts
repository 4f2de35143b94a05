import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults } from '../support/axe.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const PALETTE = '[role="combobox"][aria-label="Find a page, a package, a setting, or an action"]';

describe('an overlay', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    await signInPage.openAsAdmin(platform, '/ui/packages');
    await $('h1=Packages').waitForDisplayed();
  });

  after(async () => {
    await platform?.stop();
  });

  const press = (...keys: string[]) => browser.keys(keys);
  /** How each is opened, and its content. */
  const OVERLAYS: readonly [string, () => Promise<void>][] = [
    ['the palette', () => open(['Control', 'k'], PALETTE)],
    [
      'the palette with a query and what is hidden',
      async () => {
        await open(['Control', 'k'], PALETTE);
        await $('label=Show hidden').$('input').click();
        await $(PALETTE).setValue('a');
        await $('[role="option"]').waitForDisplayed();
      },
    ],
    ['the keys', () => open(['?'], 'dialog[open]')],
    [
      'other keys for something',
      async () => {
        await open(['?'], 'dialog[open]');
        await $('button[aria-label="Change the shortcut for Search box"]').click();
        await press('?');
        await $('[role="alert"]*=is already used by').waitForDisplayed();
      },
    ],
    ['the menu of the user', () => openMenu('button[aria-label^="User "]')],
    ['the menu of help', () => openMenu('button[aria-label="Help"]')],
    ['what can be created', () => openMenu('button[aria-label="Create"]')],
  ];

  async function open(keys: string[], selector: string): Promise<void> {
    await shellPage.press(...keys);
    await $(selector).waitForDisplayed();
  }

  async function openMenu(button: string): Promise<void> {
    await $(button).click();
    await $('[role="menu"]').waitForDisplayed();
  }

  async function closeAll(): Promise<void> {
    await browser.waitUntil(async () => {
      if (!(await $('dialog[open], [role="menu"]').isExisting())) return true;
      await press('Escape');
      return false;
    });
  }

  for (const [overlay, show] of OVERLAYS)
    it(`${overlay} is accessible`, async () => {
      expect(await lookAt(show, closeAll)).toEqual({});
    });

  it('restores the focus', async () => {
    await browser.execute(() => document.querySelector<HTMLElement>('button[aria-label="Help"]')?.focus());
    await open(['Control', 'k'], PALETTE);
    await waitForFocus(PALETTE);
    await press('Escape');
    await waitForFocus('button[aria-label="Help"]');
    await open(['?'], 'dialog[open]');
    await press('Escape');
    await waitForFocus('button[aria-label="Help"]');
    await press('Enter');
    await $('[role="menu"]').waitForDisplayed();
    await press('Escape');
    await waitForFocus('button[aria-label="Help"]');
  });

  it('does not animate if the system requests reduced motion', async () => {
    await browser.sendCommandAndGetResult('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    });
    await open(['Control', 'k'], PALETTE);
    const moving = await browser.execute(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return (
            animationName !== 'none' || transitionDuration.split(', ').some((each) => parseFloat(each) > 0)
          );
        })
        .map((element) => element.className),
    );
    expect(moving).toEqual([]);
    await press('Escape');
    await browser.sendCommandAndGetResult('Emulation.setEmulatedMedia', { features: [] });
  });

  it('shows selection and focus in forced colors', async () => {
    await browser.sendCommandAndGetResult('Emulation.setEmulatedMedia', {
      features: [{ name: 'forced-colors', value: 'active' }],
    });
    await open(['Control', 'k'], PALETTE);
    const outline = await browser.execute(() => {
      const chosen = document.querySelector('[role="option"][aria-selected="true"]');
      return chosen && getComputedStyle(chosen).outlineStyle;
    });
    expect(outline).toBe('solid');
    expect(await faults()).toEqual([]);
    await press('Escape');
    await browser.sendCommandAndGetResult('Emulation.setEmulatedMedia', { features: [] });
  });
});
