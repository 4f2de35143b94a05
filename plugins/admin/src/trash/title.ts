import { message } from '@lading/contract';

export const trashTitle = message('admin.trash.title', 'Trash');
