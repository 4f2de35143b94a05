import type { HttpOptions, PluginManifest } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { isFramedCall } from '@lading/contract/validation';

interface Untrusted {
  readonly manifest: PluginManifest;
  readonly failure: (status: number, message: string) => Error;
}

/** Makes a shell behave as in the frame of an untrusted plugin. Reports what it would deny. */
export function asUntrusted(
  shell: FakeShell,
  { manifest, failure }: Untrusted,
  report: (problem: string) => void,
): void {
  const { name, calls = [] } = manifest;
  const reads = calls.filter(({ methods }) => methods.includes('GET')).map(({ path }) => path);
  const { json, text } = shell.http;
  const checked =
    (call: typeof json | typeof text) =>
    (address: string, options: HttpOptions = {}) => {
      const [path = ''] = address.split('?');
      const { method = 'GET' } = options;
      if (isFramedCall(method, path, { plugin: name, reads })) return call.call(shell.http, address, options);
      report(`calls ${method} ${path}, which an untrusted plugin cannot: declare it in "calls", with GET`);
      return Promise.reject(failure(403, 'The plugin is untrusted and does not declare the call'));
    };
  const denied = (what: string) => () => {
    report(`uses shell.${what}, which an untrusted plugin cannot`);
    throw new Error(`Untrusted plugins cannot use shell.${what}`);
  };
  Object.assign(shell.http, { json: checked(json), text: checked(text) });
  Object.assign(shell, { add: denied('add'), showPart: denied('showPart'), contributions: () => [] });
}
