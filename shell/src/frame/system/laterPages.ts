// One file for the pages that few users open.
export { DiagnosticsPage } from './DiagnosticsPage.tsx';
export { LicensesPage } from './LicensesPage.tsx';
export { LightweightPage } from './LightweightPage.tsx';
