import { message } from '@lading/contract';

export const messages = {
  local: message('admin.repositories.local', 'Local repositories'),
  remote: message('admin.repositories.remote', 'Remote repositories'),
  virtual: message('admin.repositories.virtual', 'Virtual repositories'),
  what: message('admin.repositories.what', 'repositories'),
  one: message('admin.repositories.one', 'repository'),
  filter: message('admin.repositories.filter', 'Filter repositories'),
  newLocal: message('admin.repositories.newLocal', 'New Local Repository'),
  newRemote: message('admin.repositories.newRemote', 'New Remote Repository'),
  newVirtual: message('admin.repositories.newVirtual', 'New Virtual Repository'),
  noneLocal: message('admin.repositories.noneLocal', 'No local repositories'),
  noneRemote: message('admin.repositories.noneRemote', 'No remote repositories'),
  noneVirtual: message('admin.repositories.noneVirtual', 'No virtual repositories'),
  aboutLocal: message('admin.repositories.aboutLocal', 'A local repository keeps what is published to it.'),
  aboutRemote: message(
    'admin.repositories.aboutRemote',
    'A remote repository fetches packages from elsewhere and keeps them.',
  ),
  aboutVirtual: message(
    'admin.repositories.aboutVirtual',
    'A virtual repository gives several others one address.',
  ),
  key: message('admin.repositories.key', 'Repository key'),
  packageType: message('admin.repositories.packageType', 'Package type'),
  description: message('admin.repositories.description', 'Description'),
  upstream: message('admin.repositories.upstream', 'Upstream'),
  address: message('admin.repositories.address', 'Address'),
  project: message('admin.repositories.project', 'Project'),
} as const;
