import { Crossing } from './crossing';
import { Matrix } from './matrix';
import { Ribbons } from './ribbons';
import { Threads } from './threads';

/** Makes the page's own elements known. A further widget is one file and one line here. */
export function defineWidgets(): void {
  customElements.define('x-matrix', Matrix);
  customElements.define('x-ribbons', Ribbons);
  customElements.define('x-threads', Threads);
  customElements.define('x-crossing', Crossing);
}
