import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const chart = join(ROOT, 'deploy/helm/lading');
/** Debian's libraries for Go. */
const goPath = '/usr/share/gocode';

const missing = [
  ...(spawnSync('go', ['version']).status === 0 ? [] : ['golang-go']),
  ...(existsSync(`${goPath}/src/github.com/Masterminds/sprig`)
    ? []
    : ['golang-github-masterminds-sprig-dev']),
];
if (missing.length > 0) console.log(`Skipped: the Helm chart. It needs ${missing.join(', ')}.`);

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: Record<string, unknown>;
}
interface Rendered {
  values: object;
  resources: Resource[];
  notes: string;
}
interface Pod {
  containers: [Container];
  securityContext: object;
  automountServiceAccountToken: boolean;
  serviceAccountName: string;
  volumes: object[];
}
interface Container {
  image: string;
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  securityContext: object;
  [key: string]: unknown;
}

const isValid = () => {
  const { Ajv } = createRequire(join(ROOT, 'platform/package.json'))('ajv') as {
    Ajv: new (
      options: object,
    ) => { compile(schema: object): ((values: object) => boolean) & { errors?: object } };
  };
  return new Ajv({ allErrors: true }).compile(
    JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as object,
  );
};
const nodes = {
  replicaCount: 3,
  publicUrl: 'https://packages.example.org:8443',
  trustedProxies: ['10.0.0.0/8', '192.0.2.1'],
  database: { existingSecret: 'lading-database' },
  blobs: { url: 's3://blobs/lading?region=eu-central-1', existingSecret: 'lading-s3' },
  secretsKey: { existingSecret: 'lading-key', key: 'secret' },
  adminPassword: { existingSecret: 'lading-admin' },
  env: { LADING_LOG_LEVEL: 'debug' },
  ingress: { enabled: true, host: 'packages.example.org', tlsSecret: 'tls', className: 'nginx' },
};

