import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { View } from '../../packages/sql/readable.ts';
import type { EntryFilter } from '../archives/searchEntries.ts';
import type { FileFilter, PropertyCondition } from '../files/FileFilter.ts';
import { type FileOrder, type FileOrderField, fileOrder } from '../files/fileOrder.ts';
import { fewFilesOf } from '../files/VersionOfFile.ts';
import { namePattern, SearchQuery, searchedView } from '../query.ts';
import { versionOf } from './versionOf.ts';

/** A search for artifacts from the console. */
export interface ArtifactSearch {
  view: View;
  order: FileOrder;
  /** Search inside archives, or for files. */
  wanted: { entries: EntryFilter } | { files: FileFilter };
  query: SearchQuery;
}

export async function artifactSearch(request: FastifyRequest): Promise<ArtifactSearch> {
  const query = new SearchQuery(request);
  const project = query.text('project');
  const view = await searchedView(callerOf(request), {
    repos: query.list('repo'),
    types: query.list('pkgType'),
    ...(project === undefined ? {} : { project }),
  });
  const name = query.text('name');
  const order = orderOf(query);
  const version = await versionOf(query);
  const only = version && (await fewFilesOf(version));
  const ofVersion = { ...(version ? { version } : {}), ...(only ? { only } : {}) };
  if (query.text('searchType') === 'archive') {
    if (!name)
      throw new HttpError(
        400,
        'BAD_REQUEST',
        'A search inside archives requires ?name=, such as ?name=*Logger.class',
      );
    const archive = query.text('archive');
    const entries = {
      name: namePattern(name),
      ...(archive ? { archive: namePattern(archive) } : {}),
      excludeInnerClasses: query.flag('excludeInnerClasses'),
      searchClassOnly: query.flag('searchClassOnly'),
      files: { ...ofVersion, ...propertiesOf(query), ...pathOf(query) },
    };
    return { view, order, wanted: { entries }, query };
  }
  const checksum = query.text('checksum') ?? (query.flag('isChecksum') ? name : undefined);
  const [after, before] = [query.text('after'), query.text('before')];
  const files = {
    ...(name && checksum !== name ? { name: namePattern(name) } : {}),
    ...pathOf(query),
    ...(checksum ? { checksum } : {}),
    ...propertiesOf(query),
    ...ofVersion,
    ...(after ? { modifiedMin: after } : {}),
    ...(before ? { modifiedMax: endOfDay(before) } : {}),
  };
  return { view, order, wanted: { files }, query };
}

function pathOf(query: SearchQuery): Pick<FileFilter, 'path'> {
  const path = query.text('path');
  return path ? { path: namePattern(path) } : {};
}

/**
 * Parses `key` or `key=value` with wildcards, and the branch, which version control clients store
 * as a property.
 */
function propertiesOf(query: SearchQuery): Pick<FileFilter, 'properties' | 'propertySets'> {
  const [branch, propertySets] = [query.text('branch'), query.list('propertySets')];
  const properties = [
    ...query.list('properties').map(readProperty),
    ...(branch ? [{ key: 'vcs.branch', value: namePattern(branch) }] : []),
  ];
  if (properties.length + propertySets.length > 20)
    throw new HttpError(400, 'BAD_REQUEST', 'Too many properties. The maximum of a search is 20.');
  return {
    ...(properties.length ? { properties } : {}),
    ...(propertySets.length ? { propertySets } : {}),
  };
}

function readProperty(text: string): PropertyCondition {
  const at = text.indexOf('=');
  const key = (at < 0 ? text : text.slice(0, at)).trim();
  if (key === '')
    throw new HttpError(
      400,
      'BAD_REQUEST',
      'Invalid ?properties=. Expected key or key=value, such as build.name=app.',
    );
  const value = at < 0 ? '' : text.slice(at + 1).trim();
  return value === '' ? { key } : { key, value };
}

/** Includes the last day of a date range. */
function endOfDay(date: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T23:59:59.999Z` : date;
}

const sortKeys: Readonly<Record<string, FileOrderField>> = {
  name: 'NAME',
  modified: 'MODIFIED',
  size: 'SIZE',
  repo: 'REPO',
  path: 'PATH',
};

function orderOf(query: SearchQuery): FileOrder {
  const by = query.text('sort_by') ?? 'name';
  const type = (query.text('sort_type') ?? 'asc').toLowerCase().replace(/^\$/, '');
  const field = Object.hasOwn(sortKeys, by) ? sortKeys[by] : undefined;
  if (!field)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `Invalid ?sort_by= ${JSON.stringify(by.slice(0, 40))}. Expected one of ${Object.keys(sortKeys).join(', ')}.`,
    );
  return fileOrder(field, type.startsWith('desc') ? 'DESC' : 'ASC');
}
