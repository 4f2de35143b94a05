import { waitForFocus } from '../support/keyboard.ts';
import type { Platform } from '../support/platform.ts';

type Served = Pick<Platform, 'origin' | 'password'>;

/** Sign-in form, on its page or in the dialog over another page. */
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

  /** Fills in and submits the form with the mouse. */
  async signIn(user: string, password: string): Promise<void> {
    await this.userName.setValue(user);
    await this.password.setValue(password);
    await this.submit.click();
  },

  /**
   * Waits for the dialog over the package list after the session has expired. The request that
   * detects the expiry can be in progress.
   */
  async askAgain(): Promise<void> {
    const sort = await $('button.ld-table__sort*=Name');
    await browser.execute((button) => document.querySelector('dialog[open]') ?? button.click(), sort);
    await this.dialog.waitForDisplayed();
  },

  /** Does the same with the keyboard only; the form must have the focus. */
  async signInByKeys(user: string, password: string): Promise<void> {
    await waitForFocus('input[name="username"]');
    await browser.keys([...user, 'Tab', ...password, 'Enter']);
  },

  /** Signs in as the administrator with the form, and opens a page. */
  async openAsAdmin(platform: Served, path = '/ui/'): Promise<void> {
    await this.open(platform, path);
    await this.signIn('admin', platform.password);
    await this.userName.waitForExist({ reverse: true });
  },
};
