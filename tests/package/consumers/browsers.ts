// Bundlers for browsers, and the frameworks over them.

import { COPIED, COPY, type Consumer, PAGE, page } from './project.js';

const app = { 'main.js': page(), 'index.html': PAGE };
const copied = { 'main.js': page(COPIED), 'out/index.html': PAGE };
const SETTING = 'a copy of dist/lib, `filesUrl`';

export const browsers: readonly Consumer[] = [
  {
    name: 'Vite',
    starter: ['npm', 'create', '--yes', 'vite@9.3.0', 'app', '--', '--template', 'vanilla', '--no-interactive'],
    files: { ...app, 'src/main.js': "import '../main.js';" },
    servers: [{ command: ['npx', 'vite', '--port', '0'] }],
    steps: [{ command: ['npx', 'vite', 'build'], leaves: 'dist' }],
  },
  {
    name: 'Vite 7',
    setting: "`optimizeDeps: { exclude: ['xattention'] }`",
    packages: ['vite@7'],
    files: { ...app, 'vite.config.js': "export default { optimizeDeps: { exclude: ['xattention'] } };" },
    servers: [{ command: ['npx', 'vite', '--port', '0'] }],
    steps: [{ command: ['npx', 'vite', 'build'], leaves: 'dist' }],
  },
  {
    name: 'webpack',
    packages: ['webpack@5.113.0', 'webpack-cli@6.0.1'],
    files: { 'main.js': page(), 'dist/index.html': PAGE },
    steps: ['development', 'production'].map((mode) => ({
      command: ['npx', 'webpack', './main.js', '--mode', mode],
      leaves: 'dist',
    })),
  },
  {
    name: 'Rspack',
    packages: ['@rspack/core@2.2.8', '@rspack/cli@2.2.8'],
    files: { 'src/index.js': page(), 'dist/index.html': PAGE },
    steps: ['development', 'production'].map((mode) => ({
      command: ['npx', 'rspack', 'build', '--mode', mode],
      leaves: 'dist',
    })),
  },
  {
    name: 'Parcel, with `xattention/inspector`',
    packages: ['parcel@2.16.4'],
    files: { ...app, 'main.js': `import 'xattention/inspector';\n${page()}` },
    servers: [{ command: ['npx', 'parcel', 'index.html', '--port', '34517', '--no-hmr'] }],
    steps: [
      { command: ['npx', 'parcel', 'build', 'index.html', '--dist-dir', 'out', '--public-url', '.'], leaves: 'out' },
    ],
  },
  {
    name: 'esbuild',
    setting: SETTING,
    packages: ['esbuild@0.28.1'],
    files: copied,
    before: COPY('out/xattention'),
    steps: ['esm', 'iife'].map((format) => ({
      command: ['npx', 'esbuild', 'main.js', '--bundle', `--format=${format}`, '--outfile=out/main.js'],
      leaves: 'out',
    })),
  },
  {
    name: 'Rollup',
    setting: SETTING,
    packages: ['rollup@4', '@rollup/plugin-node-resolve@16'],
    files: copied,
    before: COPY('out/xattention'),
    steps: [
      { command: ['npx', 'rollup', '-p', 'node-resolve', '-i', 'main.js', '-d', 'out', '-f', 'es'], leaves: 'out' },
    ],
  },
  {
    name: '`bun build`',
    setting: SETTING,
    packages: ['bun@1.4.5'],
    files: copied,
    before: COPY('out/xattention'),
    steps: [{ command: ['npx', 'bun', 'build', 'main.js', '--outdir', 'out'], leaves: 'out' }],
  },
  {
    name: 'SvelteKit',
    starter: [
      'npx',
      '--yes',
      'sv@0.17.1',
      'create',
      'app',
      '--template',
      'minimal',
      '--types',
      'ts',
      '--no-add-ons',
      '--no-install',
    ],
    files: {
      'src/lib/page.js': page(),
      'src/routes/+page.svelte': `<script>import { onMount } from 'svelte'; onMount(() => import('$lib/page.js'));</script>`,
    },
    servers: [{ command: ['npx', 'vite', 'dev', '--port', '0'] }],
  },
];
