import { message } from '@lading/contract';

export const messages = {
  label: message('admin.pluginPolicy.builds', 'Trusted builds'),
  help: message(
    'admin.pluginPolicy.builds.help',
    'A plugin is also trusted if one of these builds made it, and is trusted for its package. Its provenance proves which workflow of which repository built it.',
  ),
  empty: message('admin.pluginPolicy.builds.empty', 'No trusted builds'),
  add: message('admin.pluginPolicy.builds.add', 'Add trusted build'),
  edit: message('admin.pluginPolicy.builds.edit', 'Edit trusted build'),
  buildsOf: message('admin.pluginPolicy.builds.buildsOf', 'the builds of {repository}'),
  repository: message('admin.pluginPolicy.builds.repository', 'Source repository'),
  repositoryHelp: message(
    'admin.pluginPolicy.builds.repositoryHelp',
    'URL such as https://github.com/acme/tide, in upper and lower case as the provider writes it.',
  ),
  badUrl: message(
    'admin.pluginPolicy.builds.badUrl',
    'Invalid URL "{entry}". Expected https://, without a slash at the end, a query, and credentials.',
  ),
  workflow: message('admin.pluginPolicy.builds.workflow', 'Workflow'),
  workflowHelp: message(
    'admin.pluginPolicy.builds.workflowHelp',
    'Path such as .github/workflows/release.yml. Leave blank to trust all workflows.',
  ),
  badWorkflow: message(
    'admin.pluginPolicy.builds.badWorkflow',
    'Invalid path "{entry}". Expected a path in the repository, without a slash at the start.',
  ),
  ref: message('admin.pluginPolicy.builds.ref', 'Branch or tag'),
  refHelp: message(
    'admin.pluginPolicy.builds.refHelp',
    'Such as refs/heads/main, or refs/tags/* for all tags. If you leave it blank, any branch counts: everyone who can push one to the repository can sign.',
  ),
  badRef: message(
    'admin.pluginPolicy.builds.badRef',
    'Invalid ref "{entry}". Expected refs/heads/NAME, refs/tags/NAME, or a start with an asterisk.',
  ),
  issuer: message('admin.pluginPolicy.builds.issuer', 'Issuer'),
  issuerHelp: message(
    'admin.pluginPolicy.builds.issuerHelp',
    'Confirms the identity of the build. https://token.actions.githubusercontent.com for GitHub Actions, https://gitlab.com for GitLab.',
  ),
  any: message('admin.pluginPolicy.builds.any', 'Any'),
  listed: message('admin.pluginPolicy.builds.listed', 'This build is already in the list'),
} as const;
