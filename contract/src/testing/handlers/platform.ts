import { HttpResponse, http, type RequestHandler } from 'msw';
import type {
  AnalyticsIntegration,
  AvailablePackages,
  CloudContext,
  DeployRepositories,
  Entitlements,
  FeaturesConfiguration,
  Microservices,
  NotificationCount,
  OnboardingData,
  ProjectChoices,
  ReverseProxyData,
  SamlLogout,
  SetMeUp,
} from '../../rest/index.ts';

const UI = '*/ui/api/v1';

/** Platform data except its footer. Tests may change it between requests. */
export interface PlatformState {
  features: FeaturesConfiguration;
  microservices: Microservices;
  entitlements: Entitlements;
  cloud: CloudContext;
  analytics: AnalyticsIntegration;
  onboarding: OnboardingData;
  packages: AvailablePackages;
  repositories: DeployRepositories;
  samlLogout: SamlLogout;
  notifications: NotificationCount;
  projects: ProjectChoices;
  setMeUp: SetMeUp;
  reverseProxy: ReverseProxyData;
}

/** The three core services, no features, no projects, self-hosted. */
export function platformState(state: Partial<PlatformState> = {}): PlatformState {
  const here = ['artifactory', 'access', 'metadata'] as const;
  return {
    features: { features: [] },
    microservices: { services: here.map((name) => ({ name, available: true })) },
    entitlements: { entitlements: [] },
    cloud: { cloud: false, subscriptionUrl: '' },
    analytics: { enabled: false },
    onboarding: { needed: false, firstTime: true, completed: false, quickActionVisible: true, data: {} },
    packages: {
      packageTypes: [{ type: 'npm', displayName: 'npm', classes: ['local', 'remote', 'virtual'] }],
    },
    repositories: { repoTypesList: [], fileUploadMaxSizeMb: 100 },
    samlLogout: { logoutUrl: '' },
    notifications: { unread: 0 },
    projects: { projects: [], total: 0, mayCreate: false },
    setMeUp: {
      repoKeyTypes: [],
      baseUrl: 'http://localhost:8082/artifactory',
      serverId: 'lading',
      hostname: 'localhost',
    },
    reverseProxy: {
      serverName: 'localhost',
      dockerReverseProxyMethod: 'REPOPATHPREFIX',
      reverseProxyRepositories: [],
      useHttp: true,
      useHttps: false,
      httpPort: 8082,
      httpsPort: 443,
    },
    ...state,
  };
}

/** msw handlers of the shell's requests after sign-in, based on `state`. */
export function platformHandlers(state: PlatformState): RequestHandler[] {
  return [
    http.get(`${UI}/system/features`, () => HttpResponse.json(state.features)),
    http.get(`${UI}/system/microservices`, () => HttpResponse.json(state.microservices)),
    http.get(`${UI}/system/ismicroserviceenabled/:name`, ({ params }) => {
      const { services } = state.microservices;
      return HttpResponse.json({
        enabled: services.some(({ name, available }) => name === params.name && available),
      });
    }),
    http.get(`${UI}/system/entitlements`, () => HttpResponse.json(state.entitlements)),
    http.get(`${UI}/system/cloud`, () => HttpResponse.json(state.cloud)),
    http.get(`${UI}/system/analytics`, () => HttpResponse.json(state.analytics)),
    http.get(`${UI}/system/onboarding`, () => HttpResponse.json(state.onboarding)),
    http.get(`${UI}/ui/packages/available`, () => HttpResponse.json(state.packages)),
    http.get(`${UI}/ui/setMeUp`, () => HttpResponse.json(state.setMeUp)),
    http.get(`${UI}/ui/setMeUp/reverseProxyData`, () => HttpResponse.json(state.reverseProxy)),
    http.get(`${UI}/ui/repodata`, () => HttpResponse.json(state.repositories)),
    http.get(`${UI}/ui/notifications/count`, () => HttpResponse.json(state.notifications)),
    http.get(`${UI}/auth/saml/logoutRequest`, () => HttpResponse.json(state.samlLogout)),
    http.get(`${UI}/access/projects`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const search = (query.get('search') ?? '').trim().toLowerCase();
      const found = state.projects.projects.filter(
        ({ key, name }) => key.includes(search) || name.toLowerCase().includes(search),
      );
      const start = Number(query.get('after') ?? 0);
      const end = start + Number(query.get('limit') ?? 100);
      const { mayCreate } = state.projects;
      const next = end < found.length ? { next: String(end) } : {};
      const answer = { projects: found.slice(start, end), total: found.length, mayCreate, ...next };
      return HttpResponse.json(answer satisfies ProjectChoices);
    }),
    http.get(`${UI}/access/projects/:key`, ({ params }) => {
      const found = state.projects.projects.find(({ key }) => key === params.key);
      const message = `Project ${params.key} not found`;
      return found
        ? HttpResponse.json(found)
        : HttpResponse.json({ errors: [{ code: 'PROJECT_NOT_FOUND', message }] }, { status: 404 });
    }),
  ];
}
