// The requests of a console start for an ordinary user, with many repositories and permissions.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../harness/database.mjs';
import { authorization, password, startLading } from '../harness/lading.mjs';
import { median, ms, percentile, verdict } from '../harness/stats.mjs';

const UI = '/ui/api/v1';
/** Requests of a console start, and of an administrator's lists. */
const startCalls = [
  `${UI}/ui/auth/current`,
  `${UI}/system/auth/screen/footer`,
  `${UI}/system/microservices`,
  `${UI}/access/projects`,
  `${UI}/system/entitlements`,
  `${UI}/ui/packages/available`,
  `${UI}/ui/repodata?deploy=true`,
  `${UI}/system/securityPermissions`,
  `${UI}/ui/setMeUp`,
];
const lists = [
  ...['users', 'groups', 'permissions'].map((list) => `/access/api/v2/${list}?limit=100`),
  '/access/api/v2/users?limit=100&search=user4217',
  '/access/api/v2/users?limit=100&search=example.org',
  '/access/api/v2/users?limit=100&search=no-such-user',
  '/access/api/v2/users?limit=100&sort_by=lastSignIn&descending_order=true',
  '/access/api/v1/tokens?limit=100&refreshable=true',
  '/access/api/v1/tokens?limit=100&refreshable=true&search=user4217',
  '/access/api/v1/tokens?limit=100&refreshable=true&search=no-such-token',
  '/access/api/v1/tokens?limit=100&refreshable=true&username=user4217',
  '/access/api/v1/tokens?limit=100&refreshable=true&use=unused',
  '/access/api/v1/tokens?limit=100&refreshable=true&state=soon',
  '/access/api/v1/tokens?limit=100&refreshable=true&sort_by=lastUsed&descending_order=true',
  '/access/api/v2/permissions?limit=100&search=permission4217',
  '/access/api/v2/permissions?limit=100&search=no-such-user',
  '/artifactory/api/repositories',
  ...['', '&search=project-4217', '&search=no-such-project'].map(
    (query) => `/access/api/v1/projects?limit=100${query}`,
  ),
  ...['', '&search=hook-4217', '&search=no-such-hook', '&sort_by=health', '&sort_by=url'].map(
    (query) => `/event/api/v1/subscriptions?limit=100${query}`,
  ),
];
const explanations = [
  '/access/api/v1/effective/path?repository=generic-17&path=com/acme/a.jar',
  '/access/api/v1/effective/path?repository=generic-17&path=com/acme/a.jar&search=user4',
  '/access/api/v1/effective/users/ordinary',
];
/** Milliseconds at the 99th percentile. */
const goals = { call: 50, explanation: 100 };

export async function measure({ quick, log }) {
  const size = quick
    ? { repositories: 200, permissions: 5000, users: 2000, projects: 200, webhooks: 200 }
    : { repositories: 10_000, permissions: 50_000, users: 100_000, projects: 10_000, webhooks: 10_000 };
  const server = await startLading();
  const database = await connect(server);
  try {
    await fill(database, size);
    const user = `Basic ${Buffer.from(`ordinary:${password}`).toString('base64')}`;
    // Changes from another node take effect after two seconds.
    await delay(2500);
    const rows = [];
    for (const [path, caller, goal] of [
      ...startCalls.map((call) => [call, user, goals.call]),
      ...lists.map((call) => [call, authorization, goals.call]),
      ...explanations.map((call) => [call, authorization, goals.explanation]),
    ]) {
      const found = await timed(server, path, caller, quick ? 20 : 100);
      log(
        `${path}: ${ms(median(found.times))} ms, ${ms(percentile(found.times, 0.99))} ms at the 99th percentile`,
      );
      const worst = percentile(found.times, 0.99);
      rows.push([
        path,
        found.kib,
        ms(found.first),
        ms(median(found.times)),
        ms(worst),
        `< ${goal}`,
        verdict(worst < goal),
      ]);
    }
    const number = (count) => count.toLocaleString('en');
    const counts = `${number(size.repositories)} repositories, ${number(size.permissions)} permissions, ${number(size.projects)} projects, ${number(size.webhooks)} webhooks, and ${number(size.users)} users with 2 tokens each`;
    return [
      {
        heading: `Calls among ${counts}`,
        note: 'Milliseconds, one client. The calls of a start are those of a user who is no administrator; first: right after a permission of that user changed.',
        columns: ['call', 'KiB', 'first', 'median', 'p99', 'goal p99', 'met'],
        rows,
      },
      {
        heading: 'Other requests meanwhile',
        note: 'Milliseconds that a ping takes while four such users start their consoles over and over.',
        columns: ['median', 'p99', 'worst'],
        rows: [await besides(server, user, quick ? 2 : 10)],
      },
    ];
  } finally {
    await database.end();
    await server.stop();
  }
}

