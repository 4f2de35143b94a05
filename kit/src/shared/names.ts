import { FLUENT_NAMES } from './fluent.ts';

/**
 * Modules that the console shares through the import map. The build of the console, the build of
 * plugins, the import map, and a test read these lists.
 */

/** Modules in one file: the smallest set that every page needs. */
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

/** The file with `CORE_NAMES`: it exports `namespaces`, a table from name to module. */
export const CORE_TABLE = '@lading/core';

/**
 * Shared components: for all screens, tables, forms, list pages, facts and states, Fluent UI setup,
 * client setup, charts, and guided tours.
 */
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

/** Modules built from the console's own packages. */
export const ROOM_NAMES = [...UI_NAMES, '@lading/shell', '@lading/shell/frame'] as const;

/** Modules that plugins can import without bundling them. */
export const SHARED_NAMES: readonly string[] = [...CORE_NAMES, ...UI_NAMES, ...FLUENT_NAMES];

/**
 * Exports of the shared `react-router-dom`, without routers and loaders: the shell owns navigation.
 */
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
