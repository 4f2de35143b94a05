import { HttpError } from '../errors/HttpError.ts';
import type { Handler, Secrets } from './Subscription.ts';
import { templateError } from './template.ts';

/** Throws `HttpError` 400 for a template that cannot be rendered. */
export function checkTemplates(handler: Handler, { named, headers }: Secrets): void {
  if (handler.handler_type !== 'custom-webhook') return;
  const names = Object.keys(named);
  const check = (where: string, template: string) => {
    const fault = templateError(template, names);
    if (fault) throw new HttpError(400, 'BAD_WEBHOOK_TEMPLATE', `Invalid template. ${where}: ${fault}`);
  };
  check('Payload', handler.payload ?? '');
  for (const { name, value } of headers) check(`Header ${name}`, value);
}
