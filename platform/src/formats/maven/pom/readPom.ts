import { HttpError } from '../../../errors/HttpError.ts';
import { childOf, childrenOf, readXml, textOf, type XmlElement } from '../../../xml/readXml.ts';

export interface Coordinates {
  group: string;
  artifact: string;
  version: string;
}

export interface PomDependency {
  group: string;
  artifact: string;
  /** Empty if the dependency management specifies it. */
  version: string;
  /** Empty if the dependency management specifies it; `compile` by default. */
  scope: string;
}

/** The relevant content of a POM, with `${…}` not yet replaced. */
export interface Pom {
  /** Group and version are empty if they are inherited from the parent. */
  own: Coordinates;
  parent?: Coordinates;
  packaging: string;
  name: string;
  description: string;
  licenses: { name: string; url: string }[];
  properties: Readonly<Record<string, string>>;
  dependencies: PomDependency[];
  managed: PomDependency[];
  /** Empty strings for missing values. */
  about: { url: string; scm: string; issues: string; organization: string; developers: string[] };
}

/** Maximum size of a POM in bytes: ten times the largest in use. */
export const maxPomBytes = 4 * 1024 * 1024;

/** Throws `HttpError` 400 for an invalid POM. */
export function readPom(content: string): Pom {
  const project = readXml(content, 'POM', { size: maxPomBytes, elements: 100_000, depth: 100 });
  if (project.name !== 'project')
    throw invalidPom(`its root is <${project.name.slice(0, 100)}>; expected <project>`);
  const parent = childOf(project, 'parent');
  const own = coordinatesIn(project);
  if (own.artifact === '') throw invalidPom('it has no <artifactId>');
  if (!parent && (own.group === '' || own.version === ''))
    throw invalidPom(
      `it has no <${own.group === '' ? 'groupId' : 'version'}>, and no <parent> to inherit it from`,
    );
  return {
    own,
    ...(parent ? { parent: coordinatesIn(parent) } : {}),
    packaging: textOf(project, 'packaging') ?? 'jar',
    name: textOf(project, 'name') ?? '',
    description: textOf(project, 'description') ?? '',
    licenses: childrenOf(childOf(project, 'licenses'), 'license').map((license) => ({
      name: textOf(license, 'name') ?? '',
      url: textOf(license, 'url') ?? '',
    })),
    properties: Object.fromEntries(
      childOf(project, 'properties')?.children.map(({ name, text }) => [name, text.trim()]) ?? [],
    ),
    dependencies: dependenciesIn(project),
    managed: dependenciesIn(childOf(project, 'dependencyManagement')),
    about: aboutIn(project),
  };
}

/** The coordinates of the project, with group and version inherited from the parent if missing. */
export function coordinatesOf({ own, parent }: Pom): Coordinates {
  return {
    group: own.group || parent?.group || '',
    artifact: own.artifact,
    version: own.version || parent?.version || '',
  };
}

function aboutIn(project: XmlElement): Pom['about'] {
  const scm = childOf(project, 'scm');
  const developers = childrenOf(childOf(project, 'developers'), 'developer');
  return {
    url: textOf(project, 'url') ?? '',
    scm: textOf(scm, 'url') ?? textOf(scm, 'connection') ?? '',
    issues: textOf(childOf(project, 'issueManagement'), 'url') ?? '',
    organization: textOf(childOf(project, 'organization'), 'name') ?? '',
    developers: developers.slice(0, 100).map((each) => textOf(each, 'name') ?? textOf(each, 'id') ?? ''),
  };
}

function coordinatesIn(element: XmlElement): Coordinates {
  return {
    group: textOf(element, 'groupId') ?? '',
    artifact: textOf(element, 'artifactId') ?? '',
    version: textOf(element, 'version') ?? '',
  };
}

function dependenciesIn(element: XmlElement | undefined): PomDependency[] {
  return childrenOf(childOf(element, 'dependencies'), 'dependency').map((dependency) => ({
    ...coordinatesIn(dependency),
    scope: textOf(dependency, 'scope') ?? '',
  }));
}

function invalidPom(why: string): HttpError {
  return new HttpError(400, 'BAD_POM', `Invalid POM: ${why}`);
}
