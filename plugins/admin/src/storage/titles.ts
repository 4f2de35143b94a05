import { message } from '@lading/contract';

/** Apart from the other texts: the menu needs it before the page is opened. */
export const storageTitle = message('admin.storage.title', 'Storage');
