import { message } from '@lading/contract';
import { BadFile, type Deployer } from '../Deployer.ts';

const notPython = message(
  'packages.deploy.pypi.notPython',
  'Invalid file name. Expected NAME-VERSION-PYTHON-ABI-PLATFORM.whl or NAME-VERSION.tar.gz',
);

export const pypiDeployer: Deployer = {
  endings: ['.whl', '.tar.gz', '.zip', '.egg'],
  about: message(
    'packages.deploy.pypi.about',
    'Wheels and source distributions. Name and version are read from the file name.',
  ),
  async prepare(file, { repoKey }) {
    const fields = fieldsOf(file.name);
    if (!fields) throw new BadFile(notPython);
    const body = new FormData();
    for (const [key, value] of Object.entries(fields)) body.append(key, value);
    body.append('content', file, file.name);
    return { method: 'POST', path: `/artifactory/api/pypi/${encodeURIComponent(repoKey)}/`, body };
  },
};

/** The metadata that twine sends with a file. */
export function fieldsOf(file: string): Record<string, string> | undefined {
  const common = { ':action': 'file_upload', protocol_version: '1', metadata_version: '2.1' };
  const [, wheel, wheelVersion, python] =
    /^([^-]+)-([^-]+)(?:-\d[^-]*)?-([^-]+)-[^-]+-[^-]+\.whl$/i.exec(file) ?? [];
  if (wheel && wheelVersion && python) {
    return { ...common, name: wheel, version: wheelVersion, filetype: 'bdist_wheel', pyversion: python };
  }
  const [, egg, eggVersion, eggPython] = /^([^-]+)-([^-]+)-py([\d.]+)(?:-.+)?\.egg$/i.exec(file) ?? [];
  if (egg && eggVersion && eggPython) {
    return { ...common, name: egg, version: eggVersion, filetype: 'bdist_egg', pyversion: eggPython };
  }
  const [, name, version] = /^(.+)-(\d[^-]*)\.(?:tar\.gz|zip)$/i.exec(file) ?? [];
  return name && version ? { ...common, name, version, filetype: 'sdist', pyversion: 'source' } : undefined;
}
