// The page's widgets under names of the inspector's own, so that nothing else on a site has them.

import { Crossing } from '../widgets/crossing';
import { Matrix } from '../widgets/matrix';
import { Ribbons } from '../widgets/ribbons';

/** A name is taken once; whoever brings the inspector a second time finds its parts there. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}

export function defineParts(): void {
  define('attention-inspector-matrix', class extends Matrix {});
  define('attention-inspector-ribbons', class extends Ribbons {});
  define('attention-inspector-crossing', class extends Crossing {});
}
