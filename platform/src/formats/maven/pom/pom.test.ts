// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders in POMs
import { describe, expect, it } from 'vitest';
import { effectivePom } from './effectivePom.ts';
import { readPom } from './readPom.ts';

const project = (inner: string) =>
  readPom(`<?xml version="1.0"?><project xmlns="http://maven.apache.org/POM/4.0.0">${inner}</project>`);
const gav = (group: string, artifact: string, version: string) =>
  `<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>`;
const dependency = (name: string, version: string, scope = '') => {
  const [group, artifact] = name.split(':');
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${version && `<version>${version}</version>`}${scope && `<scope>${scope}</scope>`}</dependency>`;
};

describe('a POM', () => {
  it('contains the data for the index', () => {
    const pom = project(`${gav('org.example', 'lib', '1.0')}<packaging>war</packaging><name>Lib</name>
      <description>  Does
        things </description><properties><junit>5.1</junit></properties>
      <licenses><license><name>The Apache Software License, Version 2.0</name></license></licenses>
      <dependencies>${dependency('a:one', '[1,2)')}${dependency('${project.groupId}:two', '${project.version}', 'provided')}
      ${dependency('org.junit:junit', '${junit}', 'test')}${dependency('a:unknown', '${nobody}')}</dependencies>`);
    expect(effectivePom([pom])).toEqual({
      packaging: 'war',
      description: 'Does things',
      licenses: ['Apache-2.0'],
      dependencies: { 'a:one': '[1,2)', 'org.example:two': '1.0', 'a:unknown': '${nobody}' },
      devDependencies: { 'org.junit:junit': '5.1' },
    });
  });

  it('inherits licenses, properties, and managed versions from its parents', () => {
    const grandparent = project(
      `${gav('g', 'root', '1')}<licenses><license><name>MIT</name></license></licenses><properties><v>9</v><w>1</w></properties>`,
    );
    const parent =
      project(`<parent>${gav('g', 'root', '1')}</parent><artifactId>parent</artifactId><properties><w>2</w></properties>
      <dependencyManagement><dependencies>${dependency('a:one', '${v}.${w}', 'test')}</dependencies></dependencyManagement>
      <dependencies>${dependency('a:all', '1')}</dependencies>`);
    const pom = project(
      `<parent>${gav('g', 'parent', '1')}</parent><artifactId>x</artifactId><dependencies>${dependency('a:one', '')}${dependency('a:two', '${parent.version}')}</dependencies>`,
    );
    expect(effectivePom([pom, parent, grandparent])).toMatchObject({
      licenses: ['MIT'],
      dependencies: { 'a:all': '1', 'a:two': '1' },
      devDependencies: { 'a:one': '9.2' },
    });
  });

  it.each([
    ['<project/>', 'it has no <artifactId>'],
    ['<project><artifactId>a</artifactId><version>1</version></project>', 'it has no <groupId>'],
    ['<html/>', 'expected <project>'],
    ['<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><project>&a;</project>', 'DOCTYPE'],
  ])('is rejected: %s', (content, why) => {
    expect(() => readPom(content)).toThrow(why);
  });

  it('limits recursive properties', () => {
    const billion = Array.from(
      { length: 20 },
      (_, at) => `<l${at}>${`\${l${at + 1}}`.repeat(10)}</l${at}>`,
    ).join('');
    const pom = project(
      `${gav('g', 'a', '1')}<description>\${l0}</description><properties>${billion}<me>\${me}</me></properties>`,
    );
    expect(effectivePom([pom]).description.length).toBeLessThan(5000);
  });
});
