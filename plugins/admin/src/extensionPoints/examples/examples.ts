import { message, type PluginDefinition } from '@lading/contract';

type Main = Required<PluginDefinition>;
type Extensions = Required<Main['extensions']>;

export const routes: Main['routes'] = [
  {
    path: '/tide',
    name: 'tide.list',
    title: message('tide.title', 'Tide'),
    requires: { role: 'user' },
    screen: () => import('./tide.ts').then(({ TidePage }) => TidePage),
  },
];

export const menuItems: Main['menuItems'] = [
  {
    sidebar: 'application',
    path: '/tide',
    label: message('tide.title', 'Tide'),
    icon: 'plug',
    order: 50,
  },
];

export const features: Main['features'] = [{ name: 'TIDE.ALARMS', supported: true }];

export const mainApplicationRequests: Main['mainApplicationRequests'] = [
  {
    name: 'tide levels',
    run: async ({ http, storage }) => {
      storage.set('levels', await http.text('/ui/api/v1/lading/plugins/tide/proxy/levels/levels'));
    },
  },
];

export const platformConfigurationRequests: Main['platformConfigurationRequests'] = [
  {
    name: 'tide alarms',
    run: async ({ http, storage }) => {
      storage.set('alarms', await http.text('/ui/api/v1/lading/plugins/tide/proxy/levels/alarms'));
    },
  },
];

export const backends: Main['backends'] = [
  {
    name: 'levels',
    about: 'Reads water levels',
    calls: [{ methods: ['GET'], path: '/levels/*' }],
  },
];

export const settings: Main['settings'] = [
  {
    name: 'refreshSeconds',
    scope: 'instance',
    title: message('tide.refreshSeconds', 'Refresh every (seconds)'),
    type: 'integer',
    default: 60,
    minimum: 10,
    maximum: 3600,
  },
  {
    name: 'unit',
    scope: 'user',
    title: message('tide.unit', 'Unit'),
    description: message('tide.unitHelp', 'Unit of water levels'),
    type: 'string',
    enum: ['m', 'ft'],
    default: 'm',
  },
];

export const searchCategories: Extensions['searchCategories'] = [
  {
    id: 'tide.harbors',
    label: message('tide.harbors', 'Harbors'),
    path: '/tide',
    parameter: 'harbor',
    order: 60,
  },
];

export const packageTabs: Extensions['packageTabs'] = [
  {
    id: 'tide.levels',
    label: message('tide.levels', 'Tide levels'),
    packageTypes: ['npm', 'maven'],
    tab: () => import('./tide.ts').then(({ LevelsTab }) => LevelsTab),
  },
];

export const nodeTabs: Extensions['nodeTabs'] = [
  {
    id: 'tide.depth',
    label: message('tide.depth', 'Depth'),
    nodes: ['file'],
    endings: ['.sonar'],
    tab: () => import('./tide.ts').then(({ DepthTab }) => DepthTab),
  },
];

export const tableColumns: Extensions['tableColumns'] = [
  {
    id: 'tide.level',
    table: 'repositories',
    label: message('tide.level', 'Tide level'),
    order: 50,
    align: 'end',
    values: async (rows, { http }) => {
      const keys = rows.map(({ key }) => key).join(',');
      const path = '/ui/api/v1/lading/plugins/tide/proxy/levels/levels';
      const meters = await http.json<Record<string, number>>(path, { query: { keys } });
      return rows.map(({ key }) => {
        const level = meters[key];
        return level === undefined ? undefined : { text: `${level.toFixed(1)} m`, value: level };
      });
    },
  },
];

export const rowActions: Extensions['rowActions'] = [
  {
    id: 'tide.measure',
    table: 'repositories',
    label: message('tide.measure', 'Measure the level'),
    icon: 'refresh',
    requires: { role: 'admin' },
    available: async ({ type }) => type === 'LOCAL',
    run: async ({ key }, { http, notifications }) => {
      const path = '/ui/api/v1/lading/plugins/tide/proxy/levels/measure';
      await http.json(path, { method: 'POST', body: { key } });
      notifications.success(`Level of ${key} measured`);
    },
  },
];

export const dashboardWidgets: Extensions['dashboardWidgets'] = [
  {
    id: 'tide.levels',
    label: message('tide.levels', 'Tide levels'),
    order: 60,
    path: '/tide',
    widget: () => import('./tide.ts').then(({ LevelsWidget }) => LevelsWidget),
  },
];

export const adminCards: Extensions['adminCards'] = [
  {
    id: 'tide.harbors',
    group: message('tide.title', 'Tide'),
    label: message('tide.harbors', 'Harbors'),
    path: '/tide/harbors',
    requires: { role: 'admin' },
  },
];

export const vendorCards: Extensions['vendorCards'] = [
  {
    id: 'tide.gauge',
    type: 'gauges',
    group: message('tide.gauges', 'Gauges'),
    label: message('tide.gauge', 'Harbor gauge'),
    icon: 'plug',
    path: '/tide/gauge',
    connect: async ({ navigation }) => {
      await navigation.go('/tide/gauge/new');
    },
  },
];

export const commands: Extensions['commands'] = [
  {
    id: 'tide.refresh',
    label: message('tide.refresh', 'Refresh tide'),
    keywords: ['water'],
    shortcut: 'g t',
    run: async ({ navigation }) => {
      await navigation.go('/tide?now');
    },
  },
];

export const pageParts: Extensions['pageParts'] = [
  {
    id: 'tide.now',
    label: message('tide.now', 'Current tide'),
    lifecycles: () => import('./tide.ts').then(({ now }) => now),
  },
];

export const clientGuides: Extensions['clientGuides'] = [
  {
    id: 'tide.generic',
    packageTypes: ['generic'],
    steps: () => import('./tide.ts').then(({ steps }) => steps),
  },
];

export const catalogs: Extensions['catalogs'] = [
  { language: 'pl', texts: () => import('./tide.ts').then(({ texts }) => texts) },
];

export const languagePacks: Extensions['languagePacks'] = [
  {
    language: 'de',
    name: 'Deutsch',
    texts: () => import('./tide.ts').then(({ texts }) => texts),
  },
];

export const signInDialog: Extensions['signInDialog'] = [
  {
    id: 'tide.signIn',
    dialog: () => import('./tide.ts').then(({ SignIn }) => SignIn),
  },
];
