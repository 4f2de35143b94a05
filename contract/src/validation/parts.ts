import {
  array,
  boolean,
  finite,
  type GenericSchema,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  optional,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
  union,
} from 'valibot';
import { LICENSE_RANK, type Requirement } from '../requirement.ts';
import { serviceNames } from './serviceNames.ts';

// Each message contains the expected value; describeIssue adds the actual value.

export const text = pipe(string('a text'), minLength(1, 'a text that is not empty'));
export const yesNo = boolean('true or false');
export const order = pipe(number('a number'), finite('a finite number'));
export const list = <Item extends GenericSchema>(item: Item) => array(item, 'a list');
export const path = pipe(text, regex(/^\/[^\s?#]*$/, 'a path below /ui that starts with "/"'));
export const routePath = pipe(
  text,
  regex(/^\/(?:[^\s/?#]+\??(?:\/|$))*$/, 'a path in react-router’s form that starts with "/": /demo/:id?'),
);
export const callPath = pipe(
  text,
  regex(/^\/(?!\/)[^\s#]*$/, 'a path of the console’s server that starts with one "/"'),
);
export const message = strictObject(
  { id: text, text: string('a text') },
  'a message, { id, text }, as message(id, text) gives',
);
export const reference = strictObject(
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
export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  picklist(options, `one of ${options.join(', ')}`);

const iconPath = pipe(
  text,
  maxLength(4_096, 'up to 4,096 characters'),
  regex(/^[MmZzLlHhVvCcSsQqTtAaeE0-9\s.,+-]+$/, 'the d attribute of an SVG path: M2 2h16v16z'),
);
export const icon = union(
  [
    text,
    strictObject({
      size: optional(pipe(order, minValue(1, 'at least 1'), maxValue(1_024, 'at most 1,024'))),
      paths: pipe(list(iconPath), minLength(1, 'one path'), maxLength(16, 'up to 16 paths')),
    }),
  ],
  'the name of an icon, or { size, paths } with the d attributes of SVG paths',
);
export const table = oneOf(['packages', 'versions', 'repositories']);

export const requires = strictObject(
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