async function fill(database, { repositories, permissions, users, projects, webhooks }) {
  await database.query(
    `insert into repositories (key, type, package_type) select 'generic-' || i, 'local', 'generic' from generate_series(1, $1) i`,
    [repositories],
  );
  await database.query("insert into groups (name) select 'team' || i from generate_series(1, 500) i");
  await database.query(
    `insert into users (name, password_hash) select 'ordinary', password_hash from users where name = 'admin'`,
  );
  await database.query(
    "insert into group_members (group_name, user_name) select 'team' || i, 'ordinary' from generate_series(1, 100) i",
  );
  await database.query(
    `insert into users (name, email, last_signed_in)
     select 'user' || i, 'user' || i || '@example.org', now() - i * interval '1 minute' from generate_series(1, $1) i`,
    [users],
  );
  await database.query(
    `insert into group_members (group_name, user_name)
     select 'team' || 1 + (i * step) % 500, 'user' || i from generate_series(1, $1) i, (values (1), (7)) steps (step)
     on conflict do nothing`,
    [users],
  );
  await database.query(
    `insert into permissions (name, resources) select 'permission' || i, jsonb_build_object('artifact', jsonb_build_object(
       'actions', jsonb_build_object('users', '{}'::jsonb, 'groups', jsonb_build_object('team' || (i % 500), '["READ", "WRITE"]'::jsonb)),
       'targets', jsonb_build_object('generic-' || (i % $2), '{"include_patterns": ["com/acme/**"]}'::jsonb)))
     from generate_series(1, $1) i`,
    [permissions, repositories],
  );
  // Two tokens of each user, over 300 days.
  await database.query(
    `insert into tokens (id, hash, user_name, scope, description, created, expires, last_used)
     select gen_random_uuid(), sha256(('token' || i)::bytea), 'user' || 1 + i % $1, 'applied-permissions/user', 'pipeline ' || i % 1000,
       now() - i * interval '2 minutes', case when i % 3 = 0 then null else now() + i % 90 * interval '1 day' end,
       case when i % 5 = 0 then null else now() - i * interval '1 minute' end from generate_series(1, 2 * $1) i`,
    [users],
  );
  await fillProjects(database, projects);
  await fillWebhooks(database, webhooks);
  await database.query('vacuum analyze');
}

/** Each with two members and a team. */
async function fillProjects(database, projects) {
  await database.query(
    `insert into projects (project_key, display_name, description, admin_privileges)
     select 'project-' || i, 'Project ' || i, 'Of the team ' || i % 500, '{"manage_members": true, "manage_resources": true, "index_resources": true}'
     from generate_series(1, $1) i`,
    [projects],
  );
  await database.query(
    `insert into project_users (project_key, user_name, roles)
     select 'project-' || i, 'user' || 1 + (i + step) % 1000, array['Developer']
     from generate_series(1, $1) i, (values (1), (7)) steps (step)`,
    [projects],
  );
}

/** Turned off, because this measures the lists. Each tenth has waiting events. */
async function fillWebhooks(database, webhooks) {
  await database.query(
    `insert into webhooks (key, description, enabled, domain, event_types, handler, sealed, origin, last_delivered, failing_since, last_error)
     select 'hook-' || i, 'Of the team ' || i % 500, false, 'artifact', array['deployed', 'deleted'],
       jsonb_build_object('handler_type', 'webhook', 'url', 'https://ci-' || i || '.example.org/hook'), '', 'https://packages.example.org',
       now() - i * interval '1 minute', case when i % 10 = 0 then now() end, case when i % 10 = 0 then 'The receiver returned status 503' end
     from generate_series(1, $1) i`,
    [webhooks],
  );
  await database.query(
    `insert into webhook_deliveries (webhook, event_id, type, data, source, created)
     select w.id, gen_random_uuid(), 'artifact.deployed', '{"path": "com/acme/a.jar"}', 'lading/user1', now()
     from webhooks w, generate_series(1, 50) i where w.failing_since is not null`,
  );
}

async function timed(server, path, authorization, count) {
  const times = [];
  let bytes = 0;
  await changePermission(server);
  for (let at = 0; at <= count; at++) {
    const started = performance.now();
    const answer = await fetch(`${server.numeric}${path}`, { headers: { authorization } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}`);
    times.push(performance.now() - started);
  }
  const [first, ...rest] = times;
  return { first, times: rest, kib: (bytes / 1024).toFixed(1) };
}

async function changePermission(server) {
  const headers = { authorization, 'content-type': 'application/json' };
  const actions = { users: { ordinary: ['READ'] }, groups: {} };
  const body = JSON.stringify({
    name: 'changing',
    resources: { artifact: { actions, targets: { 'npm-local': {} } } },
  });
  await fetch(`${server.numeric}/access/api/v2/permissions/changing`, {
    method: 'DELETE',
    headers: { authorization },
  });
  const made = await fetch(`${server.numeric}/access/api/v2/permissions`, { method: 'POST', headers, body });
  if (!made.ok) throw new Error(`A permission could not be created: ${made.status} ${await made.text()}`);
}

async function besides(server, authorization, seconds) {
  const until = performance.now() + seconds * 1000;
  const start = async () => {
    while (performance.now() < until) {
      for (const path of startCalls) {
        const answer = await fetch(`${server.numeric}${path}`, { headers: { authorization } });
        await answer.arrayBuffer();
      }
    }
  };
  const times = [];
  const ping = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      const answer = await fetch(`${server.numeric}/artifactory/api/system/ping`);
      await answer.arrayBuffer();
      times.push(performance.now() - started);
      await delay(20);
    }
  };
  await Promise.all([start(), start(), start(), start(), ping()]);
  return [ms(median(times)), ms(percentile(times, 0.99)), ms(Math.max(...times))];
}
