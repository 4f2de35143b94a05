import { message } from '@lading/contract';

/** Texts of the manifest, apart from those that are loaded with the screens. */
export const title = message('admin.configuration.webhooks.title', 'Webhooks');
export const create = message('admin.webhooks.create', 'New Webhook');
