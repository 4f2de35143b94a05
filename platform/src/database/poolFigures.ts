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
  const { pool } = currentConnected()[connection];
  return {
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: pool.options.max ?? 0,
  };
}
