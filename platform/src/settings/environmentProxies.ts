/** Proxies of the environment, in the form that most programs read. */
export interface EnvironmentProxies {
  http?: EnvironmentProxy;
  https?: EnvironmentProxy;
  /** Servers that are reached without a proxy. */
  noProxy: readonly string[];
}

interface EnvironmentProxy {
  /** `HTTPS_PROXY` or `HTTP_PROXY`. */
  variable: string;
  host: string;
  port: number;
  username: string;
  password: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY`, and `NO_PROXY`, lowercase first. Adds an error to `faults` for
 * an invalid one.
 */
export function readEnvironmentProxies(env: Env, faults: string[]): EnvironmentProxies | undefined {
  const read = (variable: string) => {
    const value = env[variable.toLowerCase()] || env[variable];
    const proxy = value ? proxyOf(variable, value) : undefined;
    // The value can contain a password.
    if (value && !proxy)
      faults.push(`${variable} must be the URL of an HTTP proxy, http://[user:password@]host:port`);
    return proxy;
  };
  const https = read('HTTPS_PROXY');
  const http = read('HTTP_PROXY');
  if (!https && !http) return undefined;
  const noProxy = (env.no_proxy || env.NO_PROXY || '').split(/[\s,]+/).filter(Boolean);
  return { ...(https ? { https } : {}), ...(http ? { http } : {}), noProxy };
}

function proxyOf(variable: string, value: string): EnvironmentProxy | undefined {
  const address = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== 'http:' || hostname === '') return undefined;
  try {
    return {
      variable,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? 80 : Number(port),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  } catch {
    // Invalid percent-encoding.
    return undefined;
  }
}
