import { findUser, SERVER_NAME } from './users.ts';

/** Returns a warning if a user from before has the name of the server. */
export async function serverNameWarning(): Promise<string | undefined> {
  if (!(await findUser(SERVER_NAME))) return undefined;
  return `The user ${SERVER_NAME} has the name of the server, which publishes the console's plugins: packages of the scope @lading that this user publishes need no signature. Create another user, and delete this one.`;
}
