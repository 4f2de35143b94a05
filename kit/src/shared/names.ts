import { FLUENT_NAMES } from './fluent.ts';

/**
 * The modules that the console has once and shares through the import map. The console's build, every plug-in's build,
 * the import map and a test read these lists, and nothing else names them.
 */

/** In one file: the smallest set that every page needs. */
export const CORE_NAMES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  'mobx',
  'mobx-react-lite',
  'single-spa',
  'single-spa-react',
  '@lading/contract',
] as const;

/** The file that `CORE_NAMES` live in: it exports `namespaces`, a table from name to module. */
export const CORE_TABLE = '@lading/core';

/** The shared components: for every screen, for tables, for forms, for list pages, to display facts and states, to prepare Fluent UI, for setting package managers up, for charts, and for guided tours. */
export const UI_NAMES = [
  '@lading/ui',
  '@lading/ui/table',
  '@lading/ui/edit',
  '@lading/ui/list',
  '@lading/ui/display',
  '@lading/ui/fluent',
  '@lading/ui/clients',
  '@lading/ui/charts',
  '@lading/ui/tour',
] as const;

/** What the console builds from rooms of its own. */
export const ROOM_NAMES = [...UI_NAMES, '@lading/shell', '@lading/shell/frame'] as const;

/** What a plug-in may import without having it in its own build. */
export const SHARED_NAMES: readonly string[] = [...CORE_NAMES, ...UI_NAMES, ...FLUENT_NAMES];

/** What the shared `react-router-dom` has: the shell owns navigation, so its routers and loaders are left out. */
export const ROUTER_EXPORTS = [
  'Link',
  'NavLink',
  'Navigate',
  'NavigationType',
  'Outlet',
  'Route',
  'Router',
  'Routes',
  'createPath',
  'createRoutesFromElements',
  'createSearchParams',
  'generatePath',
  'matchPath',
  'matchRoutes',
  'parsePath',
  'resolvePath',
  'useHref',
  'useInRouterContext',
  'useLinkClickHandler',
  'useLocation',
  'useMatch',
  'useNavigate',
  'useNavigationType',
  'useOutlet',
  'useOutletContext',
  'useParams',
  'useResolvedPath',
  'useRoutes',
  'useSearchParams',
] as const;
