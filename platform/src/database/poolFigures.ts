import type { Pool } from 'pg';
import { connection } from './connection.ts';
import { currentConnected } from './db.ts';

/** Connections of this node to the database. */
export interface PoolFigures {
  open: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
  most: number;
}

export function poolFigures(): PoolFigures {
  const { pool, background } = currentConnected()[connection];
  const pools = background ? [pool, background.pool] : [pool];
  const sum = (of: (each: Pool) => number) => pools.reduce((total, each) => total + of(each), 0);
  return {
    open: sum(({ totalCount }) => totalCount),
    idle: sum(({ idleCount }) => idleCount),
    waiting: sum(({ waitingCount }) => waitingCount),
    most: sum(({ options }) => options.max ?? 0),
  };
}
