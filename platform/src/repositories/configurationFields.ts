import * as v from 'valibot';
import { globFault } from '../globs/Glob.ts';
import { keptFields } from './keptFields.ts';
import { allPackageTypes, packageTypeOf } from './PackageType.ts';
import { credentialFields } from './readCredentials.ts';
import { patternList } from './serving.ts';

const patterns = v.array(
  v.pipe(
    v.string(),
    v.regex(/^[a-z0-9@/:*._~-]{1,214}$/i, 'expected a package name, with * for any characters'),
    v.check(
      (pattern) => globFault(pattern) === undefined,
      ({ input }) => globFault(input) ?? '',
    ),
  ),
);
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(31_536_000));
const flag = v.optional(v.boolean('expected true or false'));

/** Comma-separated patterns of paths, as in Artifactory. */
const pathPatterns = v.optional(
  v.pipe(
    v.string('expected comma-separated patterns, such as org/example/**'),
    v.maxLength(4000, 'expected up to 4000 characters'),
    v.check(
      (text) => patternList(text).every((pattern) => globFault(pattern) === undefined),
      ({ input }) => patternList(input).map(globFault).find(Boolean) ?? '',
    ),
  ),
);

/** Package types of other platforms that are one type here. */
const sameTypes: Readonly<Record<string, string>> = { oci: 'docker', helmoci: 'docker' };

/** Returns the package type here. */
export function realTypeOf(type: string): string {
  return sameTypes[type.toLowerCase()] ?? type.toLowerCase();
}

const common = {
  ...keptFields,
  key: v.string(),
  packageType: v.pipe(
    v.string(),
    v.transform(realTypeOf),
    v.check(
      (type) => packageTypeOf(type) !== undefined,
      ({ input }) =>
        `package type ${JSON.stringify(input.slice(0, 60))} is not supported. Use generic, which stores files of any type without a package index, or one of ${allPackageTypes()
          .map(({ type }) => type)
          .join(', ')}`,
    ),
  ),
  description: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  notes: v.optional(v.pipe(v.string(), v.maxLength(4000, 'expected up to 4000 characters'))),
  // Other platforms call the absence of a project so.
  projectKey: v.optional(
    v.pipe(
      v.string(),
      v.transform((key) => (key === 'default' ? '' : key)),
    ),
  ),
  environments: v.optional(v.pipe(v.array(v.string()), v.maxLength(20))),
  includesPattern: pathPatterns,
  excludesPattern: pathPatterns,
  blackedOut: flag,
  forceMavenAuthentication: v.optional(unsupported('forceMavenAuthentication')),
  forceNugetAuthentication: v.optional(unsupported('forceNugetAuthentication')),
  forceConanAuthentication: v.optional(unsupported('forceConanAuthentication')),
  forceP2Authentication: v.optional(unsupported('forceP2Authentication')),
};

/** Ignoring these would give access to users who are meant to have none. */
function unsupported(name: string) {
  return v.literal(
    false,
    `expected false: ${name} is not supported. Remove the permissions of anonymous users instead`,
  );
}

const ofStoredContent = {
  priorityResolution: flag,
  handleReleases: flag,
  handleSnapshots: flag,
};

const url = v.pipe(
  v.string(),
  v.check((value) => {
    const address = URL.canParse(value) ? new URL(value) : undefined;
    return Boolean(address && /^https?:$/.test(address.protocol) && !address.username && !address.password);
  }, 'expected an HTTP or HTTPS URL without user name and password'),
);

const pem = (what: string) =>
  v.optional(v.pipe(v.string(what), v.maxLength(20_000, 'expected up to 20000 characters')));

const fieldsOfClass = {
  local: {
    ...common,
    ...ofStoredContent,
    rclass: v.literal('local'),
    readOnly: flag,
    adminDeployOnly: flag,
    storageQuotaBytes: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
    ),
    allowOverwrite: flag,
    immutableTags: flag,
  },
  remote: {
    ...common,
    ...ofStoredContent,
    rclass: v.literal('remote'),
    url: v.optional(url),
    hostUpstream: flag,
    ...credentialFields,
    clientCertificate: pem('expected a certificate in PEM form'),
    clientKey: pem('expected a private key in PEM form'),
    /** A field of `GET` responses, accepted in changes. */
    hasClientKey: flag,
    clientTlsCertificate: v.optional(
      v.literal(
        '',
        'expected an empty text: certificates have no aliases here. Set clientCertificate and clientKey in PEM form',
      ),
    ),
    tokenService: v.optional(v.union([v.literal(''), url])),
    retrievalCachePeriodSecs: v.optional(seconds),
    missedRetrievalCachePeriodSecs: v.optional(seconds),
    assumedOfflinePeriodSecs: v.optional(seconds),
    unusedArtifactsCleanupEnabled: flag,
    unusedArtifactsCleanupPeriodHours: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
    ),
    socketTimeoutMillis: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(600_000))),
    offline: flag,
    hardFail: flag,
    storeArtifactsLocally: flag,
    blockMismatchingMimeTypes: flag,
    allowPrivateUpstream: flag,
    proxy: v.optional(v.pipe(v.string(), v.maxLength(64))),
    disableProxy: flag,
  },
  virtual: {
    ...common,
    rclass: v.literal('virtual'),
    repositories: v.optional(v.pipe(v.array(v.string()), v.maxLength(100)), []),
    defaultDeploymentRepo: v.optional(v.string()),
    allowUpstreamFor: v.optional(patterns),
    denyUpstreamFor: v.optional(patterns),
  },
} as const;

export const configuration = v.variant('rclass', [
  v.strictObject(fieldsOfClass.local),
  v.strictObject(fieldsOfClass.remote),
  v.strictObject(fieldsOfClass.virtual),
]);

/** Returns an explanation of a field that the class of the repository does not have. */
export function unknownField(given: object): string | undefined {
  const { rclass } = given as { rclass?: unknown };
  if (rclass !== 'local' && rclass !== 'remote' && rclass !== 'virtual') return undefined;
  const known = Object.keys(fieldsOfClass[rclass]);
  const name = Object.keys(given).find((each) => !known.includes(each));
  if (name === undefined) return undefined;
  const others = (['local', 'remote', 'virtual'] as const).filter((each) =>
    Object.hasOwn(fieldsOfClass[each], name),
  );
  if (others.length > 0) return `'${name}' is a field of ${others.join(' and ')} repositories only`;
  const similar = known.find((each) => each.toLowerCase() === name.toLowerCase());
  const hint = similar ? `. Did you mean '${similar}'?` : '';
  return `'${name.slice(0, 100)}' is not a field of a repository${hint}`;
}
