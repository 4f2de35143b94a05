import { message } from '@lading/contract';

export const messages = {
  title: message('admin.general.title', 'General settings'),
  failed: message('admin.general.failed', 'Failed to load the settings'),
  serverName: message('admin.general.serverName', 'Server name'),
  serverNameHelp: message('admin.general.serverNameHelp', 'Appears in the title of every page.'),
  systemMessage: message('admin.general.systemMessage', 'Message for all users'),
  systemMessageHelp: message(
    'admin.general.systemMessageHelp',
    'For example, planned downtime. Leave blank for no message.',
  ),
  logoUrl: message('admin.general.logoUrl', 'Logo'),
  logoUrlHelp: message(
    'admin.general.logoUrlHelp',
    'The path of an image on this server. Pages load images from this server only.',
  ),
  defaultTheme: message('admin.general.defaultTheme', 'Default theme'),
  system: message('admin.general.themeSystem', 'Theme of the system'),
  light: message('admin.general.themeLight', 'Light'),
  dark: message('admin.general.themeDark', 'Dark'),
  contrast: message('admin.general.themeContrast', 'High contrast'),
  defaultLanguage: message('admin.general.defaultLanguage', 'Default language'),
  defaultLookHelp: message(
    'admin.general.defaultLookHelp',
    'For users who have not selected one in their browser, and for the sign-in page.',
  ),
  notAPath: message('admin.general.notAPath', 'Enter a path that starts with a single “/”'),
  tooLong: message('admin.general.tooLong', 'Maximum {most, number} characters'),
  upload: message('admin.general.upload', 'You can also upload an image of up to 512 KiB as the logo:'),
  command: message('admin.general.command', 'Command that uploads a logo'),
  baseUrl: message('admin.general.baseUrl', 'Base URL'),
  url: message('admin.general.url', 'URL'),
  baseUrlHelp: message(
    'admin.general.baseUrlHelp',
    'Links in emails, webhooks, and answers to clients start with it. Leave blank to use the host name of each request.',
  ),
  baseUrlElsewhere: message(
    'admin.general.baseUrlElsewhere',
    'You opened this page at {opened}. Save only if clients reach this server at {url}: otherwise, their downloads and sign-ins by identity providers fail.',
  ),
  baseUrlFixed: message(
    'admin.general.baseUrlFixed',
    '{url}, from the setting LADING_PUBLIC_URL of the server.',
  ),
  notAnOrigin: message(
    'admin.general.notAnOrigin',
    'Enter a URL without a path, such as https://packages.example.org',
  ),
  baseUrlSaved: message('admin.general.baseUrlSaved', 'Base URL saved'),
  baseUrlRemoved: message('admin.general.baseUrlRemoved', 'Base URL removed'),
  maintenance: message('admin.general.maintenance', 'Maintenance mode'),
  readOnly: message('admin.general.readOnly', 'Read-only'),
  readOnlyHelp: message(
    'admin.general.readOnlyHelp',
    'Uploads, deletions, and changes of settings are rejected with status 503. Sign-in, search, and downloads work. Jobs that delete content wait. Caching of remote repositories continues.',
  ),
  maintenanceMessage: message('admin.general.maintenanceMessage', 'Maintenance message'),
  maintenanceMessageHelp: message(
    'admin.general.maintenanceMessageHelp',
    'Shown to all users and in each rejection, for example when the maintenance ends.',
  ),
  maintenanceOn: message('admin.general.maintenanceOn', 'Maintenance mode is on'),
  maintenanceOff: message('admin.general.maintenanceOff', 'Maintenance mode is off'),
  saved: message('admin.general.saved', 'Settings saved'),
} as const;
