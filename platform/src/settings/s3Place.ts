/** A location of blobs in an S3-compatible object store. */
export interface S3Place {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  /** URL of the service. If absent, that of Amazon S3 in the region. */
  endpoint?: string;
  /** If absent, `AWS_REGION`, or `us-east-1`. */
  region?: string;
  /** Profile of the credentials in the AWS files. If absent, `AWS_PROFILE`, or the default ones. */
  profile?: string;
  /** Whether the bucket is part of the path instead of the host name. */
  pathStyle: boolean;
}

const example = 's3://bucket/prefix?endpoint=https://s3.example.org';
const parameters = ['endpoint', 'region', 'path-style', 'profile'];

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&path-style=…&profile=…`. Throws an error whose
 * message continues the name of the setting.
 */
export function readS3Place(value: string): S3Place {
  const { hostname: bucket, pathname, searchParams, username, password, port, hash } = new URL(value);
  // The URL may contain a password, so it is not quoted.
  if (username !== '' || password !== '' || hash !== '')
    throw new Error(
      `must have the form ${example}. Set credentials as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  if (port !== '' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`must have the form ${example}: "${bucket}" is not a valid bucket name`);
  const path = pathname.replace(/^\/|\/$/g, '');
  const segments = path === '' ? [] : path.split('/');
  if (segments.some((segment) => !/^[\w!*'().-]{1,200}$/.test(segment) || /^\.+$/.test(segment)))
    throw new Error(`must have the form ${example}: "${path}" is not a valid prefix`);
  const unknown = [...searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    throw new Error(`must have the form ${example}. The parameters are ${parameters.join(', ')}`);
  const endpoint = readEndpoint(searchParams.get('endpoint'));
  const region = searchParams.get('region') ?? undefined;
  if (region !== undefined && !/^[\w-]{1,64}$/.test(region))
    throw new Error(`must have the form ${example}: "${region}" is not a valid region`);
  const profile = searchParams.get('profile') ?? undefined;
  if (profile !== undefined && !/^[\w.-]{1,64}$/.test(profile))
    throw new Error(`must have the form ${example}: "${profile}" is not a valid profile`);
  return {
    bucket,
    prefix: segments.length > 0 ? `${segments.join('/')}/` : '',
    pathStyle: readPathStyle(searchParams.get('path-style'), endpoint !== undefined),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(profile === undefined ? {} : { profile }),
  };
}

function readEndpoint(text: string | null): string | undefined {
  if (text === null) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text))
    return url.origin;
  throw new Error(`must have the form ${example}: the endpoint is not the URL of a server`);
}

/** Services with an own endpoint rarely have a host name per bucket. */
function readPathStyle(text: string | null, hasEndpoint: boolean): boolean {
  if (text === null) return hasEndpoint;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`must have the form ${example}: path-style is true or false`);
}

/** The location in messages. */
export function nameOfS3Place({ bucket, prefix, endpoint }: S3Place): string {
  return `s3://${bucket}/${prefix}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
}
