// TypeScript, with what it knows of the world.

import type { Consumer } from './project.js';

const OPTIONS = {
  ...{ module: 'NodeNext', target: 'ES2022', lib: ['ES2022', 'DOM'], types: [], noEmit: true, jsx: 'react-jsx' },
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
};
const project = (file: string, more: object) =>
  JSON.stringify({ compilerOptions: { ...OPTIONS, ...more }, files: [file] });
const compile: Pick<Consumer, 'steps'> = { steps: [{ command: ['npx', 'tsc'], prints: false }] };

const JSX = `import 'xattention/inspector';
import type { AttentionInspector } from 'xattention/inspector';
import { useRef } from 'react';
export function App() {
  const ref = useRef<AttentionInspector>(null);
  return <attention-inspector ref={ref} id="a" tokens={['a']} attentionWeights={[[1]]} theme="dark" onClick={() => {}} />;
}
// @ts-expect-error: there is no such theme
export const wrong = <attention-inspector theme="sepia" />;
`;

export const types: readonly Consumer[] = [
  ...['5.2.2', '5.9.3'].map((version) => ({
    name: `TypeScript ${version}, without DOM`,
    packages: [`typescript@${version}`],
    files: {
      'main.ts': "import { load } from 'xattention';\nexport const engine = load({ filesUrl: 'file:///lib' });\n",
      'tsconfig.json': project('main.ts', { lib: ['ES2022'] }),
    },
    ...compile,
  })),
  ...['18', '19'].map((version) => ({
    name: `JSX of React ${version}`,
    packages: ['typescript@5.9.3', `@types/react@${version}`],
    files: { 'app.tsx': JSX, 'tsconfig.json': project('app.tsx', {}) },
    ...compile,
  })),
];
