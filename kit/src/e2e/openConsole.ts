/** Members of WebdriverIO that the helpers use, so that the kit does not install it. */
interface Element {
  waitForDisplayed(options?: { timeout?: number }): PromiseLike<unknown>;
  setValue(text: string): PromiseLike<unknown>;
  click(): PromiseLike<unknown>;
}
interface Browser {
  url(address: string): PromiseLike<unknown>;
  $(selector: string): Element;
  deleteSession(): PromiseLike<unknown>;
}

/** URL of the console, and the user to sign in. */
export interface ConsoleOptions {
  /** `CONSOLE_URL` by default, or `http://localhost:8082`. */
  readonly url?: string;
  /** `CONSOLE_USER` by default, or `admin`. */
  readonly user?: string;
  /** `CONSOLE_PASSWORD` by default. */
  readonly password?: string;
}

const TIMEOUT_MS = 30_000;

/**
 * Starts a headless Chrome with WebdriverIO's `remote` and signs in. `CHROME` is the path of the
 * browser, and `CHROMEDRIVER` that of its driver, if they are not in the default places.
 */
export async function openConsole<B extends Browser>(
  remote: (options: never) => Promise<B>,
  { url, user, password }: ConsoleOptions = {},
): Promise<ConsolePage<B>> {
  const { CONSOLE_URL, CONSOLE_USER, CONSOLE_PASSWORD, CHROME, CHROMEDRIVER } = process.env;
  const capabilities = {
    browserName: 'chrome',
    'goog:chromeOptions': {
      args: ['--headless', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      ...(CHROME ? { binary: CHROME } : {}),
    },
    ...(CHROMEDRIVER ? { 'wdio:chromedriverOptions': { binary: CHROMEDRIVER } } : {}),
  };
  const browser = await remote({ logLevel: 'error', capabilities } as never);
  const origin = url || CONSOLE_URL || 'http://localhost:8082';
  const page = new ConsolePage(browser, origin);
  try {
    await page.signIn(user ?? CONSOLE_USER ?? 'admin', password ?? CONSOLE_PASSWORD ?? '');
  } catch (error) {
    await page.close();
    throw error;
  }
  return page;
}

/** A browser with a running console. */
export class ConsolePage<B extends Browser> {
  constructor(
    /** The browser of WebdriverIO, for everything else. */
    readonly browser: B,
    private readonly origin: string,
  ) {}

  /** Signs in with the form, and waits for the console. */
  async signIn(user: string, password: string): Promise<void> {
    const { browser } = this;
    await browser.url(`${this.origin}/ui/login`);
    await browser.$('input[name="username"]').waitForDisplayed({ timeout: TIMEOUT_MS });
    await browser.$('input[name="username"]').setValue(user);
    await browser.$('input[name="password"]').setValue(password);
    await browser.$('button[type="submit"]').click();
    await browser.$('[data-frame-part="user"]').waitForDisplayed({ timeout: TIMEOUT_MS });
  }

  /** Opens a path below `/ui`. Returns the area of the plugin when the plugin is mounted. */
  async open(path: string, plugin: string): Promise<ReturnType<B['$']>> {
    await this.browser.url(`${this.origin}/ui${path}`);
    const area = this.browser.$(`[data-plugin="${plugin}"][data-plugin-state="mounted"]`);
    await area.waitForDisplayed({ timeout: TIMEOUT_MS });
    return area as ReturnType<B['$']>;
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.browser.deleteSession();
  }
}
