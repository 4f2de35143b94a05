import {
  type array,
  finite,
  type GenericSchema,
  looseObject,
  maxValue,
  minValue,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  strictObject,
  string,
  unknown,
} from 'valibot';
import type { ExtensionKinds, MainKinds } from '../contributions/kinds.ts';
import type { PluginManifest, Referenced } from '../plugin/manifest.ts';
import {
  callPath,
  icon,
  list,
  message,
  oneOf,
  order,
  path,
  reference,
  requires,
  routePath,
  table,
  text,
  yesNo,
} from './parts.ts';

const startupRequest = strictObject({ name: text, order: optional(order), run: reference }, 'a request');

const MAIN = {
  routes: strictObject(
    {
      path: routePath,
      name: text,
      title: message,
      requires: optional(requires),
      public: optional(yesNo),
      frameless: optional(yesNo),
      otherwise: optional(oneOf(['stay', 'not-found'])),
      ahead: optional(
        list(
          strictObject(
            {
              method: optional(oneOf(['GET', 'POST'])),
              path: callPath,
              body: optional(unknown()),
              admin: optional(yesNo),
            },
            'a call',
          ),
        ),
      ),
      pages: optional(reference),
      screen: optional(reference),
    },
    'a route',
  ),
  menuItems: strictObject(
    {
      sidebar: oneOf(['application', 'administration', 'project']),
      path,
      label: message,
      icon: optional(icon),
      order: optional(order),
      group: optional(message),
      requires: optional(requires),
      disabled: optional(yesNo),
      disabledReason: optional(message),
    },
    'a menu item',
  ),
  features: strictObject({ name: text, supported: yesNo }, 'a feature'),
  mainApplicationRequests: startupRequest,
  platformConfigurationRequests: startupRequest,
} satisfies { [K in keyof MainKinds]: GenericSchema<unknown, Referenced<MainKinds[K]>> };

const EXTENSIONS = {
  searchCategories: strictObject(
    {
      id: text,
      label: message,
      path,
      parameter: optional(text),
      order: optional(order),
      requires: optional(requires),
      supportsProjects: optional(yesNo),
      leastForUsers: optional(order),
    },
    'a search category',
  ),
  packageTabs: strictObject(
    {
      id: pipe(
        text,
        regex(
          /^(?!(?:readme|layers|configuration|referrers|properties|files|dependencies|dependents|builds|contents|sbom)$)/i,
          'an ID that no tab of the console has',
        ),
      ),
      label: message,
      icon: optional(icon),
      order: optional(order),
      packageTypes: optional(list(text)),
      requires: optional(requires),
      tab: reference,
    },
    'a tab',
  ),
  nodeTabs: strictObject(
    {
      id: pipe(
        text,
        regex(/^[^\s/?#]+$/, 'an ID without spaces, "/", "?", and "#"'),
        regex(
          /^(?!(?:general|preview|properties|checksums)$)/i,
          'an ID other than General, Preview, Properties, and Checksums, the tabs of the console',
        ),
      ),
      label: message,
      icon: optional(icon),
      order: optional(order),
      nodes: optional(list(oneOf(['repository', 'folder', 'file']))),
      packageTypes: optional(list(text)),
      endings: optional(list(text)),
      requires: optional(requires),
      tab: reference,
    },
    'a tab',
  ),
  tableColumns: strictObject(
    {
      id: text,
      table,
      label: message,
      order: optional(order),
      width: optional(pipe(order, minValue(64, 'at least 64'), maxValue(400, 'at most 400'))),
      align: optional(oneOf(['start', 'end'])),
      requires: optional(requires),
      values: reference,
    },
    'a column',
  ),
  rowActions: strictObject(
    {
      id: text,
      table,
      label: message,
      icon: optional(icon),
      order: optional(order),
      requires: optional(requires),
      available: optional(reference),
      run: reference,
    },
    'an action',
  ),
  dashboardWidgets: strictObject(
    {
      id: text,
      label: message,
      order: optional(order),
      wide: optional(yesNo),
      path: optional(path),
      requires: optional(requires),
      widget: reference,
    },
    'a widget',
  ),
  adminCards: strictObject(
    {
      id: text,
      group: message,
      label: message,
      path,
      requires: optional(requires),
      disabledReason: optional(message),
    },
    'a card',
  ),
  vendorCards: strictObject(
    {
      id: text,
      type: text,
      label: message,
      icon: text,
      about: optional(message),
      group: optional(message),
      order: optional(order),
      requires: optional(requires),
      path: optional(path),
      state: optional(reference),
      connect: optional(reference),
    },
    'a card',
  ),
  commands: strictObject(
    {
      id: text,
      label: message,
      icon: optional(icon),
      keywords: optional(list(text)),
      requires: optional(requires),
      shortcut: optional(text),
      run: reference,
    },
    'a command',
  ),
  pageParts: strictObject(
    { id: text, label: message, order: optional(order), requires: optional(requires), lifecycles: reference },
    'a part of a page',
  ),
  clientGuides: strictObject(
    {
      id: text,
      packageTypes: list(text),
      requires: optional(requires),
      clients: optional(reference),
      steps: reference,
    },
    'a guide',
  ),
  catalogs: strictObject({ language: text, texts: reference }, 'a catalog, { language, texts }'),
  languagePacks: strictObject(
    { language: text, name: text, direction: optional(oneOf(['ltr', 'rtl'])), texts: reference },
    'a language, { language, name, texts }',
  ),
  signInDialog: strictObject({ id: text, dialog: reference }, 'a dialog'),
} satisfies { [K in keyof ExtensionKinds]: GenericSchema<unknown, Referenced<ExtensionKinds[K]>> };

type Lists<Kinds extends Record<string, GenericSchema>> = {
  [K in keyof Kinds]: ReturnType<typeof optional<ReturnType<typeof array<Kinds[K]>>>>;
};

function lists<Kinds extends Record<string, GenericSchema>>(kinds: Kinds): Lists<Kinds> {
  const entries = Object.entries(kinds).map(([kind, schema]) => [kind, optional(list(schema))]);
  return Object.fromEntries(entries) as Lists<Kinds>;
}

const contributions = strictObject(
  {
    ...lists(MAIN),
    extensions: optional(strictObject(lists(EXTENSIONS), 'the extensions, an object')),
    lifecycles: optional(reference),
  },
  'the contributions, an object',
);

const pluginNameSchema = pipe(
  string('a name'),
  regex(/^[a-z0-9][a-z0-9-]*$/, 'a name of small letters, digits and hyphens'),
);

/** Schema of a manifest. Only its top level allows unknown properties, for later versions. */
export const manifestSchema = looseObject(
  {
    name: pluginNameSchema,
    version: text,
    contract: text,
    entry: text,
    files: list(
      object(
        {
          path: pipe(
            text,
            regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\?#]+$/, 'a path below the plugin’s folder'),
          ),
          integrity: pipe(text, regex(/^sha(?:256|384|512)-[A-Za-z0-9+/]+=*$/, 'a hash, sha256-…')),
          size: pipe(number('a number of bytes'), finite('a finite number')),
        },
        'a file, { path, integrity, size }',
      ),
    ),
    preload: record(string('the name of a route'), list(text), 'an object from route name to files'),
    contributions,
  },
  'a plugin’s manifest, an object',
) satisfies GenericSchema<unknown, PluginManifest>;
