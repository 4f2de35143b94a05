import { type ClientTarget, message } from '@lading/contract';
import {
  filesOf,
  type Guide,
  inHome,
  install,
  installCommandOf,
  isPlainHttpElsewhere,
  publish,
  setUp,
  signsIn,
  stepsFor,
} from '../Guide.ts';
import { maven } from './format.ts';

export const messages = {
  settings: message('packages.guide.maven.settings', 'Sign in with a token, and add the repository'),
  dependency: message('packages.guide.maven.dependency', 'Add the dependency to your project'),
  build: message('packages.guide.maven.build', 'Build the project'),
  where: message('packages.guide.maven.where', 'Add the repository as the deployment target of your project'),
  deploy: message('packages.guide.maven.deploy', 'Deploy it'),
};
export const example = { name: 'org.example:library', version: '1.0.0' };

export const mavenGuide: Guide = (target) => {
  const url = filesOf(target);
  return stepsFor(
    target,
    setUp(messages.settings, settings(target, url), inHome(target, '.m2/settings.xml')),
    install(messages.dependency, installCommandOf(maven, target, example), 'pom.xml'),
    install(messages.build, 'mvn package'),
    publish(messages.where, distribution(target.repoKey, url), 'pom.xml'),
    publish(messages.deploy, 'mvn deploy'),
  );
};

function settings(target: ClientTarget, url: string): string {
  const { repoKey, repoClass, user, token, publishOnly = false } = target;
  const mirrored = repoClass === 'virtual' && !publishOnly;
  return [
    '<settings>',
    ...(signsIn(target) ? [server(repoKey, user, token)] : []),
    // A mirror that lacks some artifacts would keep Maven from its own plugins. Without one, Maven
    // blocks plain HTTP.
    ...(mirrored
      ? [mirror(repoKey, '*', url)]
      : isPlainHttpElsewhere(target)
        ? [mirror(repoKey, repoKey, url)]
        : []),
    // The mirror also replaces the repository declared here: without a repository that has
    // snapshots, Maven requests none.
    ...(publishOnly ? [] : [profile(repoKey, url)]),
    '</settings>',
  ].join('\n');
}

function server(id: string, user: string, token: string): string {
  return [
    '  <servers>',
    '    <server>',
    `      <id>${xml(id)}</id>`,
    `      <username>${xml(user)}</username>`,
    `      <password>${xml(token)}</password>`,
    '    </server>',
    '  </servers>',
  ].join('\n');
}

function mirror(id: string, of: string, url: string): string {
  return [
    '  <mirrors>',
    '    <mirror>',
    `      <id>${xml(id)}</id>`,
    `      <mirrorOf>${xml(of)}</mirrorOf>`,
    `      <url>${xml(url)}</url>`,
    '    </mirror>',
    '  </mirrors>',
  ].join('\n');
}

/** Adds the repository, for releases and snapshots, before the public one. */
function profile(id: string, url: string): string {
  const place = (kind: string) => [
    `        <${kind}>`,
    `          <id>${xml(id)}</id>`,
    `          <url>${xml(url)}</url>`,
    '          <releases><enabled>true</enabled></releases>',
    '          <snapshots><enabled>true</enabled></snapshots>',
    `        </${kind}>`,
  ];
  return [
    '  <profiles>',
    '    <profile>',
    `      <id>${xml(id)}</id>`,
    '      <activation><activeByDefault>true</activeByDefault></activation>',
    '      <repositories>',
    ...place('repository'),
    '      </repositories>',
    '      <pluginRepositories>',
    ...place('pluginRepository'),
    '      </pluginRepositories>',
    '    </profile>',
    '  </profiles>',
  ].join('\n');
}

function distribution(id: string, url: string): string {
  const place = [`    <id>${xml(id)}</id>`, `    <url>${xml(url)}</url>`];
  return [
    '<distributionManagement>',
    '  <repository>',
    ...place,
    '  </repository>',
    '  <snapshotRepository>',
    ...place,
    '  </snapshotRepository>',
    '</distributionManagement>',
  ].join('\n');
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
