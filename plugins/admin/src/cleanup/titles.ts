import { message } from '@lading/contract';

/** Apart from the other texts: the menu needs it before the page is opened. */
export const cleanupTitle = message('admin.cleanup.title', 'Cleanup policies');
