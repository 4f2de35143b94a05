import type { ClientStep, Message } from '@lading/contract';
import { messages } from './messages.ts';

/** Shell variable with the token that the CI system provides. */
export const CI_TOKEN = '$LADING_TOKEN';

interface CiSystem {
  readonly file: string;
  readonly secret: Message;
  readonly pipeline: (script: readonly string[]) => string;
}

const indent = (lines: readonly string[], width: number) =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(width) + line)).join('\n');

export const CI_SYSTEMS: Readonly<Record<string, CiSystem>> = {
  github_actions: {
    file: '.github/workflows/build.yml',
    secret: messages.githubSecret,
    pipeline: (script) => `name: build
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - env:
          LADING_TOKEN: \${{ secrets.LADING_TOKEN }}
        run: |
${indent(script, 10)}`,
  },
  gitlab_ci: {
    file: '.gitlab-ci.yml',
    secret: messages.gitlabSecret,
    pipeline: (script) => `build:
  script:
    - |
${indent(script, 6)}`,
  },
  jenkins: {
    file: 'Jenkinsfile',
    secret: messages.jenkinsSecret,
    pipeline: (script) => `pipeline {
  agent any
  stages {
    stage('Build') {
      steps {
        withCredentials([string(credentialsId: 'lading-token', variable: 'LADING_TOKEN')]) {
          sh '''
${indent(script.map(inGroovy), 12)}
          '''
        }
      }
    }
  }
}`,
  },
};

/**
 * Returns the steps as a shell script. Files are written with here-documents, in which the shell
 * expands the token.
 */
export function scriptOf(steps: readonly ClientStep[]): string[] {
  return steps.flatMap(({ command, file }) => {
    if (file === undefined) return command.split('\n');
    const lines = command.split('\n').map(inHereDocument);
    const folder = file.includes('/') ? [`mkdir -p ${inShell(file.slice(0, file.lastIndexOf('/')))}`] : [];
    return [...folder, `cat >> ${inShell(file)} <<END`, ...lines, 'END'];
  });
}

/** Escapes a line so that the shell expands only `$LADING_TOKEN`. */
function inHereDocument(line: string): string {
  return line
    .split(CI_TOKEN)
    .map((part) => part.replace(/[\\$`]/g, '\\$&'))
    .join(CI_TOKEN);
}

/** A `~` is expanded only outside of quotes. */
function inShell(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : `"${path.replace(/^~/, '$HOME').replace(/(["\\`])/g, '\\$1')}"`;
}

/** Escapes backslashes and triple quotes for a Groovy string. */
function inGroovy(line: string): string {
  return line.replaceAll('\\', '\\\\').replaceAll("'''", "\\'\\'\\'");
}
