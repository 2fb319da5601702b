// `<attention-inspector>` in JSX: that of React, whose types may not be installed here, and the global one of old.

import type { AttentionInspector } from './inspector.js';

type Property = 'attentionWeights' | 'head' | 'query' | 'language' | 'theme';

/** Arrays reach it as properties from React 19 on; earlier ones hand on attributes alone, which are JSON. */
export interface AttentionInspectorProps extends Partial<Pick<AttentionInspector, Property>> {
  tokens?: AttentionInspector['tokens'] | string;
  keys?: AttentionInspector['keys'] | string;
  'attention-weights'?: string | undefined;
  /** React's own. */
  key?: string | number | bigint | null | undefined;
  ref?: ((element: AttentionInspector | null) => void) | { readonly current: AttentionInspector | null } | null;
  class?: string | undefined;
  className?: string | undefined;
  id?: string | undefined;
  lang?: string | undefined;
  style?: object | undefined;
  children?: unknown;
}

// @ts-ignore: without React there is nothing to add to
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore: what any element takes
      'attention-inspector': AttentionInspectorProps & Omit<IntrinsicElements['div'], keyof AttentionInspectorProps>;
    }
  }
}

declare global {
  namespace JSX {
    interface IntrinsicElements {
      'attention-inspector': AttentionInspectorProps;
    }
  }
}
