import { reactPart } from '@lading/ui';
import { Components } from './Components.tsx';

export const componentsPart = reactPart(Components);
