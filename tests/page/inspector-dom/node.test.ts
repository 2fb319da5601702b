// Where there is no document, as on a server: importing does nothing, and defines nothing.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const file = fileURLToPath(new URL('../../../dist/lib/inspector.js', import.meta.url));

/** Others ask for these to know whether there is a browser. */
const browser = ['window', 'document', 'customElements', 'HTMLElement', 'Document', 'ShadowRoot'];

test('it can be imported by Node, leaves nothing of a browser behind, and says why it cannot be constructed', async () => {
  const program = `
    const { AttentionInspector } = await import(${JSON.stringify(file)});
    let said = '';
    try { new AttentionInspector(); } catch (error) { said = error.message; }
    console.log(JSON.stringify([typeof AttentionInspector, said, ${JSON.stringify(browser)}.filter((name) => name in globalThis)]));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const [kind, said, left] = JSON.parse(stdout);
  expect(kind).toBe('function');
  expect(said).toBe('<attention-inspector> is drawn in a browser, and here is none');
  expect(left).toEqual([]);
  expect(stderr).toBe('');
});
