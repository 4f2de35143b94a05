import { message } from '@lading/contract';

export const messages = {
  failed: message('insight.attention.failed', 'Failed to check for problems'),
  none: message('insight.attention.none', 'No problems found'),
  noneMore: message(
    'insight.attention.noneMore',
    'Checked: nodes, their dependencies, background jobs, webhooks, quotas, disk space, advisories, and plugins in browsers.',
  ),
  unchecked: message('insight.attention.unchecked', 'Failed to check {what}: {cause}'),
  jobs: message('insight.attention.jobs', 'background jobs'),
  storage: message('insight.attention.storage', 'quotas and disk space'),
  plugins: message('insight.attention.plugins', 'plugins in browsers'),
  nodes: message('insight.attention.nodes', 'nodes'),
  dependencies: message('insight.attention.dependencies', 'dependencies of the nodes'),
  advisories: message('insight.attention.advisories', 'imports of advisories'),
  webhooks: message('insight.attention.webhooks', 'webhooks'),
  job: message('insight.attention.job', 'Background job {name} failed: {error}'),
  quota: message('insight.attention.quota', '{name} uses {share}% of its quota'),
  plugin: message(
    'insight.attention.plugin',
    'Plugin {name} {version} failed in browsers: {share}% of {loads, plural, one {# load} other {# loads}} in 24 hours',
  ),
  disk: message('insight.attention.disk', '{free} free on the disk of {directory}'),
  node: message('insight.attention.node', 'Node {name} is offline. Last heartbeat: {since}'),
  database: message('insight.attention.database', 'The database is not available: {error}'),
  blobs: message('insight.attention.blobs', 'The blob store is not available: {error}'),
  mail: message('insight.attention.mail', 'Failed to send email: {error}'),
  upstream: message('insight.attention.upstream', 'The upstream of {name} is not available: {error}'),
  import: message('insight.attention.import', 'Failed to import advisories from {file}: {error}'),
  paused: message(
    'insight.attention.webhook.paused',
    'Webhook {name} is paused after three days without a delivery: {error}',
  ),
  failing: message('insight.attention.webhook.failing', 'Webhook {name} fails: {error}'),
};
