import { message } from '@lading/contract';

export const title = message('admin.pluginPolicy.title', 'Allowed plugins');
