import type { Texts } from '@lading/contract';
import { backups } from './pl/backups.ts';
import { bulk } from './pl/bulk.ts';
import { cleanup } from './pl/cleanup.ts';
import { effective } from './pl/effective.ts';
import { forms } from './pl/forms.ts';
import { http } from './pl/http.ts';
import { jobs } from './pl/jobs.ts';
import { missing } from './pl/missing.ts';
import { names } from './pl/names.ts';
import { people } from './pl/people.ts';
import { platform } from './pl/platform.ts';
import { proxies } from './pl/proxies.ts';
import { repositories } from './pl/repositories.ts';
import { status } from './pl/status.ts';
import { storage } from './pl/storage.ts';
import { support } from './pl/support.ts';
import { tokens } from './pl/tokens.ts';
import { webhooks } from './pl/webhooks.ts';

/** The texts of the administration in Polish. */
export const texts: Texts = {
  ...backups,
  ...cleanup,
  ...bulk,
  ...effective,
  ...forms,
  ...jobs,
  ...http,
  ...missing,
  ...names,
  ...people,
  ...platform,
  ...proxies,
  ...repositories,
  ...status,
  ...storage,
  ...support,
  ...tokens,
  ...webhooks,
};
