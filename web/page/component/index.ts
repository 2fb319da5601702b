// `import 'xattention/inspector'` makes <attention-inspector> known. It needs neither the core nor WebAssembly.
import { AttentionInspector as Element } from './element';
import type * as published from './inspector';
import { define, defineParts } from './widgets';

defineParts();
export const AttentionInspector = define(
  'attention-inspector',
  Element as unknown as typeof published.AttentionInspector,
);
