import { childOf, childrenOf, readXml, textOf, type XmlElement } from '../../../xml/readXml.ts';
import { Found, type Parse } from './Dependency.ts';

/** Maximum replacements of properties in one value. */
const maxReplacements = 10;

/** `pom.xml`: dependencies with a version, after replacing the properties of the file itself. */
export const parsePom: Parse = (text) => {
  const found = new Found('Maven');
  const project = readXml(text, 'pom.xml');
  const properties = propertiesOf(project);
  const managed = versionsOf(childOf(childOf(project, 'dependencyManagement'), 'dependencies'), properties);
  for (const dependency of childrenOf(childOf(project, 'dependencies'), 'dependency')) {
    const name = nameOf(dependency, properties);
    const version = resolvedOf(textOf(dependency, 'version'), properties) ?? managed.get(name);
    found.add(name, version !== undefined && /^[^[(${]+$/.test(version) ? version : undefined);
  }
  return found.parsed();
};

function propertiesOf(project: XmlElement): Map<string, string> {
  const properties = new Map<string, string>();
  for (const { name, text } of childOf(project, 'properties')?.children ?? [])
    properties.set(name, text.trim());
  const parent = childOf(project, 'parent');
  for (const key of ['version', 'groupId']) {
    const value = textOf(project, key) ?? textOf(parent, key);
    if (value !== undefined) for (const prefix of ['project.', 'pom.']) properties.set(prefix + key, value);
  }
  return properties;
}

function versionsOf(
  dependencies: XmlElement | undefined,
  properties: Map<string, string>,
): Map<string, string> {
  const entries = childrenOf(dependencies, 'dependency').flatMap((dependency) => {
    const version = resolvedOf(textOf(dependency, 'version'), properties);
    return version === undefined ? [] : [[nameOf(dependency, properties), version] as const];
  });
  return new Map(entries);
}

function nameOf(dependency: XmlElement, properties: Map<string, string>): string {
  const part = (key: string) => resolvedOf(textOf(dependency, key), properties) ?? '';
  return `${part('groupId')}:${part('artifactId')}`;
}

function resolvedOf(text: string | undefined, properties: Map<string, string>): string | undefined {
  let value = text;
  for (let count = 0; value?.includes('${') && count < maxReplacements; count++) {
    const replaced: string = value.replace(
      /\$\{([^}]+)\}/,
      (whole, name: string) => properties.get(name) ?? whole,
    );
    if (replaced === value || replaced.length > 1000) break;
    value = replaced;
  }
  return value;
}

/** `gradle.lockfile`: lines such as `org.slf4j:slf4j-api:2.0.9=compileClasspath`. */
export const parseGradle: Parse = (text) => {
  const found = new Found('Maven');
  for (const line of text.split('\n')) {
    const [, group, artifact, version] = /^([\w.-]+):([\w.-]+):([^=\s:]+)=/.exec(line.trim()) ?? [];
    if (group !== undefined) found.add(`${group}:${artifact}`, version);
  }
  return found.parsed();
};
