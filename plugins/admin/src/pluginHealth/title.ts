import { message } from '@lading/contract';

export const title = message('admin.pluginHealth.title', 'Plugin health');
