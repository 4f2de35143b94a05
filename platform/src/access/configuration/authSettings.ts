import { type AuthSettings, type AuthSettingsPatch, defaultAuthSettings } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { currentPlatform, transaction, withStorage } from '../../database/db.ts';
import type { Settings } from '../../settings/settings.ts';
import { lockStored, readStored, writeStored } from './storedSettings.ts';

/**
 * Age after which the settings are read again, in milliseconds, because another node may have
 * changed them.
 */
const rereadAfterMs = 2000;

/**
 * Caches the current settings in memory, so that requests don't wait for settings that rarely
 * change.
 */
export class AuthSettingsMemory {
  current: AuthSettings;
  /** The environment's setting of anonymous access. */
  readonly #base: AuthSettings;
  #read = 0;
  #reading: Promise<void> | undefined;

  constructor({ anonymousAccess }: Pick<Settings, 'anonymousAccess'>) {
    this.#base = { ...defaultAuthSettings, anonymousAccess };
    this.current = this.#base;
  }

  /**
   * Reloads old settings in the background. While the database is not available, the cached ones
   * are used.
   */
  refresh(): void {
    if (this.#reading || Date.now() - this.#read < rereadAfterMs) return;
    this.#reading = this.read()
      .catch(() => undefined)
      .finally(() => {
        this.#reading = undefined;
      });
  }

  /** Returns all settings with those that were changed. */
  with(changed: AuthSettingsPatch): AuthSettings {
    return merged(this.#base, changed);
  }

  async read(): Promise<void> {
    const stored = await readStored('auth');
    this.current = this.with(stored?.value ?? {});
    this.#read = Date.now();
  }
}

/** Returns the current settings. */
export function authSettings(): AuthSettings {
  return currentPlatform().access.settings.current;
}

/** Keeps the platform's settings up to date. Must be installed before authentication. */
export function installAuthSettings(app: FastifyInstance): void {
  const { access, storage } = app.platform;
  const own = access.settings;
  // The console, its pages, and the protocols all use this setting.
  const apply = () => {
    app.settings.anonymousAccess = own.current.anonymousAccess;
  };
  app.addHook('onReady', async () => {
    await withStorage(storage, () => own.read());
    apply();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    own.refresh();
    apply();
    done();
  });
}

/** Changes the settings. Omitted fields do not change. `record` can reject the change. */
export async function changeAuthSettings(
  patch: AuthSettingsPatch,
  by: string,
  record?: (before: AuthSettings, after: AuthSettings) => Promise<void>,
): Promise<AuthSettings> {
  const { settings } = currentPlatform().access;
  await transaction(async () => {
    const before = (await lockStored('auth'))?.value ?? {};
    const after = merged(before, patch);
    await writeStored('auth', after, by);
    await record?.(settings.with(before), settings.with(after));
  });
  await currentPlatform().access.settings.read();
  return authSettings();
}

/** Merges recursively. Lists are replaced as a whole. */
function merged<Base extends object>(base: Base, patch: object): Base {
  const all: Record<string, unknown> = Object.fromEntries(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    const old = all[name];
    all[name] = isGroup(old) && isGroup(value) ? merged(old, value) : value;
  }
  return all as Base;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
