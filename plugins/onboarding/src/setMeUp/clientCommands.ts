import { type Message, message } from '@lading/contract';
import type { RepoKeyType } from '@lading/contract/rest';

export interface ClientCommand {
  readonly why: Message;
  readonly command: string;
}

const why = {
  signIn: message('onboarding.setMeUp.signIn', 'Sign in; npm opens this console to ask you'),
  always: message('onboarding.setMeUp.always', 'Use it for everything, from now on'),
  install: message('onboarding.setMeUp.install', 'Install a package from it'),
  publish: message('onboarding.setMeUp.publish', 'Publish to it, in the folder of your package'),
  get: message('onboarding.setMeUp.get', 'Get a file; curl asks for your password'),
  put: message('onboarding.setMeUp.put', 'Put a file there'),
};

/** What to run, of what the user may do there; undefined where no client of the type is known. `baseUrl` as the platform gives it. */
export function clientCommands(
  { repoKey, repoType, canDeploy }: Pick<RepoKeyType, 'repoKey' | 'repoType' | 'canDeploy'>,
  baseUrl: string,
): readonly ClientCommand[] | undefined {
  if (repoType === 'npm') {
    const registry = `${baseUrl}/api/npm/${repoKey}/`;
    return [
      { why: why.signIn, command: `npm login --registry ${registry}` },
      { why: why.always, command: `npm config set registry ${registry}` },
      { why: why.install, command: `npm install left-pad --registry ${registry}` },
      ...(canDeploy ? [{ why: why.publish, command: `npm publish --registry ${registry}` }] : []),
    ];
  }
  if (repoType === 'generic') {
    const file = `${baseUrl}/${repoKey}/hello.txt`;
    return [
      { why: why.get, command: `curl -u you -O ${file}` },
      ...(canDeploy ? [{ why: why.put, command: `curl -u you -T hello.txt ${file}` }] : []),
    ];
  }
  return undefined;
}
