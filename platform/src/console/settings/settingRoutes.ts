import type { PluginSettingsForm as Form } from '@lading/contract/rest';
import { PluginSettingsForm, PluginSettingValues, PluginsWithSettings } from '@lading/contract/schemas';
import { type SettingScope, settingValues } from '@lading/contract/validation';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { administrators, usersThemselves } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import type { Console } from '../Console.ts';
import type { ActiveReleases } from '../releases/ActiveReleases.ts';
import { checkValues, fieldsOf, inScope, type PluginWithSettings, settingsOf } from './declaredSettings.ts';
import { lockValues, saveValues, storedValues } from './settingRows.ts';

export interface SettingRoutesOptions {
  active: ActiveReleases;
  site: () => Promise<Console>;
}

const params = Type.Object({ name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 100 }) });
const unknown = { 404: ['PLUGIN_SETTINGS_NOT_FOUND'] };
const scopes = {
  instance: { access: administrators, whose: 'for all users' },
  user: { access: usersThemselves, whose: 'for the caller' },
} as const;

/** Settings that plugins declare, under `/ui/api/v1/lading`. */
export async function settingRoutes(
  app: FastifyInstance,
  { active, site }: SettingRoutesOptions,
): Promise<void> {
  // Without the prefix, which applies here already.
  const options = { active, site };
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await app.register(valueRoutes, options);
  for (const scope of ['instance', 'user'] as const) await app.register(formRoutes, { ...options, scope });
}

async function valueRoutes(app: FastifyInstance, options: SettingRoutesOptions): Promise<void> {
  const api = ownApi(app, { tag: 'Plugins', access: usersThemselves });
  api.get(
    '/plugins/settings',
    {
      schema: {
        summary: 'Lists the plugins with settings of each user.',
        response: { 200: PluginsWithSettings },
      },
    },
    async (request) => {
      const plugins = await pluginsOf(request, options);
      return {
        plugins: plugins
          .filter(({ settings }) => inScope(settings, 'user').length > 0)
          .map(({ plugin }) => plugin),
      };
    },
  );

  api.get(
    '/plugins/:name/settings',
    {
      schema: {
        summary: 'Returns the values of the settings of a plugin for the caller.',
        params,
        response: { 200: PluginSettingValues },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { specifier, settings } = await requirePlugin(request, options, request.params.name);
      const { instance, user } = await storedValues(specifier, callerOf(request).userName);
      return {
        values: {
          ...settingValues(inScope(settings, 'instance'), instance),
          ...settingValues(inScope(settings, 'user'), user),
        },
      };
    },
  );
}

/** The form of the settings of one scope. */
async function formRoutes(
  app: FastifyInstance,
  options: SettingRoutesOptions & { scope: SettingScope },
): Promise<void> {
  const { scope } = options;
  const { access, whose } = scopes[scope];
  const api = ownApi(app, { tag: 'Plugins', access });
  api.get(
    `/plugins/:name/settings/${scope}`,
    {
      schema: {
        summary: `Returns the settings of a plugin ${whose}, and their values.`,
        params,
        response: { 200: PluginSettingsForm },
      },
      config: { errors: unknown },
    },
    async (request, reply) => {
      const plugin = await requirePlugin(request, options, request.params.name);
      const stored = await storedValues(plugin.specifier, callerOf(request).userName);
      return shown(reply, plugin, scope, stored[scope]);
    },
  );

  api.put(
    `/plugins/:name/settings/${scope}`,
    {
      schema: {
        summary: `Sets the settings of a plugin ${whose}.`,
        description: 'Settings without a value have their defaults.',
        params,
        body: PluginSettingValues,
        response: { 200: PluginSettingsForm },
      },
      config: { errors: { ...unknown, 400: ['BAD_PLUGIN_SETTING'], 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const plugin = await requirePlugin(request, options, request.params.name);
      const { values } = request.body;
      checkValues(plugin, inScope(plugin.settings, scope), values);
      const stored = await transaction(() => change(request, plugin, scope, values));
      return shown(reply, plugin, scope, stored);
    },
  );
}

/** Returns the stored values. Those that only another version declares remain. */
async function change(
  request: FastifyRequest,
  { plugin, specifier, settings }: PluginWithSettings,
  scope: SettingScope,
  values: Form['values'],
): Promise<Form['values']> {
  const { userName } = callerOf(request);
  await lockValues(specifier);
  const { [scope]: before } = await storedValues(specifier, userName);
  requireUnchanged(request, before, `The settings of plugin ${plugin}`);
  const declared = new Set(inScope(settings, scope).map(({ name }) => name));
  const others = Object.entries(before).filter(([name]) => !declared.has(name));
  const after = { ...Object.fromEntries(others), ...values };
  await saveValues(specifier, scope === 'user' ? userName : null, { values: after, by: userName });
  if (scope === 'user') return after;
  await recordChange(request, 'settings-changed', `Settings of plugin ${specifier} changed`, {
    ...{ before, after },
  });
  return after;
}

function shown(
  reply: FastifyReply,
  { plugin, specifier, version, settings }: PluginWithSettings,
  scope: SettingScope,
  stored: Form['values'],
): Form {
  sendTag(reply, stored);
  const own = inScope(settings, scope);
  return {
    ...{ plugin, specifier, version },
    ...{ settings: fieldsOf(own), values: settingValues(own, stored) },
  };
}

/** Plugins in the pages of the caller. */
async function pluginsOf(
  request: FastifyRequest,
  { active, site }: SettingRoutesOptions,
): Promise<PluginWithSettings[]> {
  await active.ready();
  const state = await (await site()).state(active.variantFor(callerOf(request)));
  return (state?.plugins ?? []).map(settingsOf);
}

async function requirePlugin(
  request: FastifyRequest,
  options: SettingRoutesOptions,
  name: string,
): Promise<PluginWithSettings> {
  const found = (await pluginsOf(request, options)).find(({ plugin }) => plugin === name);
  if (found && found.settings.length > 0) return found;
  throw new HttpError(
    404,
    'PLUGIN_SETTINGS_NOT_FOUND',
    `No plugin in use is named "${name}" and has settings`,
  );
}
