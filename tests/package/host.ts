// A plain static host: files of a folder below a path, few MIME types, one strict policy.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** What a careful site allows: its own scripts, WebAssembly, its own workers. */
export const STRICT_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

// It knows no .wasm, as many do not.
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

export interface Host {
  /** The address of the folder, with a slash at its end. */
  url: string;
  close(): void;
}

/** What a site sends that wants its pages cross-origin isolated. */
export const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** What a content delivery network sends: anyone may read its files, cross-origin isolated pages too. */
export const CDN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

export async function serveFolder(
  folder: string,
  path = '/',
  policy = STRICT_POLICY,
  headers: Record<string, string> = {},
): Promise<Host> {
  const server = createServer(async ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = pathname.slice(path.length) || 'index.html';
    try {
      if (!pathname.startsWith(path)) throw new Error('outside');
      const body = await readFile(join(folder, file));
      const type = types[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}${path}`, close: () => server.close() };
}
