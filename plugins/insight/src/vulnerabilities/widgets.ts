/** Widgets in one file: each file of a plugin has an entry in the boot document. */

export { NewVulnerabilitiesWidget } from './NewVulnerabilitiesWidget.tsx';
export { SeveritiesWidget } from './SeveritiesWidget.tsx';
export { VulnerableWidget } from './VulnerableWidget.tsx';
