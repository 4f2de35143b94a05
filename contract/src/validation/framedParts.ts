/** Parts of pages that an untrusted plugin can have in frames, with the functions of each. */
export const FRAMED_PARTS = {
  dashboardWidgets: ['widget'],
  packageTabs: ['tab'],
  nodeTabs: ['tab'],
  tableColumns: ['values'],
  rowActions: ['available', 'run'],
  searchCategories: [],
  commands: ['run'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Parts of one kind that an untrusted plugin can have: each widget is a frame in the dashboard. */
export const MAX_FRAMED_PARTS = 4;

/** Everything that an untrusted plugin can have. The console leaves out other kinds. */
export const FRAMED_KINDS: readonly string[] = [
  ...['routes', 'menuItems', 'catalogs', 'backends', 'settings'],
  ...Object.keys(FRAMED_PARTS),
];
