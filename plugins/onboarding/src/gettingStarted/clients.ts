import { type Message, message } from '@lading/contract';

/** A way to put the first package into a new repository. */
export type ClientName = 'npm' | 'curl';

export interface Client {
  readonly name: ClientName;
  readonly label: Message;
  readonly packageType: 'npm' | 'generic';
  /** What to run, one after the other, each with why. */
  commands(origin: string, repoKey: string, user: string): readonly { why: Message; command: string }[];
}

export const CLIENTS: readonly Client[] = [
  {
    name: 'npm',
    label: message('onboarding.client.npm', 'npm packages, with npm'),
    packageType: 'npm',
    commands: (origin, repoKey) => {
      const registry = `${origin}/artifactory/api/npm/${repoKey}/`;
      return [
        {
          why: message('onboarding.why.login', 'Sign in; npm opens this console to ask you'),
          command: `npm login --registry ${registry}`,
        },
        {
          why: message('onboarding.why.publish', 'Publish, in the folder of your package'),
          command: `npm publish --registry ${registry}`,
        },
      ];
    },
  },
  {
    name: 'curl',
    label: message('onboarding.client.curl', 'Files of any kind, with curl'),
    packageType: 'generic',
    commands: (origin, repoKey, user) => [
      {
        why: message('onboarding.why.put', 'Put a file there; curl asks for your password'),
        command: `curl -u ${shellWord(user)} -T hello.txt ${origin}/artifactory/${repoKey}/hello.txt`,
      },
    ],
  },
];

/** A word as a POSIX shell takes it, whatever is in it. */
function shellWord(word: string): string {
  return /^[\w.@%+=:,/-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
