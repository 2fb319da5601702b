// dist/lib/inspector.js: one file with everything the element needs, Lit too, so that a plain <script type="module">
// will do and the package keeps needing no other.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The sheets that widgets import for the page; the inspector brings its own into its shadow root. */
const withoutPageStyles: Plugin = {
  name: 'without-page-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? 'export {}' : undefined),
};

const browserNames = ['document', 'HTMLElement'];

export default defineConfig({
  root: here('.'),
  plugins: [withoutPageStyles],
  build: {
    outDir: here('../../../dist/lib'),
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: here('index.ts'), formats: ['es'], fileName: () => 'inspector.js' },
    rolldownOptions: {
      output: { minify: true },
      // What is asked of a browser when the file is loaded, so that a server can load it too.
      transform: { inject: Object.fromEntries(browserNames.map((name) => [name, [here('without-browser.ts'), name]])) },
    },
  },
});
