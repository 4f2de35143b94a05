import { reactPart } from '@lading/ui';
import { PageTree } from './PageTree.tsx';

export const treePart = reactPart(PageTree);
