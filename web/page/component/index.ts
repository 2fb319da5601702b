// `import 'xattention/inspector'` makes <attention-inspector> known. It needs neither the core nor WebAssembly.
import { AttentionInspector as Element } from './element';
import type * as published from './inspector';
import { define, defineParts } from './widgets';

defineParts();
define('attention-inspector', Element);

export const AttentionInspector = Element as unknown as typeof published.AttentionInspector;
