import { message } from '@lading/contract';

export const trashTitle = message('repositories.trash.title', 'Trash');
