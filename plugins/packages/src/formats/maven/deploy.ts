import { message } from '@lading/contract';
import { type Deployer, pathAddress } from '../Deployer.ts';

/** A POM is small; larger files are not read. */
const LARGEST_POM = 4 * 1024 * 1024;

export const mavenDeployer: Deployer = {
  about: message(
    'packages.deploy.maven.about',
    'JARs with their POM and additional files. The folder is group/artifact/version. It is read from the POM if you add one.',
  ),
  folder: message('packages.deploy.maven.folder', 'Folder, such as org/example/library/1.0.0'),
  async folderOf(file) {
    if (!/(\.pom|^pom\.xml)$/i.test(file.name) || file.size > LARGEST_POM) return undefined;
    const { readPom } = await import('./readPom.ts');
    const said = readPom(await file.text());
    const own = (name: 'groupId' | 'version') => said(`project/${name}`) ?? said(`project/parent/${name}`);
    const [group, version] = [own('groupId'), own('version')];
    const artifact = said('project/artifactId');
    const parts = [group?.replaceAll('.', '/'), artifact, version];
    return parts.every((part) => part && !part.includes('${')) ? parts.join('/') : undefined;
  },
  suits(file, folder) {
    const start = namesIn(folder);
    return file.name.startsWith(start) && /^(-|\.\D)/.test(file.name.slice(start.length));
  },
  prepare: async (file, { repoKey, folder }) => {
    // In a repository, the name of a POM contains the artifact and the version.
    const name = file.name === 'pom.xml' ? `${namesIn(folder)}.pom` : file.name;
    return {
      method: 'PUT',
      path: `/artifactory/${pathAddress(repoKey, folder, name)}`,
      body: file,
      type: 'application/octet-stream',
    };
  },
};

/** The prefix of a directory's file names: `library-1.0.0`. */
function namesIn(folder: string): string {
  return folder.split('/').slice(-2).join('-');
}
