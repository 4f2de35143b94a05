// One module for the tabs of images, loaded when the first one is opened.
export { ConfigurationTab } from './ConfigurationTab.tsx';
export { LayersTab } from './LayersTab.tsx';
export { ReferrersTab } from './ReferrersTab.tsx';
