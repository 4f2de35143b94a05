import type { IntegrationForm } from '@lading/contract/rest';
import type { TestPlatform } from '../../testing/testPlatform.ts';
import { testPlatform } from '../../testing/testPlatform.ts';

/** A unique text, to detect leaks. */
export const secret = 'ghp_CanaryOfTheHarbour0123456789';

export const form: IntegrationForm = {
  userName: 'octocat',
  integrationName: 'Tea on GitHub',
  token: secret,
  url: 'https://github.com',
  vendorName: 1,
  integrationType: 1,
};

/** Starts a platform with Git integrations and access to Git servers on this machine. */
export function gitPlatform(env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> {
  return testPlatform({
    env: {
      ...env,
      LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING',
      LADING_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
  });
}

/** Sends a request as the administrator. */
export function callerOf({ app, adminAuth: authorization }: TestPlatform) {
  return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) });
}
