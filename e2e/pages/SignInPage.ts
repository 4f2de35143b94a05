import type { Platform } from '../support/platform.ts';

/** The sign-in form. */
export const signInPage = {
  get userName() {
    return $('input[name="username"]');
  },
  get password() {
    return $('input[name="password"]');
  },
  get submit() {
    return $('button[type="submit"]');
  },
  get error() {
    return $('[role="alert"]');
  },

  async open(platform: Platform, path = '/ui/login'): Promise<void> {
    await browser.url(`${platform.origin}${path}`);
    await this.userName.waitForDisplayed();
  },

  /** Types and sends, by mouse. */
  async signIn(user: string, password: string): Promise<void> {
    await this.userName.setValue(user);
    await this.password.setValue(password);
    await this.submit.click();
  },

  /** Opens a page as the administrator, by way of the form. */
  async openAsAdmin(platform: Platform, path = '/ui/'): Promise<void> {
    await this.open(platform, path);
    await this.signIn('admin', platform.password);
    await this.userName.waitForExist({ reverse: true });
  },
};
