import { message } from '@lading/contract';

/** In the menu: the other texts are loaded with the page. */
export const title = message('admin.status.title', 'Service status');
