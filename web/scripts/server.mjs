// Serves dist/page as a static host would: relative addresses, 404 for what is not there; and with the two headers that a
// page needs for threads.

import { createServer } from 'node:net';
import { Failure } from './failure.mjs';
import { at } from './paths.mjs';

// A browser's "localhost" reaches it too; a server on "localhost" may listen on ::1 alone, which not every client tries.
const host = '127.0.0.1';

/** A page of a host that sends these is cross-origin isolated: its workers may share memory. */
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** A sandboxed frame has no origin of its own, and may read what every origin may. */
const openness = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** The port asked for in the environment. @returns {number | undefined} */
export function wantedPort() {
  const text = process.env.PORT;
  if (!text) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Failure(`PORT must be a number from 1 to 65535, not "${text}"`);
}

/** Throws where a port that was asked for is taken: better before a long build than after it. @param {number} port */
export function checkFree(port) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const probe = createServer();
      probe.on('error', () =>
        reject(
          new Failure(
            `Port ${port} cannot be used, something else may be listening there: choose another with PORT=… npm start`,
          ),
        ),
      );
      probe.listen(port, host, () => probe.close(() => resolve()));
    })
  );
}

/** Serves until the process is told to stop. @param {number} [port] without one, the first free one from 5173 on */
export async function serve(port) {
  const { preview } = await import('vite'); // not at the top: before the set-up there may be no vite
  const server = await preview({
    configFile: false,
    root: at('web/page'),
    appType: 'mpa',
    logLevel: 'silent',
    build: { outDir: at('dist/page') },
    preview: {
      host,
      port: port ?? 5173,
      strictPort: port !== undefined,
      cors: false,
      headers: { ...isolation, ...openness },
    },
  });
  const stop = () => {
    server.close().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Failure('The server has no port');
  return `http://localhost:${address.port}/`;
}
