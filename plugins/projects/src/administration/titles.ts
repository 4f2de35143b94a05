import { message } from '@lading/contract';

export const title = message('projects.admin.title', 'Projects');
export const create = message('projects.admin.create', 'New project');
