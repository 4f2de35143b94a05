import { buildApp } from './app.ts';
import { readSettings } from './settings.ts';
import { openStorage } from './storage/storage.ts';

const settings = readSettings(process.env);
const storage = await openStorage(settings);
const app = await buildApp({ settings, storage });
await app.listen({ host: settings.host, port: settings.port });

const stop = async () => {
  await app.close();
  await storage.close();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
