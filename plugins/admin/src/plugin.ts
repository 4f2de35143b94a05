import { definePlugin } from '@lading/contract';
import { managementMenu, managementRoutes } from './management.ts';

export default definePlugin({
  name: 'admin',
  version: '0.1.0',
  contract: '1.x',
  routes: [...managementRoutes],
  menuItems: [...managementMenu],
});
