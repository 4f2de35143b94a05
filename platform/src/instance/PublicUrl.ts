import { transaction } from '../database/db.ts';
import { KnownSetting } from './KnownSetting.ts';
import { writeSetting } from './platformSettings.ts';

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly publicUrl: PublicUrl;
  }
}

/**
 * URL under which users reach the server, for links in emails, webhooks, and answers:
 * `LADING_PUBLIC_URL`, or the base URL that administrators set in the console. Unlike
 * `LADING_PUBLIC_URL`, a base URL doesn't restrict host names, so a wrong one locks no user out.
 */
export class PublicUrl {
  /** From `LADING_PUBLIC_URL`, which takes precedence. */
  readonly fixed: string | undefined;
  readonly #stored = new KnownSetting('baseUrl');

  constructor(fixed: string | undefined) {
    this.fixed = fixed;
  }

  /** Returns an origin such as `https://packages.example.org`, without a trailing slash. */
  get current(): string | undefined {
    return this.fixed ?? (this.#stored.current?.url || undefined);
  }

  /** Returns the last paragraph of an email: the URL of a page, or nothing if no URL is known. */
  link(path: string): string {
    return this.current === undefined ? '' : `\n\n${this.current}${path}`;
  }

  /** Sets the base URL, and records that. An empty string removes it. */
  async change(url: string, changedBy: string, record: () => Promise<void>): Promise<void> {
    await transaction(async () => {
      await writeSetting('baseUrl', { url }, changedBy);
      await record();
    });
    await this.#stored.refresh();
  }

  refresh(): Promise<void> {
    return this.#stored.refresh();
  }
}
