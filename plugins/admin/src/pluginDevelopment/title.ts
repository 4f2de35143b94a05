import { message } from '@lading/contract';

export const title = message('admin.pluginDevelopment.title', 'Development overrides');
