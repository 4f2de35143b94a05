import {
  array,
  type BaseIssue,
  type GenericSchema,
  maxLength,
  minLength,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  strictObject,
  string,
} from 'valibot';
import type { BackendCall, PluginBackend } from '../plugin/backend.ts';
import { describeIssue } from './describeIssue.ts';

// Only the server and the kit use this schema: pages need no backends, and so not its bytes.

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const SEGMENT = String.raw`(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~:@-]+`;
const PATH = new RegExp(String.raw`^(?=\/)(?:\/(?:\*|${SEGMENT}))*(?:\/\*\*)?$`);

const methods = pipe(
  array(picklist(METHODS, `one of ${METHODS.join(', ')}`), 'a list of methods'),
  minLength(1, 'at least one method'),
);
const path = pipe(
  string('a path'),
  maxLength(500, 'up to 500 characters'),
  regex(PATH, 'a path such as /v1/levels, /v1/levels/* (one segment), or /v1/** (all below)'),
);
const callsOf = (schema: GenericSchema<string>) =>
  array(strictObject({ methods, path: schema }, 'a call, { methods, path }'), 'a list of calls');

/** Calls to the console's API name at least the service. */
const ownCallsSchema = pipe(
  callsOf(pipe(path, regex(/^\/[^*]/, 'a path whose first segment is not a wildcard'))),
  maxLength(50, 'up to 50 calls'),
) satisfies GenericSchema<unknown, readonly BackendCall[]>;

const backendsSchema = pipe(
  array(
    strictObject(
      {
        name: pipe(
          string('a name'),
          regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'a name of lowercase letters, digits, and hyphens'),
        ),
        about: optional(pipe(string('a text'), maxLength(300, 'up to 300 characters'))),
        calls: pipe(callsOf(path), minLength(1, 'at least one call'), maxLength(50, 'up to 50 calls')),
      },
      'a backend, { name, calls }',
    ),
    'a list of backends',
  ),
  maxLength(10, 'up to 10 backends'),
) satisfies GenericSchema<unknown, readonly PluginBackend[]>;

/** Returns the calls to the console's API of a manifest, or the reason why they are invalid. */
export function validateCalls(
  plugin: string,
  calls: unknown = [],
): { calls: readonly BackendCall[] } | { cause: string } {
  const result = safeParse(ownCallsSchema, calls, { abortEarly: true });
  if (result.success) return { calls: result.output };
  return { cause: causeOf(plugin, 'calls', result.issues[0]) };
}

/** Returns the backends of a manifest, or the reason why they are invalid. */
export function validateBackends(
  plugin: string,
  backends: unknown = [],
): { backends: readonly PluginBackend[] } | { cause: string } {
  const result = safeParse(backendsSchema, backends, { abortEarly: true });
  if (!result.success) return { cause: causeOf(plugin, 'backends', result.issues[0]) };
  const names = result.output.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return { backends: result.output };
  return { cause: `Plugin "${plugin}": backends: found two named "${twice}", expected each name once` };
}

function causeOf(plugin: string, field: string, issue: BaseIssue<unknown>): string {
  const cause = describeIssue(plugin, issue).replace(/: (\[|\.)/, `: ${field}$1`);
  return cause.replace(': it: found', `: ${field}: found`);
}
