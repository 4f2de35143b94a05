import { waitForFocus } from '../support/keyboard.ts';
import type { Platform } from '../support/platform.ts';

type Served = Pick<Platform, 'origin' | 'password'>;

/** The sign-in form, on its page or in the dialog over another. */
export const signInPage = {
  get form() {
    return $('form.auth-form');
  },
  get userName() {
    return $('input[name="username"]');
  },
  get password() {
    return $('input[name="password"]');
  },
  get remember() {
    return $('input[name="remember"]');
  },
  get submit() {
    return $('button[type="submit"]');
  },
  get error() {
    return $('form [role="alert"]');
  },
  get dialog() {
    return $('dialog[open]');
  },

  async open(platform: Pick<Platform, 'origin'>, path = '/ui/login'): Promise<void> {
    await browser.url(`${platform.origin}${path}`);
    await this.userName.waitForDisplayed();
  },

  /** Types and sends, by mouse. */
  async signIn(user: string, password: string): Promise<void> {
    await this.userName.setValue(user);
    await this.password.setValue(password);
    await this.submit.click();
  },

  /** Waits for the dialog over the list of packages, whose session has ended. A request that finds out may be in progress. */
  async askAgain(): Promise<void> {
    const sort = await $('button.ld-table__sort*=Name');
    await browser.execute((button) => document.querySelector('dialog[open]') ?? button.click(), sort);
    await this.dialog.waitForDisplayed();
  },

  /** The same by keyboard alone: the form has the focus. */
  async signInByKeys(user: string, password: string): Promise<void> {
    await waitForFocus('input[name="username"]');
    await browser.keys([...user, 'Tab', ...password, 'Enter']);
  },

  /** Opens a page as the administrator, by way of the form. */
  async openAsAdmin(platform: Served, path = '/ui/'): Promise<void> {
    await this.open(platform, path);
    await this.signIn('admin', platform.password);
    await this.userName.waitForExist({ reverse: true });
  },
};
