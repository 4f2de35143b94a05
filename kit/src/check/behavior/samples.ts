import type {
  DashboardWidgetProps,
  NodeTab,
  NodeTabProps,
  PackageTab,
  PackageTabProps,
  TableName,
  TableRows,
} from '@lading/contract';

/** Rows as tables pass them, also without what a row can lack. */
export const ROWS: { readonly [Table in TableName]: readonly TableRows[Table][] } = {
  packages: [
    { id: 'npm://@example/one', name: '@example/one', packageType: 'npm', latestVersion: '1.0.0' },
    { id: 'docker://two', name: 'two', packageType: 'docker' },
  ],
  versions: [
    { packageId: 'npm://@example/one', version: '1.0.0', repositories: ['npm-local'] },
    { packageId: 'npm://@example/one', version: '2.0.0-beta.1', repositories: [] },
  ],
  repositories: [
    { key: 'npm-local', type: 'LOCAL', packageType: 'npm', project: 'example' },
    { key: 'docker', type: 'VIRTUAL', packageType: 'docker' },
  ],
};

export const widgetProps = (): readonly DashboardWidgetProps[] => [{}, { project: 'example' }];

export const packageTabProps = ({ packageTypes }: Pick<PackageTab, 'packageTypes'>): PackageTabProps[] =>
  (packageTypes ?? ['npm']).map((packageType) => ({
    ...{ packageType, packageName: 'example', version: '1.0.0', repoKey: `${packageType}-local` },
    path: 'example/example-1.0.0.tgz',
  }));

export const nodeTabProps = ({
  nodes = ['repository', 'folder', 'file'],
  packageTypes = ['generic'],
  endings = ['.txt'],
}: Pick<NodeTab, 'nodes' | 'packageTypes' | 'endings'>): NodeTabProps[] =>
  nodes.map((node) => ({
    ...{ repoKey: 'example-local', repoType: 'local', packageType: packageTypes[0] ?? 'generic', node },
    path: { repository: '', folder: 'example', file: `example/file${endings[0] ?? ''}` }[node],
  }));
