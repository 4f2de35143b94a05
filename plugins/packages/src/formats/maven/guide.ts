import { message } from '@lading/contract';
import { filesOf, type Guide, inHome, toFetch, wordsFor } from '../Guide.ts';

export const mavenGuide: Guide = (target) => {
  const url = filesOf(target);
  const word = wordsFor(target);
  const { repoKey, repoClass, user, token, canDeploy, publishOnly = false } = target;
  return [
    {
      why: publishOnly
        ? message('packages.guide.maven.server', 'Sign in: write this to your settings')
        : repoClass === 'virtual'
          ? message(
              'packages.guide.maven.settings',
              'Take everything from it, as yourself: write this to your settings',
            )
          : message(
              'packages.guide.maven.beside',
              'Look into it first, as yourself: write this to your settings',
            ),
      file: inHome(target, '.m2/settings.xml'),
      // A mirror that has not everything would keep Maven from its own plug-ins.
      command: settings([
        server(repoKey, user, token),
        ...(publishOnly ? [] : [repoClass === 'virtual' ? mirror(repoKey, url) : profile(repoKey, url)]),
      ]),
    },
    ...toFetch(target, {
      why: message('packages.guide.maven.get', 'Fetch one artifact, to see that it works'),
      command: `mvn dependency:get ${word(`-DremoteRepositories=${url}`)} -Dartifact=org.example:library:1.0.0`,
    }),
    ...(canDeploy
      ? [
          {
            why: message('packages.guide.maven.where', 'Say in your project where it is deployed to'),
            file: 'pom.xml',
            command: distribution(repoKey, url),
          },
          {
            why: message('packages.guide.maven.deploy', 'Deploy it'),
            command: 'mvn deploy',
          },
        ]
      : []),
  ];
};

function settings(parts: readonly string[]): string {
  return ['<settings>', ...parts, '</settings>'].join('\n');
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

function mirror(id: string, url: string): string {
  return [
    '  <mirrors>',
    '    <mirror>',
    `      <id>${xml(id)}</id>`,
    '      <mirrorOf>*</mirrorOf>',
    `      <url>${xml(url)}</url>`,
    '    </mirror>',
    '  </mirrors>',
  ].join('\n');
}

/** Asked before the public repository, which stays where it is. */
function profile(id: string, url: string): string {
  const place = (kind: string) => [
    `        <${kind}>`,
    `          <id>${xml(id)}</id>`,
    `          <url>${xml(url)}</url>`,
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
