// One file for the tabs of images, loaded when one of them is opened.
export { ConfigurationTab } from './ConfigurationTab.tsx';
export { LayersTab } from './LayersTab.tsx';
export { ReferrersTab } from './ReferrersTab.tsx';
