import { message } from '@lading/contract';

export const title = message('admin.pluginBackends.title', 'Backend of a plugin');
