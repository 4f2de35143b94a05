import { type DefaultBodyType, HttpResponse } from 'msw';
import type { ErrorAnswer } from '../../rest/index.ts';

export function refusal(status: number, code: string, message: string): HttpResponse<DefaultBodyType> {
  return HttpResponse.json({ errors: [{ code, message }] } satisfies ErrorAnswer, { status });
}

export const UI = '*/ui/api/v1';
