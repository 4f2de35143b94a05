import { message } from '@lading/contract';

export const loadMessages = {
  title: message('admin.status.load.title', 'Load in the last hour'),
  of: message('admin.status.load.of', 'Figures of node {node}, every 10 seconds. Queues are of all nodes.'),
  node: message('admin.status.load.node', 'Node'),
  responding: message('admin.status.load.responding', 'The node that responds'),
  offline: message('admin.status.load.offline', '{node} (offline)'),
  failed: message('admin.status.load.failed', 'Failed to load the figures about the load'),
  empty: message('admin.status.load.empty', 'Collecting'),
  emptyMore: message('admin.status.load.emptyMore', 'The first value appears in 10 seconds.'),
  value: message('admin.status.load.value', '{time}: {value}'),
  requests: message('admin.status.load.requests', 'Requests per second'),
  requestsValue: message('admin.status.load.requestsValue', '{value, number} per second'),
  latency: message('admin.status.load.latency', 'Response time, 95th percentile'),
  noRequests: message('admin.status.load.noRequests', 'no requests'),
  lag: message('admin.status.load.lag', 'Longest delay of the event loop'),
  millis: message('admin.status.load.millis', '{value, number} ms'),
  connections: message('admin.status.load.connections', 'Used database connections'),
  connectionsValue: message(
    'admin.status.load.connectionsValue',
    '{value, plural, one {# connection} other {# connections}}',
  ),
  waiting: message('admin.status.load.waiting', 'Queries waiting for a connection'),
  waitingValue: message('admin.status.load.waitingValue', '{value, plural, one {# query} other {# queries}}'),
  queues: message('admin.status.load.queues', 'Queues'),
  queue: message('admin.status.load.queue', 'Queue'),
  now: message('admin.status.load.now', 'Now'),
  longest: message('admin.status.load.longest', 'Longest'),
  course: message('admin.status.load.course', 'Last hour'),
  courseOf: message('admin.status.load.courseOf', '{queue}: now {now}, longest {longest}'),
  unknown: message('admin.status.load.unknown', 'Unknown'),
} as const;

/** By the name that the server uses. */
export const queueMessages = {
  'archive-index': message('admin.status.load.archives', 'Archives to index'),
  distribution: message('admin.status.load.distribution', 'Release bundles to distribute'),
  jobs: message('admin.status.load.jobs', 'Background jobs that wait, on this node'),
  'maven-poms': message('admin.status.load.poms', 'Maven parent POMs to index'),
  'npm-index': message('admin.status.load.npm', 'Cached npm packages to index'),
  scan: message('admin.status.load.scan', 'Versions to scan'),
  webhooks: message('admin.status.load.webhooks', 'Events for webhooks'),
} as const;
