import { message } from '@lading/contract';

export const messages = {
  title: message('admin.general.title', 'General settings'),
  failed: message('admin.general.failed', 'The settings could not be fetched'),
  serverName: message('admin.general.serverName', 'Server name'),
  serverNameHelp: message('admin.general.serverNameHelp', 'Stands in the title of every page.'),
  systemMessage: message('admin.general.systemMessage', 'Message for everyone'),
  systemMessageHelp: message(
    'admin.general.systemMessageHelp',
    'Such as when this server is not to be reached. Left empty, there is none.',
  ),
  logoUrl: message('admin.general.logoUrl', 'Logo'),
  logoUrlHelp: message(
    'admin.general.logoUrlHelp',
    'The path of a picture on this server: pages load pictures from nowhere else.',
  ),
  notAPath: message('admin.general.notAPath', 'A path that begins with one “/”'),
  tooLong: message('admin.general.tooLong', 'At most {most, number} characters'),
  upload: message('admin.general.upload', 'A picture up to 512 KiB can also be uploaded as the logo:'),
  command: message('admin.general.command', 'Command that uploads a logo'),
  saved: message('admin.general.saved', 'The settings are saved'),
} as const;
