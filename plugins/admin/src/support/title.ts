import { message } from '@lading/contract';

export const title = message('admin.supportZone.title', 'Support zone');
