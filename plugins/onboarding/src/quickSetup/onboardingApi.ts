import type { Http } from '@lading/contract';
import type { OnboardingChange, OnboardingData } from '@lading/contract/rest';

const CALL = '/ui/api/v1/system/onboarding';

/** Fetches the user's onboarding state. Throws `HttpFailure`. */
export function fetchOnboarding(http: Http, signal?: AbortSignal): Promise<OnboardingData> {
  return http.json<OnboardingData>(CALL, signal ? { signal } : {});
}

/** Omitted properties stay unchanged. Throws `HttpFailure`. */
export function changeOnboarding(http: Http, change: OnboardingChange): Promise<OnboardingData> {
  return http.json<OnboardingData>(CALL, { method: 'PUT', body: change });
}
