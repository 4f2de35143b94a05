import type { PluginSource } from './plugins.ts';
import { tideContributions } from './tidePlugin.ts';

const labeled = (id: string, text: string) => ({ id, label: { id, text } });
const command = (id: string, text: string, at: number) => ({
  ...labeled(id, text),
  run: { $ref: `extensions/commands/${at}/run` },
});
const column = (id: string, text: string, at: number) => ({
  ...labeled(id, text),
  ...{ table: 'packages', width: 100, values: { $ref: `extensions/tableColumns/${at}/values` } },
});
/** Tells where its code is evaluated. */
const evaluate = `document.documentElement.dataset.evaluated = location.href;`;

/** The columns of the trusted plugin, unchanged, and commands. */
export const tide: PluginSource = {
  ...{ specifier: 'lading-plugin-tide', version: '1.2.0', evaluate, ...tideContributions },
  calls: [{ methods: ['GET'], path: '/artifactory/api/repositories' }],
  contributions: {
    ...tideContributions.contributions,
    extensions: {
      ...tideContributions.contributions.extensions,
      commands: [
        { ...command('tide.sail', 'Sail to the harbor', 0), shortcut: 'g p' },
        command('tide.drift', 'Drift', 1),
        command('tide.calm', 'Wait for wind', 2),
      ],
    },
  },
  functions: {
    ...tideContributions.functions,
    'extensions/commands/0/run': `async (shell) => {
      const { length } = await shell.http.json('/artifactory/api/repositories');
      const denied = await shell.http.json('/artifactory/api/security/users').catch(({ code }) => code);
      let seen = 'nothing';
      try { seen = parent.document.title; } catch {}
      const question = { title: 'Sail', text: 'Cast off?', verb: 'Cast off' };
      if (!(await shell.modals.confirm(question))) return;
      shell.notifications.success('Sailed past ' + (length > 0) + ' and ' + denied + ', saw ' + seen);
      shell.notifications.info(await shell.navigation.go('/admin'));
      await shell.navigation.go('/tide');
    }`,
    'extensions/commands/1/run': `async () => { throw new TypeError('no wind'); }`,
    'extensions/commands/2/run': '() => new Promise(() => {})',
  },
};

/** Its columns misbehave in three ways, and link to a page that is not its own. */
export const fog: PluginSource = {
  ...{ specifier: 'lading-plugin-fog', imports: ['@lading/ui', 'react'] },
  contributions: {
    extensions: {
      tableColumns: [
        column('fog.lost', 'Lost', 0),
        column('fog.link', 'Link', 1),
        { ...column('fog.spy', 'Spy', 2), table: 'versions' },
      ],
    },
  },
  functions: {
    'extensions/tableColumns/0/values': '() => new Promise(() => {})',
    'extensions/tableColumns/1/values': `async (rows) => rows.map(({ name }) => ({
      text: '<img src=x onerror=alert(1)> ' + name, path: '/admin/users',
    }))`,
    // Wants what the user types into fields of the page.
    'extensions/tableColumns/2/values': `() => {
      const field = document.body.appendChild(document.createElement('input'));
      setInterval(() => { window.focus(); field.focus(); }, 20);
      return new Promise(() => {});
    }`,
  },
};