describe.skipIf(missing.length > 0)('The Helm chart', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-helm-'));
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: goPath, GOCACHE: join(folder, 'cache') };
    const source = join(ROOT, 'kit/src/release/helm/render.go');
    execFileSync('go', ['build', '-o', join(folder, 'render'), source], { env, stdio: 'pipe' });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (values: object, cluster: object = {}) => {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const env = { ...process.env, CLUSTER: JSON.stringify(cluster) };
    return spawnSync(join(folder, 'render'), [chart, file], { encoding: 'utf8', env });
  };
  const render = (values: object = {}): Rendered => {
    const { status, stdout, stderr } = run(values);
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Rendered;
  };
  const find = ({ resources }: Rendered, kind: string) =>
    resources.find((each) => each.kind === kind) as Resource;
  const podOf = (rendered: Rendered) => {
    const { template } = find(rendered, 'StatefulSet').spec as {
      template: {
        metadata: Resource['metadata'];
        spec: Pod;
      };
    };
    return { ...template.spec, labels: template.metadata.labels, container: template.spec.containers[0] };
  };

  it('runs one node with the embedded database by default, as restricted as the image', () => {
    const rendered = render();
    expect(rendered.resources.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'v1 Service',
      'v1 Service',
      'v1 ServiceAccount',
      'apps/v1 StatefulSet',
    ]);
    const { container, securityContext, automountServiceAccountToken } = podOf(rendered);
    expect(securityContext).toMatchObject({
      ...{ runAsNonRoot: true, runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001 },
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(readFileSync(join(ROOT, 'deploy/container/Containerfile'), 'utf8')).toContain('USER 10001:10001');
    expect(container.securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'] },
    });
    expect(automountServiceAccountToken).toBe(false);
    expect(container.volumeMounts).toEqual([
      { name: 'data', mountPath: '/var/lib/lading' },
      { name: 'tmp', mountPath: '/tmp' },
    ]);
    expect(container.env.map(({ name }) => name)).toEqual(['POD_IP', 'LADING_NODE_URL']);
    expect(find(rendered, 'StatefulSet').spec).toMatchObject({
      volumeClaimTemplates: [{ spec: { resources: { requests: { storage: '50Gi' } } } }],
    });
    expect(rendered.notes).toContain("grep 'First start'");
  });

  it('probes the paths of the server, under its host name', () => {
    const { container } = podOf(render(nodes));
    const host = [{ name: 'Host', value: 'packages.example.org:8443' }];
    const probe = (path: string) => ({
      httpGet: { path: `/artifactory/api/v1/system/${path}`, port: 'http', httpHeaders: host },
    });
    expect(container).toMatchObject({
      startupProbe: { ...probe('liveness'), failureThreshold: 180, periodSeconds: 5 },
      livenessProbe: probe('liveness'),
      readinessProbe: probe('readiness'),
    });
  });

  it('runs several nodes on one database and object store, by secrets', () => {
    const rendered = render(nodes);
    const { container } = podOf(rendered);
    const secret = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });
    expect(Object.fromEntries(container.env.map(({ name, ...from }) => [name, from]))).toMatchObject({
      LADING_PUBLIC_URL: { value: nodes.publicUrl },
      LADING_TRUSTED_PROXIES: { value: '10.0.0.0/8,192.0.2.1' },
      LADING_BLOB_URL: { value: nodes.blobs.url },
      LADING_DATABASE_URL: secret('lading-database', 'url'),
      LADING_SECRETS_KEY: secret('lading-key', 'secret'),
      LADING_ADMIN_PASSWORD: secret('lading-admin', 'password'),
      LADING_LOG_LEVEL: { value: 'debug' },
    });
    expect(container.envFrom).toEqual([{ secretRef: { name: 'lading-s3' } }]);
    expect(find(rendered, 'StatefulSet').spec.replicas).toBe(3);
    expect(find(rendered, 'PodDisruptionBudget')).toMatchObject({
      apiVersion: 'policy/v1',
      spec: { maxUnavailable: 1 },
    });
    expect(find(rendered, 'Ingress')).toMatchObject({
      apiVersion: 'networking.k8s.io/v1',
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['packages.example.org'], secretName: 'tls' }],
        rules: [{ host: 'packages.example.org' }],
      },
    });
  });

  it('has room for backups: a volume that outlives it, or credentials of a bucket', () => {
    const without = render();
    expect(without.resources.map(({ kind }) => kind)).not.toContain('PersistentVolumeClaim');
    expect(without.notes).toContain('No volume for backups');
    const rendered = render({ backups: { size: '100Gi', storageClass: 'cold' } });
    const claim = find(rendered, 'PersistentVolumeClaim');
    expect(claim).toMatchObject({
      apiVersion: 'v1',
      metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } },
      spec: {
        ...{ accessModes: ['ReadWriteOnce'], storageClassName: 'cold' },
        resources: { requests: { storage: '100Gi' } },
      },
    });
    const { container, volumes } = podOf(rendered);
    const mount = { name: 'backups', mountPath: '/var/backups/lading' };
    expect(container.volumeMounts).toContainEqual(mount);
    expect(volumes).toContainEqual({
      ...{ name: 'backups', persistentVolumeClaim: { claimName: claim.metadata.name } },
    });
    expect(rendered.notes).toContain('to /var/backups/lading');
    expect(readFileSync(join(ROOT, 'deploy/container/Containerfile'), 'utf8')).toContain(
      '/var/backups/lading',
    );

    const shared = podOf(
      render({
        ...nodes,
        backups: { existingClaim: 'shared', existingSecret: 'lading-backups', key: 'aws' },
      }),
    );
    expect(shared.volumes).toEqual(
      expect.arrayContaining([
        { name: 'backups', persistentVolumeClaim: { claimName: 'shared' } },
        {
          name: 'backup-credentials',
          secret: {
            ...{ secretName: 'lading-backups', defaultMode: 0o440 },
            items: [{ key: 'aws', path: 'credentials' }],
          },
        },
      ]),
    );
    expect(shared.container.volumeMounts).toContainEqual({
      ...{ name: 'backup-credentials', mountPath: '/etc/lading/aws', readOnly: true },
    });
    expect(shared.container.env).toContainEqual({
      ...{ name: 'AWS_SHARED_CREDENTIALS_FILE', value: '/etc/lading/aws/credentials' },
    });
  });

  it('rejects credentials for backups that the blobs would use too', () => {
    const install = (file: string) => {
      const data = { credentials: Buffer.from(file).toString('base64') };
      const values = { backups: { existingSecret: 'lading-backups' } };
      return run(values, { 'Secret lading-backups': { data } });
    };
    const keys = 'aws_access_key_id = a\naws_secret_access_key = b\n';
    for (const file of [`[default]\n${keys}`, `[backups]\n${keys}\n [ default ] # all\n${keys}`]) {
      const { status, stderr } = install(file);
      expect([status, stderr]).toEqual([1, expect.stringContaining('add profile=backups to the URL')]);
    }
    expect(install(`# not [default]\n[backups]\n${keys}`)).toMatchObject({ status: 0, stderr: '' });
    // The secret may be created later, or not be readable.
    expect(run({ backups: { existingSecret: 'lading-backups' } })).toMatchObject({ status: 0, stderr: '' });
  });

  it('selects its pods by their labels, and names existing services and accounts', () => {
    const rendered = render(nodes);
    const { labels, serviceAccountName } = podOf(rendered);
    const { serviceName, selector } = find(rendered, 'StatefulSet').spec as {
      serviceName: string;
      selector: { matchLabels: object };
    };
    const services = rendered.resources.filter(({ kind }) => kind === 'Service');
    for (const { spec } of services) expect(labels).toMatchObject(spec.selector as object);
    expect(labels).toMatchObject(selector.matchLabels);
    expect(services.map(({ metadata }) => metadata.name)).toContain(serviceName);
    expect(find(rendered, 'ServiceAccount').metadata.name).toBe(serviceAccountName);
    expect(JSON.stringify(find(rendered, 'Ingress').spec)).toContain(
      JSON.stringify({ name: services[0]?.metadata.name, port: { name: 'http' } }),
    );
  });

  it.each([
    [{ replicaCount: 2 }, 'database.existingSecret'],
    [{ ...nodes, blobs: { url: '' } }, 'blobs.url'],
    [{ ...nodes, secretsKey: { existingSecret: '' } }, 'secretsKey.existingSecret'],
    [{ ingress: { enabled: true } }, 'ingress.host'],
    [{ ...nodes, backups: { size: '1Gi' } }, 'backups.accessMode'],
    [{ backups: { size: '1Gi', existingClaim: 'shared' } }, 'backups.existingClaim'],
  ])('rejects %j and names %s', (values, name) => {
    const { status, stderr } = run(values);
    expect(status).toBe(1);
    expect(stderr).toContain(name);
  });

  it('has a schema that its values match, and that rejects typing errors', () => {
    const validate = isValid();
    for (const values of [{}, nodes])
      expect([validate(render(values).values), validate.errors]).toEqual([true, null]);
    const wrong = [
      { replicas: 2 },
      { replicaCount: 0 },
      { publicUrl: 'packages.example.org' },
      { blobs: { url: '/srv/blobs' } },
      { persistence: { size: '50GB' } },
      { env: { 'lading-host': 'x' } },
      { service: { type: 'External' } },
      { backups: { size: '100GB' } },
      { backups: { accessMode: 'ReadOnlyMany' } },
    ];
    for (const values of wrong) expect([values, validate(render(values).values)]).toEqual([values, false]);
  });
});

it('is packed with the version of the release', async () => {
  const { packChart } = (await import(join(ROOT, 'scripts/release/helm.mjs'))) as {
    packChart(root: string, target: string): Promise<string>;
  };
  const target = mkdtempSync(join(tmpdir(), 'lading-chart-'));
  try {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const file = await packChart(ROOT, target);
    expect(file).toBe(join(target, `lading-chart-${version}.tgz`));
    const about = execFileSync('tar', ['-xOzf', file, 'lading/Chart.yaml'], { encoding: 'utf8' });
    expect(about).toContain(`\nversion: ${version}\nappVersion: "${version}"\n`);
    const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' });
    expect(names).toContain('lading/templates/statefulset.yaml');
    expect(names).toContain('lading/values.schema.json');
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
});
