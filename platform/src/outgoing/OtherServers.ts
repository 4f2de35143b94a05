/** A server with another protocol than HTTP. */
export interface OtherServer {
  protocol: 'ldap' | 'smtp';
  host: string;
  port: number;
}

/** Uses of servers with other protocols, whose clients do not send through `OutgoingClient`. */
export class OtherServers {
  /** Called for each use; the returned function is called when it ends, with its error. */
  observe: ((server: OtherServer) => ((error?: unknown) => void) | undefined) | undefined;

  /** Does work that uses a server. */
  async watch<T>(server: OtherServer, work: () => Promise<T>): Promise<T> {
    const end = this.observe?.(server);
    if (!end) return work();
    try {
      const result = await work();
      end();
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  }
}
