import { routeOpener } from '@lading/ui/testing';

export const openAt = routeOpener('insight');
