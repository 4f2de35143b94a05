import { message } from '@lading/contract';

/** Texts of the button, which are loaded with the page. */
export const messages = {
  deploy: message('packages.deploy.action', 'Deploy'),
  notLoaded: message('packages.deploy.notLoaded', 'Failed to load the dialog'),
  dropHere: message('packages.deploy.dropHere', 'Drop the files to deploy them'),
} as const;
