import { message } from '@lading/contract';

export const title = message('admin.analytics.title', 'Usage analytics');
