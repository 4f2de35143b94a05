import { message } from '@lading/contract';

/** Separate from the other texts, because the menu needs it before the page is opened. */
export const cleanupTitle = message('admin.cleanup.title', 'Cleanup policies');
