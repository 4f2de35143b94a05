import { message } from '@lading/contract';

export const title = message('admin.plugins.title', 'Plugins');
