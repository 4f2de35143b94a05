import { routeOpener } from '@lading/ui/testing';

// jsdom does not implement scrolling.
Element.prototype.scrollIntoView = () => {};

export const openAt = routeOpener('integrations');
