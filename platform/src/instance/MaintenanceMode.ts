import type { Maintenance } from '@lading/contract/rest';
import { transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { readSetting, writeSetting } from './platformSettings.ts';

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly maintenance: MaintenanceMode;
  }
}

/** Delay until other nodes apply a change, in milliseconds. */
const rereadAfterMs = 5000;

/**
 * Caches the maintenance mode for up to 5 s, so that write requests don't wait for the database.
 */
export class MaintenanceMode {
  #known: Maintenance = { enabled: false, message: '' };
  #readAt = Number.NEGATIVE_INFINITY;

  async current(): Promise<Maintenance> {
    if (performance.now() - this.#readAt < rereadAfterMs) return this.#known;
    return this.#keep((await readSetting('maintenance')) ?? { enabled: false, message: '' });
  }

  async change(mode: Maintenance, changedBy: string, record: () => Promise<void>): Promise<void> {
    await transaction(async () => {
      await writeSetting('maintenance', mode, changedBy);
      await record();
    });
    this.#keep(mode);
  }

  /** Throws `HttpError` 503 in maintenance mode. */
  async requireWritable(): Promise<void> {
    const { enabled, message } = await this.current();
    if (!enabled) return;
    throw new HttpError(
      503,
      'MAINTENANCE',
      `The server is read-only for maintenance. Try again later.${message === '' ? '' : ` Message from the administrators: ${message}`}`,
      undefined,
      { 'retry-after': '300' },
    );
  }

  #keep(mode: Maintenance): Maintenance {
    this.#known = mode;
    this.#readAt = performance.now();
    return mode;
  }
}
