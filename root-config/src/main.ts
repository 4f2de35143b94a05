import 'systemjs/dist/system.js';
import type { ShellModule } from '@lading/contract/host';

export const shell: Promise<ShellModule> = System.import('@lading/shell') as Promise<ShellModule>;
