import { type AuthSettings, type AuthSettingsPatch, defaultAuthSettings } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { currentPlatform, withStorage } from '../../database/db.ts';
import type { Settings } from '../../settings/settings.ts';
import { readStored, writeStored } from './storedSettings.ts';

/** How old what is known may get before it is read again, in milliseconds: another node may have changed it. */
const heldFor = 2000;

/** What is in force, known at once: a request does not wait for what hardly ever changes. */
export class AuthSettingsMemory {
  current: AuthSettings;
  /** What the environment says of anonymous access. */
  readonly #base: AuthSettings;
  #read = 0;
  #reading: Promise<void> | undefined;

  constructor({ anonymousAccess }: Pick<Settings, 'anonymousAccess'>) {
    this.#base = { ...defaultAuthSettings, anonymousAccess };
    this.current = this.#base;
  }

  /** Reads them when they are old; nobody waits, and while the database is away what was known holds. */
  refresh(): void {
    if (this.#reading || Date.now() - this.#read < heldFor) return;
    this.#reading = this.read()
      .catch(() => undefined)
      .finally(() => {
        this.#reading = undefined;
      });
  }

  async read(): Promise<void> {
    const stored = await readStored('auth');
    this.current = merged(this.#base, stored?.value ?? {});
    this.#read = Date.now();
  }
}

/** What is in force now. */
export function authSettings(): AuthSettings {
  return currentPlatform().access.settings.current;
}

/** Keeps the settings of the platform fresh; comes before authentication. */
export function installAuthSettings(app: FastifyInstance): void {
  const { access, storage } = app.platform;
  const own = access.settings;
  // The console, its pages and the protocols ask the one setting.
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

/** What is left out stays. */
export async function changeAuthSettings(patch: AuthSettingsPatch, by: string): Promise<AuthSettings> {
  const stored = await readStored('auth');
  await writeStored('auth', merged(stored?.value ?? {}, patch), by);
  await currentPlatform().access.settings.read();
  return authSettings();
}

/** Lists are replaced as a whole, groups of settings one by one. */
export function merged<Base extends object>(base: Base, patch: object): Base {
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
