// Programs without a page: engines, package managers, runners of tests, and bundles for Node.

import { attend } from '../apps.js';
import { type Consumer, page, program } from './project.js';

const TEST = `${attend('xattention')}
test('it computes', async () => {
  const report = await attend();
  console.log(JSON.stringify(report));
});
`;

const NEXT = {
  'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;',
  'app/attend.js': attend('xattention'),
  'app/page.js': `'use client';
    import { useEffect } from 'react';
    export default function Page() {
      useEffect(() => { import('./client.js'); }, []);
      return <p>client</p>;
    }`,
  'app/client.js': page(),
  'app/server/page.js': `import { attend } from '../attend.js';
    export const dynamic = 'force-dynamic';
    export default async () => <p>{JSON.stringify(await attend())}</p>;`,
  'app/route/route.js': `import { attend } from '../attend.js';
    export const dynamic = 'force-dynamic';
    export const GET = async () => Response.json(await attend());`,
};
const NEXT_PACKAGES = ['next@16.4.6', 'react@19.2.0', 'react-dom@19.2.0'];
const nextServer = (...command: string[]) => ({
  command: ['npx', 'next', ...command, '--port', '34519'],
  pages: [''],
  answers: ['route', 'server'],
});

export const servers: readonly Consumer[] = [
  { name: 'Node', files: { 'main.js': program() }, steps: [{ command: ['node', 'main.js'] }] },
  {
    name: 'Deno',
    packages: ['deno@2.9.6'],
    setting: '`--allow-read --allow-sys=cpus`',
    files: { 'main.js': program() },
    steps: [{ command: ['npx', 'deno', 'run', '--allow-read', '--allow-sys=cpus', 'main.js'] }],
  },
  {
    name: 'Bun',
    packages: ['bun@1.4.5'],
    files: { 'main.js': program() },
    steps: [{ command: ['npx', 'bun', 'run', 'main.js'] }],
  },
  {
    name: 'Yarn, Plug’n’Play',
    packages: [],
    install: ['npx', '--yes', '@yarnpkg/cli-dist@4.18.1', 'add', 'xattention@file:TARBALL'],
    files: { 'main.js': program(), 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\n' },
    steps: [{ command: ['npx', '--yes', '@yarnpkg/cli-dist@4.18.1', 'node', 'main.js'] }],
  },
  {
    name: 'pnpm',
    install: ['npx', '--yes', 'pnpm@10', 'add', 'TARBALL'],
    files: { 'main.js': program() },
    steps: [{ command: ['node', 'main.js'] }],
  },
  {
    name: 'vitest',
    packages: ['vitest@4.1.12'],
    files: { 'attend.test.js': `import { test } from 'vitest';\n${TEST}` },
    steps: [{ command: ['npx', 'vitest', 'run', '--silent=false', '--disable-console-intercept'] }],
  },
  {
    name: 'Jest',
    setting: '`NODE_OPTIONS=--experimental-vm-modules`',
    packages: ['jest@30.5.2'],
    files: { 'attend.test.js': TEST, 'jest.config.js': 'export default { transform: {} };' },
    steps: [{ command: ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--silent=false'] }],
  },
  {
    name: 'esbuild for Node, CommonJS',
    setting: '`filesUrl`',
    packages: ['esbuild@0.28.1'],
    files: {
      'main.js': program(
        'xattention',
        "filesUrl: require('node:url').pathToFileURL('node_modules/xattention/dist/lib')",
      ),
    },
    before: ['npx', 'esbuild', 'main.js', '--bundle', '--platform=node', '--format=cjs', '--outfile=out.cjs'],
    steps: [{ command: ['node', 'out.cjs'] }],
  },
  {
    name: 'Next, Turbopack',
    packages: NEXT_PACKAGES,
    files: NEXT,
    servers: [nextServer('dev'), nextServer('start')],
    before: ['npx', 'next', 'build'],
  },
  {
    name: 'Next, webpack',
    packages: NEXT_PACKAGES,
    files: NEXT,
    servers: [nextServer('dev', '--webpack'), nextServer('start')],
    before: ['npx', 'next', 'build', '--webpack'],
  },
];
