import {
  array,
  boolean,
  custom,
  finite,
  type GenericSchema,
  looseObject,
  minLength,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  strictObject,
  string,
  union,
  unknown,
} from 'valibot';
import type { ExtensionKinds, MainKinds } from '../contributions/kinds.ts';
import type { PluginManifest, Referenced } from '../plugin/manifest.ts';
import { LICENSE_RANK, type Requirement } from '../requirement.ts';
import { serviceNames } from './serviceNames.ts';

// Each message contains the expected value; describeIssue adds the actual value.

const text = pipe(string('a text'), minLength(1, 'a text that is not empty'));
const yesNo = boolean('true or false');
const order = pipe(number('a number'), finite('a finite number'));
const list = <Item extends GenericSchema>(item: Item) => array(item, 'a list');
const path = pipe(text, regex(/^\/[^\s?#]*$/, 'a path below /ui that starts with "/"'));
const routePath = pipe(
  text,
  regex(/^\/(?:[^\s/?#]+\??(?:\/|$))*$/, 'a path in react-router’s form that starts with "/": /demo/:id?'),
);
const callPath = pipe(
  text,
  regex(/^\/(?!\/)[^\s#]*$/, 'a path of the console’s server that starts with one "/"'),
);
const message = strictObject(
  { id: text, text: string('a text') },
  'a message, { id, text }, as message(id, text) gives',
);
const reference = strictObject(
  {
    $ref: pipe(
      text,
      regex(/^[A-Za-z]+(?:\/[A-Za-z0-9]+)*$/, 'the place of a function, like routes/0/screen'),
    ),
  },
  'a function (in a manifest: { "$ref": its place })',
);

const ENTITLEMENTS = [
  'packages',
  'webhooks',
  'projects',
  'git_integrations',
  'high_availability',
  'release_bundles',
  'security_scanning',
] as const;
const SCANNING = ['readIssues', 'manageWatches', 'managePolicies'] as const;
const ROLES = ['anyone', 'user', 'projectAdmin', 'admin'] as const;
const LICENSES = Object.keys(LICENSE_RANK) as (keyof typeof LICENSE_RANK)[];
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  picklist(options, `one of ${options.join(', ')}`);

const requires = strictObject(
  {
    license: optional(union([yesNo, list(oneOf(LICENSES))], 'true, false or a list of license types')),
    features: optional(list(text)),
    withoutFeatures: optional(list(text)),
    services: optional(list(oneOf(serviceNames))),
    entitlements: optional(list(oneOf(ENTITLEMENTS))),
    scanning: optional(list(oneOf(SCANNING))),
    role: optional(oneOf(ROLES)),
    cloud: optional(yesNo),
    project: optional(oneOf(['one', 'all'])),
    hidden: optional(yesNo),
  },
  'a requirement, an object',
) satisfies GenericSchema<unknown, Requirement>;

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
            { method: optional(oneOf(['GET', 'POST'])), path: callPath, body: optional(unknown()) },
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
      icon: optional(text),
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
      id: text,
      label: message,
      order: optional(order),
      packageTypes: optional(list(text)),
      requires: optional(requires),
      tab: reference,
    },
    'a tab',
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

const aFunction = custom<(...args: unknown[]) => Promise<unknown>>(
  (value) => typeof value === 'function',
  'a function',
);

/** Schema of the exports of a plugin's entry. */
export const moduleSchema = looseObject(
  {
    default: looseObject({ name: pluginNameSchema }, 'the definition, as definePlugin gives it'),
    bootstrap: aFunction,
    mount: aFunction,
    unmount: aFunction,
  },
  'a module that exports the definition as default, and bootstrap, mount and unmount',
);
