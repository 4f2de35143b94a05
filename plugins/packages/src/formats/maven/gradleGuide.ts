import { type ClientTarget, message } from '@lading/contract';
import {
  filesOf,
  type Guide,
  inHome,
  install,
  isPlainHttp,
  packageOf,
  publish,
  setUp,
  signsIn,
  stepsFor,
} from '../Guide.ts';
import { example, messages } from './guide.ts';

const gradle = {
  repository: message('packages.guide.gradle.repository', 'Add the repository to your project'),
  signIn: message('packages.guide.gradle.signIn', 'Sign in with a token'),
  target: message(
    'packages.guide.gradle.target',
    'Add the repository as the publishing target of your project',
  ),
  publish: message('packages.guide.gradle.publish', 'Publish it'),
};

export const gradleGuide: Guide = (target) => {
  const { name, version, newest } = packageOf(target, example);
  return stepsFor(
    target,
    signsIn(target) &&
      setUp(
        gradle.signIn,
        [`ladingUser=${target.user}`, `ladingToken=${target.token}`].join('\n'),
        inHome(target, '.gradle/gradle.properties'),
      ),
    install(
      gradle.repository,
      ['repositories {', ...repository(target, '    '), '}'].join('\n'),
      'build.gradle',
    ),
    install(
      messages.dependency,
      [
        'dependencies {',
        `    implementation '${quoted(`${name}:${version ?? newest ?? example.version}`)}'`,
        '}',
      ].join('\n'),
      'build.gradle',
    ),
    install(messages.build, 'gradle build'),
    publish(
      gradle.target,
      [
        "apply plugin: 'maven-publish'",
        'publishing {',
        '    publications {',
        '        library(MavenPublication) { from components.java }',
        '    }',
        '    repositories {',
        ...repository(target, '        '),
        '    }',
        '}',
      ].join('\n'),
      'build.gradle',
    ),
    publish(gradle.publish, 'gradle publish'),
  );
};

function repository(target: ClientTarget, indent: string): string[] {
  return [
    'maven {',
    `    url = uri('${quoted(filesOf(target))}')`,
    ...(signsIn(target)
      ? ['    credentials {', '        username = ladingUser', '        password = ladingToken', '    }']
      : []),
    // Gradle does not allow plain HTTP by default, not even to this computer.
    ...(isPlainHttp(target) ? ['    allowInsecureProtocol = true'] : []),
    '}',
  ].map((line) => indent + line);
}

/** Escapes the text for a single-quoted string in Groovy. */
function quoted(text: string): string {
  return text.replace(/[\\']/g, '\\$&');
}
