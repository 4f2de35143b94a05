import type { Texts } from '@lading/contract';

export const missing: Texts = {
  'admin.monitoring.pdn.title': 'Stan PDN',
  'admin.securityAndCompliance.title': 'Bezpieczeństwo i zgodność',
  'admin.pipelinesTeaser.title': 'Pipelines',
  'admin.topologyTeaser.title': 'Topologia',
  'admin.pdnTeaser.title': 'Prywatna sieć dystrybucji',
  'admin.missing.here': 'Usługa „{service}” jest tutaj, ale żadna wtyczka konsoli nie ma dla niej ekranu.',
  'admin.missing.next': 'Co możesz zrobić',
  'admin.missing.command': 'Polecenie',
  'admin.missing.pdn.about':
    'Prywatna sieć dystrybucji dostarcza duże pliki w wiele miejsc, pozwalając odbiorcom przekazywać je sobie nawzajem.',
  'admin.missing.pdn.missing': 'Prowadzi ją usługa „tracker”, która nie jest częścią tej platformy.',
  'admin.missing.pdn.remote':
    'Część tego robi drugi Lading blisko odbiorców: tamtejsze repozytorium zdalne pobiera każdy plik raz i go zachowuje.',
  'admin.missing.pdn.newRemote': 'Nowe repozytorium zdalne',
  'admin.missing.pipelines.about':
    'Pipelines buduje, testuje i publikuje oprogramowanie po każdej zmianie źródeł.',
  'admin.missing.pipelines.missing': 'Prowadzi je usługa „pipelines”, która nie jest częścią tej platformy.',
  'admin.missing.pipelines.any':
    'Każdy serwer budujący może tu publikować zwykłym klientem danego typu pakietów. Daj mu token:',
  'admin.missing.pipelines.permission': 'Powiedz, gdzie może publikować:',
  'admin.missing.pipelines.permissions': 'Uprawnienia',
  'admin.missing.scanning.about':
    'Pakiety byłyby skanowane pod kątem znanych podatności i licencji, a zasady mówiłyby, czego wolno używać.',
  'admin.missing.scanning.missing':
    'Robi to usługa „xray”, która jest tu wyłączona (LADING_SCANNING): nic się nie skanuje.',
  'admin.missing.scanning.audit':
    'Własny audyt npm jest tu obsługiwany na podstawie ostrzeżeń zaimportowanych przez administratora i tych ze źródła:',
  'admin.missing.topology.about':
    'Mapa kilku platform, które należą do siebie, i tego, co między nimi płynie.',
  'admin.missing.topology.missing':
    'Ta platforma nie zna żadnej innej, a ekranu, który by je pokazał, nie ma.',
  'admin.missing.topology.remote':
    'Gdzie jedna platforma bierze pakiety z drugiej, mówią jej repozytoria zdalne:',
  'admin.missing.topology.remotes': 'Repozytoria zdalne',
};
