import { type ClientTarget, message } from '@lading/contract';
import { withCredentials } from '../../install/addresses.ts';
import {
  apiOf,
  curl,
  type Guide,
  install,
  installCommandOf,
  isPlainHttp,
  packageOf,
  publish,
  setUp,
  signsIn,
  stepsFor,
  wordsFor,
} from '../Guide.ts';
import { golang } from './format.ts';

const messages = {
  proxy: message('packages.guide.go.proxy', 'Download all modules through the repository'),
  files: message(
    'packages.guide.go.files',
    'Read modules from a directory: Go does not send a token over plain HTTP',
  ),
  fetch: message(
    'packages.guide.go.fetch',
    'Download a version of the module into that directory; repeat this for modules that it requires',
  ),
  sums: message('packages.guide.go.sums', 'Your own modules are not in the public checksum database'),
  get: message('packages.guide.go.get', 'Add the module, in the directory of your project'),
  publish: message('packages.guide.go.publish', 'Publish a version: upload the ZIP file of the module'),
};
const example = { name: 'example.org/hello', version: 'v1.0.0' };
/** Hosts of modules of many owners: a module's owner is the second part of its path. */
const SHARED_HOSTS = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/;
const DIRECTORY = 'lading-modules';

export const golangGuides: Readonly<Record<string, Guide>> = {
  go: (target) => {
    const word = wordsFor(target);
    const module = moduleOf(target);
    const throughFiles = isPlainHttp(target) && signsIn(target);
    const upload = `${apiOf(target, 'go')}example.org/hello/@v/v1.0.0.zip`;
    const proxy = `GOPROXY=${withCredentials(apiOf(target, 'go').replace(/\/$/, ''), target)}`;
    return stepsFor(
      target,
      !target.publishOnly &&
        (throughFiles
          ? setUp(messages.files, `go env -w ${directoryProxy(target)}`)
          : setUp(messages.proxy, `go env -w ${word(proxy)}`)),
      !target.publishOnly &&
        target.package?.own !== false &&
        setUp(messages.sums, `go env -w ${word(`GONOSUMDB=${ownerOf(module.name)}`)}`),
      throughFiles && install(messages.fetch, download(target, module)),
      install(
        messages.get,
        installCommandOf(golang, throughFiles ? { ...target, package: module } : target, example),
      ),
      publish(messages.publish, `${curl(target)} -f -T hello.zip ${word(upload)}`),
    );
  },
};

/** Returns the module with a version, the newest one by default. */
function moduleOf(target: ClientTarget): { name: string; version: string } {
  const { name, version, newest } = packageOf(target, example);
  return { name, version: version ?? newest ?? example.version };
}

/** The prefix of the module's owner: `corp.example` of `corp.example/tools/hello`. */
function ownerOf(module: string): string {
  const [host = '', owner] = module.split('/');
  return SHARED_HOSTS.test(host) && owner !== undefined ? `${host}/${owner}` : host;
}

/** The setting that makes Go look into the directory first. */
function directoryProxy({ system }: ClientTarget): string {
  const rest = 'https://proxy.golang.org,direct';
  return system === 'windows'
    ? `"GOPROXY=file:///$($env:USERPROFILE -replace '\\\\','/')/${DIRECTORY},${rest}"`
    : `"GOPROXY=file://$HOME/${DIRECTORY},${rest}"`;
}

/** Downloads the three files of a version; curl fills in `#1`. */
function download(target: ClientTarget, { name, version }: { name: string; version: string }): string {
  // In a module's URL and file, an uppercase letter is an exclamation mark and the lowercase
  // letter.
  const escaped = (text: string) => text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
  const path = `${escaped(name)}/@v/${escaped(version)}`;
  const home = target.system === 'windows' ? '$env:USERPROFILE' : '"$HOME"';
  const word = wordsFor(target);
  const file = word(`/${DIRECTORY}/${path}.#1`);
  const to = target.system === 'windows' ? `"${home}/${DIRECTORY}/${path}.#1"` : `${home}${file}`;
  return `${curl(target)} -f --create-dirs -o ${to} ${word(`${apiOf(target, 'go')}${path}.{info,mod,zip}`)}`;
}
