// The page's widgets under names of the inspector's own, so that nothing else on a site has them.

import { Crossing } from '../widgets/crossing';
import { Matrix } from '../widgets/matrix';
import { Ribbons } from '../widgets/ribbons';

/**
 * A name is taken once: whoever brings the inspector a second time gets the element that is there. Where nothing can be
 * defined, as on a server, it is as it came.
 */
export function define<T extends CustomElementConstructor>(name: string, element: T): T {
  const { customElements } = globalThis as { customElements?: CustomElementRegistry };
  const known = customElements?.get(name);
  if (!known) customElements?.define(name, element);
  return (known as T | undefined) ?? element;
}

export function defineParts(): void {
  define('attention-inspector-matrix', class extends Matrix {});
  define('attention-inspector-ribbons', class extends Ribbons {});
  define('attention-inspector-crossing', class extends Crossing {});
}
