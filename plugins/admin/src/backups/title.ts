import { message } from '@lading/contract';

export const title = message('admin.backups.title', 'Backups');
