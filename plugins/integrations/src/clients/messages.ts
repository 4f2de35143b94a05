import { message } from '@lading/contract';

export const messages = {
  title: message('integrations.clients.title', 'Connect {vendor}'),
  repository: message('integrations.clients.repository', 'Repository'),
  named: message('integrations.clients.named', '{key} ({type})'),
  failed: message('integrations.clients.failed', 'Failed to load the repositories'),
  none: message('integrations.clients.none', 'No repositories that you have permission to read'),
  noneMore: message('integrations.clients.noneMore', 'Ask an administrator for access to a repository.'),
  settings: message('integrations.clients.settings', 'Settings of {vendor}'),
  inTerminal: message(
    'integrations.clients.inTerminal',
    'Run these commands in the terminal of {vendor}. It uses the same configuration files as the command line.',
  ),
  done: message('integrations.clients.done', 'Close'),
  profile: message('integrations.clients.profile', 'All access tokens, with their last use'),
  connection: message('integrations.clients.connection', 'Connection'),
  notYet: message(
    'integrations.clients.notYet',
    'Generate a token above. This section then shows when {vendor} connects with it.',
  ),
  waiting: message('integrations.clients.waiting', 'Waiting for the first request with this token…'),
  connected: message(
    'integrations.clients.connected',
    '{vendor} has connected. Last request with this token:',
  ),
  checkFailed: message('integrations.clients.checkFailed', 'Failed to check the connection: {cause}'),
  setting: message('integrations.clients.setting', 'Setting'),
  vscodeMaven: message(
    'integrations.clients.vscodeMaven',
    'Add to settings.json (command “Preferences: Open User Settings (JSON)”), so that the Java extension uses the file below:',
  ),
  jetbrainsMaven: message(
    'integrations.clients.jetbrainsMaven',
    'Settings, Build, Execution, Deployment, Build Tools, Maven: User settings file.',
  ),
  jetbrainsPython: message(
    'integrations.clients.jetbrainsPython',
    'View, Tool Windows, Python Packages, Manage Repositories, Add repository: this URL, your user name, and a token.',
  ),
  jetbrainsDocker: message(
    'integrations.clients.jetbrainsDocker',
    'Settings, Build, Execution, Deployment, Docker, Docker Registry, Add: this address, your user name, and a token.',
  ),
  jetbrainsNuget: message(
    'integrations.clients.jetbrainsNuget',
    'Rider: View, Tool Windows, NuGet, Sources, New feed: this URL, your user name, and a token.',
  ),
  studioNuget: message(
    'integrations.clients.studioNuget',
    'Tools, Options, NuGet Package Manager, Package Sources, Add: this URL as the source.',
  ),
  eclipseMaven: message(
    'integrations.clients.eclipseMaven',
    'Window, Preferences, Maven, User Settings: this file.',
  ),
  ciSecret: message('integrations.clients.ciSecret', 'Store a token as a secret'),
  githubSecret: message(
    'integrations.clients.githubSecret',
    'Repository, Settings, Secrets and variables, Actions, New repository secret: name LADING_TOKEN, value the token.',
  ),
  gitlabSecret: message(
    'integrations.clients.gitlabSecret',
    'Project, Settings, CI/CD, Variables, Add variable: key LADING_TOKEN, value the token, Masked and Protected.',
  ),
  jenkinsSecret: message(
    'integrations.clients.jenkinsSecret',
    'Manage Jenkins, Credentials, Add Credentials: kind Secret text, ID lading-token, secret the token.',
  ),
  ciSnippet: message('integrations.clients.ciSnippet', 'Add to {file}'),
  snippet: message('integrations.clients.snippet', 'Pipeline'),
  client: message('integrations.clients.client', 'Client'),
  noGuide: message(
    'integrations.clients.noGuide',
    'No instructions for clients of the type {type}. The URL of the repository:',
  ),
  address: message('integrations.clients.address', 'URL'),
} as const;
