import { freePort, ServerProcess, temporaryHome } from '../src/testing/serverProcess.ts';
import { authorization, processesIn, serverEnv } from './kills.ts';

interface Answer {
  /** 0: the connection broke. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all routes
  json: any;
}

/** A server that is killed and started again with the same data. */
export class BundleServer {
  /** Errors printed at starts after a kill. */
  readonly complaints: string[] = [];
  readonly #place: Awaited<ReturnType<typeof temporaryHome>>;
  readonly #port: number;
  #process: ServerProcess;

  private constructor(place: Awaited<ReturnType<typeof temporaryHome>>, port: number) {
    this.#place = place;
    this.#port = port;
    this.#process = this.#spawn();
  }

  static async create(): Promise<BundleServer> {
    const server = new BundleServer(await temporaryHome(), await freePort());
    await server.#ready();
    return server;
  }

  get url(): string {
    return this.#process.url;
  }

  /** Kills the server, with its database if wanted, and starts it again. */
  async kill(withDatabase: boolean): Promise<void> {
    if (withDatabase) for (const pid of processesIn(this.#place.home)) process.kill(pid, 'SIGKILL');
    this.#process.kill();
    await this.#process.ended;
    this.#process = this.#spawn();
    await this.#ready();
    if (this.#process.errors !== '') this.complaints.push(this.#process.errors);
  }

  async call(method: string, path: string, body?: object | Buffer): Promise<Answer> {
    const isBytes = Buffer.isBuffer(body);
    try {
      const answer = await fetch(`${this.url}${path}`, {
        method,
        headers: { authorization, ...(body && !isBytes ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      return { status: answer.status, json: /^[[{]/.test(text) ? JSON.parse(text) : undefined };
    } catch {
      return { status: 0, json: undefined };
    }
  }

  /** Throws unless the call succeeds. */
  async must(method: string, path: string, body?: object | Buffer): Promise<Answer['json']> {
    const { status, json } = await this.call(method, path, body);
    if (status >= 200 && status < 300) return json;
    throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  }

  async remove(): Promise<void> {
    this.#process.kill();
    await this.#process.ended;
    await this.#place.remove();
  }

  #spawn(): ServerProcess {
    const env = { ...serverEnv, LADING_ALLOWED_NETWORKS: '127.0.0.1' };
    return new ServerProcess(this.#place.home, this.#port, env);
  }

  async #ready(): Promise<void> {
    if (!(await this.#process.answers()))
      throw new Error(`The server did not start: ${this.#process.errors}`);
  }
}
