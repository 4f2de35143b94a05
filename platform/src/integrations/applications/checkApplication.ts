import type { NewApplication } from '@lading/contract/rest';
import { findUser, normalName } from '../../access/users.ts';
import { HttpError } from '../../errors/HttpError.ts';

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Throws `HttpError` 400. */
export async function checkApplication(wanted: NewApplication): Promise<NewApplication> {
  const { name, type, callback_url } = wanted;
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(name)) throw bad('Name cannot contain spaces or special characters');
  const url = URL.canParse(callback_url) ? new URL(callback_url) : undefined;
  const isLocal = type === 'native' && url?.protocol === 'http:' && loopback.includes(url.hostname);
  // URLs are compared exactly, so reject those that the parser normalizes.
  const isExact = url?.href === callback_url || url?.href === `${callback_url}/`;
  if (
    !url ||
    !isExact ||
    url.hash ||
    url.username ||
    url.password ||
    (url.protocol !== 'https:' && !isLocal)
  ) {
    throw bad(
      'Invalid callback_url. Expected an HTTPS URL without a fragment; native applications can use HTTP on 127.0.0.1, [::1], or localhost',
    );
  }
  if (['code', 'state', 'iss', 'error'].some((key) => url.searchParams.has(key))) {
    throw bad('Invalid callback_url. Its query must not contain code, state, iss, or error');
  }
  const { service_user: entered, ...rest } = wanted;
  const service_user = normalName(entered?.trim() ?? '');
  if (service_user !== '') await checkServiceUser(service_user);
  return {
    ...rest,
    description: wanted.description.trim(),
    ...(service_user === '' ? {} : { service_user }),
  };
}

/** The secret of an application must not be enough to administer the platform. */
async function checkServiceUser(name: string): Promise<void> {
  const user = await findUser(name);
  if (!user?.enabled) throw bad(`Invalid service_user. Expected an enabled user, but ${name} is not one`);
  if (user.admin)
    throw bad(`Invalid service_user. ${name} is an administrator; create a user with fewer permissions`);
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_APPLICATION', message);
}
