import { message } from '@lading/contract';

export const pdnTitle = message('admin.monitoring.pdn.title', 'PDN status');
export const pdnTeaserTitle = message('admin.pdnTeaser.title', 'Private distribution network');
